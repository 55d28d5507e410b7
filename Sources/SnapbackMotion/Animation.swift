/// The timing of a transaction's changes: a timing function with delay and repetition.
public struct Animation: Hashable, Sendable {
  /// The variant of an animation when the user has asked for reduced motion.
  public enum ReducedMotion: String, Hashable, Sendable, CaseIterable {
    /// The value jumps to its end.
    case jump
    /// Moving parts jump to their end and fade in; color and opacity are animated as usual.
    case crossFade
    /// The animation runs unchanged, for motion that carries meaning.
    case keep
  }

  /// The timing of one run.
  public var timing: TimingFunction
  /// The delay before the first run, in seconds, at least 0.
  public var delay: Double
  /// The number of runs, at least 0; may be fractional, or infinite to repeat forever.
  ///
  /// With ``autoreverses`` one run goes to the goal and back, as in Core Animation. After the last
  /// run the value jumps to the model; for example, choose 1.5 to end at the goal instead of the
  /// start.
  public var repeatCount: Double
  /// Whether every run returns to its start.
  public var autoreverses: Bool
  /// The variant to use with reduced motion.
  public var reducedMotion: ReducedMotion
  /// The duration of one run in one direction, in seconds; nil to use the duration of ``timing``.
  ///
  /// Set for UIKit's springs, whose runs have a given duration, and for an animation received from
  /// another program together with the duration that it computed.
  public var runDuration: Double?

  /// Creates an animation from its parts; by default it runs once, without delay.
  public init(
    _ timing: TimingFunction, delay: Double = 0, repeatCount: Double = 1,
    autoreverses: Bool = false, reducedMotion: ReducedMotion = .crossFade
  ) {
    self.timing = timing
    self.delay = delay.isFinite ? max(0, delay) : 0
    self.repeatCount = repeatCount.isNaN ? 1 : max(0, repeatCount)
    self.autoreverses = autoreverses
    self.reducedMotion = reducedMotion
  }

  /// Creates an animation with a spring's timing.
  public static func spring(_ spring: Spring, delay: Double = 0) -> Animation {
    Animation(.spring(spring), delay: delay)
  }

  /// Creates an animation with a curve's timing over a duration in seconds.
  public static func curve(
    _ curve: CubicBezier, duration: Double, delay: Double = 0
  ) -> Animation {
    Animation(.curve(curve, duration: duration), delay: delay)
  }

  /// Whether the animation is one run in one direction, which a spring's own equation describes
  /// completely.
  public var isSimple: Bool { repeatCount == 1 && !autoreverses }

  /// The duration of one run in one direction, in seconds; may be infinite.
  public var legDuration: Double { runDuration ?? timing.duration }

  /// The duration until the end of the last run, including the delay, in seconds; may be infinite.
  public var duration: Double {
    let legs = repeatCount * (autoreverses ? 2 : 1)
    let leg = legDuration
    // The total time of zero runs, or of runs with length 0, is 0 even where the product would be
    // 0·∞.
    return delay + (legs == 0 || leg == 0 ? 0 : legs * leg)
  }

  /// The time until the change is considered finished, including the delay, in seconds; may be
  /// infinite.
  public var logicalDuration: Double {
    isSimple ? delay + (runDuration ?? timing.logicalDuration) : duration
  }

  /// The progress and its rate per second, `seconds` after the start of the transaction; 1 with
  /// rate 0 after the end of the last run.
  ///
  /// A spring that runs once in one direction has no end here; the result follows its equation.
  /// O(1), no allocation.
  public func progress(after seconds: Double) -> MotionState {
    let run = seconds - delay
    guard run > 0 else { return .rest }
    if isSimple { return timing.progress(after: run) }
    guard seconds < duration else { return MotionState(value: 1) }
    let leg = legDuration
    let into = run.truncatingRemainder(dividingBy: leg)
    guard autoreverses, run.truncatingRemainder(dividingBy: 2 * leg) >= leg else {
      return timing.progress(after: into)
    }
    let back = timing.progress(after: leg - into)
    return MotionState(value: back.value, velocity: -back.velocity)
  }
}

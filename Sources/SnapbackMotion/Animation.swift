/// When and how a transaction's changes are carried out: the function, and how it is laid in time.
public struct Animation: Hashable, Sendable {
  /// What becomes of an animation where a person has asked for less motion.
  public enum ReducedMotion: String, Hashable, Sendable, CaseIterable {
    /// It is at its end at once.
    case jump
    /// What would move appears at its end and fades in; colours and opacity run as ever.
    case crossFade
    /// It runs all the same, for motion that carries meaning.
    case keep
  }

  /// How the change runs.
  public var timing: TimingFunction
  /// How long what is seen waits before it moves, in seconds, at least 0.
  public var delay: Double
  /// How often it runs, at least 0, fractions too; infinite for ever.
  ///
  /// With ``autoreverses`` one run is there and back, as in Core Animation. What is seen at the
  /// end of the last run gives way to the model at once: choose 1.5 to end there, not here.
  public var repeatCount: Double
  /// Whether every run goes back to where it began.
  public var autoreverses: Bool
  /// What becomes of it under reduced motion.
  public var reducedMotion: ReducedMotion
  /// How long one run in one direction takes, in seconds, where it is not the timing's own
  /// duration: of an animation that another program has told with the duration that it found.
  public var runDuration: Double?

  /// An animation by its parts; without more it runs at once and once.
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

  /// An animation by a spring.
  public static func spring(_ spring: Spring, delay: Double = 0) -> Animation {
    Animation(.spring(spring), delay: delay)
  }

  /// An animation by a curve over a duration in seconds.
  public static func curve(
    _ curve: CubicBezier, duration: Double, delay: Double = 0
  ) -> Animation {
    Animation(.curve(curve, duration: duration), delay: delay)
  }

  /// Whether it is one run in one direction: what a spring's own equation describes to the end.
  public var isSimple: Bool { repeatCount == 1 && !autoreverses }

  /// How long one run in one direction takes, in seconds; may be infinite.
  public var legDuration: Double { runDuration ?? timing.duration }

  /// From the start to the end of the last run, the delay included, in seconds; may be infinite.
  public var duration: Double {
    let legs = repeatCount * (autoreverses ? 2 : 1)
    let leg = legDuration
    // No run of infinite length, and not infinitely many of none, is no time at all.
    return delay + (legs == 0 || leg == 0 ? 0 : legs * leg)
  }

  /// Until the change counts as made, the delay included, in seconds; may be infinite.
  public var logicalDuration: Double {
    isSimple ? delay + timing.logicalDuration : duration
  }

  /// The progress `seconds` after the start of the transaction, delay and runs counted, and its
  /// rate per second; 1 and still from the end of the last run on.
  ///
  /// A single run by a spring has no end here: it goes on by its own equation. O(1), no
  /// allocation.
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

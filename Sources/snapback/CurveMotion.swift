import Glibc
import SnapbackMotion

/// A timing that moves a value from one number to another: a function of time.
struct CurveMotion {
  /// What is the same for all timings of one picture.
  struct Frame {
    /// Where the value is at the start, in points.
    var from = 0.0
    /// Where it goes, in points; without meaning for a decay, which ends where its velocity leads.
    var to = 100.0
    /// Points per second at the start of what takes a velocity.
    var velocity = 0.0
    /// Seconds before it starts.
    var delay = 0.0
    /// How often it runs; may be infinite.
    var repeatCount = 1.0
    var autoreverses = false
    /// Points from the end that nobody sees.
    var threshold = 0.25
  }

  let timing: CurveTiming
  let frame: Frame
  /// Points per second at the start.
  let velocity: Double
  /// What a view does with this timing; nil for a decay, which is none of a transaction's.
  let animation: Animation?

  init(_ timing: CurveTiming, in frame: Frame) {
    self.timing = timing
    self.frame = frame
    let distance = frame.to - frame.from
    let isFree = timing.takesVelocity
    velocity = timing.relativeVelocity.map { $0 * distance } ?? (isFree ? frame.velocity : 0)
    let function: TimingFunction? =
      switch timing.kind {
      case .spring(let spring, _):
        .spring(spring, initialVelocity: distance == 0 ? 0 : velocity / distance)
      case .curve(let curve, let duration): .curve(curve, duration: duration)
      case .keyframes(let keyframes, let duration): .keyframes(keyframes, duration: duration)
      case .decay: nil
      }
    animation = function.map {
      Animation(
        $0, delay: frame.delay, repeatCount: frame.repeatCount, autoreverses: frame.autoreverses)
    }
  }

  /// From the start to the target, in points; with a sign.
  var distance: Double { frame.to - frame.from }

  /// Where the value ends.
  var end: Double {
    guard case .decay(let decay) = timing.kind else { return frame.to }
    return decay.end(from: start)
  }

  /// Value and velocity when it starts to move.
  var start: MotionState { MotionState(value: frame.from, velocity: velocity) }

  /// A spring's start, as a distance from the target.
  var offset: MotionState { MotionState(value: frame.from - frame.to, velocity: velocity) }

  /// Value and velocity so many seconds after the transaction; it is still during the delay.
  func state(at seconds: Double) -> MotionState {
    let run = seconds - frame.delay
    guard run >= 0 else { return MotionState(value: frame.from) }
    switch timing.kind {
    case .decay(let decay): return decay.state(after: run, from: start)
    case .spring(let spring, _) where isSimple:
      // By its own equation, which has a meaning without a distance too.
      return MotionState(value: frame.to) + spring.state(after: run, from: offset)
    case .spring, .curve, .keyframes:
      let progress = animation?.progress(after: seconds) ?? .rest
      return MotionState(value: frame.from) + distance * progress
    }
  }

  /// Whether it comes to rest by its own equation and has no moment at which it ends.
  var restsByItself: Bool { isSimple && timing.takesVelocity && settleTime.isFinite }

  /// Whether its end is above its start; without a distance, whether it starts downward.
  var goesUp: Bool { end == frame.from ? velocity < 0 : end > frame.from }

  /// Whether it runs once and in one direction.
  var isSimple: Bool { frame.repeatCount == 1 && !frame.autoreverses }

  /// From when on it stays within the threshold of its end, in seconds; infinite when it does not.
  var settleTime: Double {
    let threshold = RestThreshold(offset: frame.threshold)
    switch timing.kind {
    case .decay(let decay):
      return frame.delay + decay.settleTime(from: start, within: threshold)
    case .spring(let spring, _) where isSimple:
      return frame.delay + spring.settleTime(from: offset, within: threshold)
    case .spring, .curve, .keyframes:
      return animation?.duration ?? frame.delay
    }
  }

  /// When a person takes it as done, in seconds; infinite when never.
  var logicalEnd: Double {
    guard let animation else { return settleTime }
    if case .spring(let spring, _) = timing.kind, isSimple {
      return min(frame.delay + spring.response, settleTime)
    }
    return animation.logicalDuration
  }

  /// How far a picture goes, in seconds: a little beyond the end, or so far that the kind shows.
  var naturalLength: Double {
    var end = settleTime
    if isSimple, case .spring(let spring, _) = timing.kind {
      // An oscillation that is too long to be drawn to its end, and what never comes to one.
      if spring.dampingRatio < 1 { end = min(end, frame.delay + 30 * spring.response) }
      if spring.dampingRatio == 0 { end = frame.delay + 5 * spring.response }
      if !end.isFinite { end = frame.delay + 10 / spring.decayRate }
    } else if let leg = animation?.timing.duration {
      // Of what repeats for long or for ever, a few runs.
      end = min(end, frame.delay + 6 * leg)
    }
    return max(0.02, (end.isFinite ? end : frame.delay + 1) * 1.06)
  }

  /// Where in a run, there or back, the velocity may jump, in seconds from the start of the run.
  var corners: [Double] {
    guard case .keyframes(let keyframes, let duration) = timing.kind else { return [] }
    return keyframes.keys.flatMap { [$0.time * duration, (1 - $0.time) * duration] }
  }

  /// The spans of time up to `length` in which the value does not jump.
  func spans(upTo length: Double) -> [Range<Double>] {
    var edges = [0, frame.delay]
    if !isSimple, let animation, animation.timing.duration > 0 {
      let leg = animation.timing.duration
      let last = min(animation.duration, length)
      while edges.count < 500, let next = edges.last.map({ $0 + leg }), next < last {
        edges.append(next)
      }
      edges.append(animation.duration)
    }
    edges.append(length)
    return zip(edges, edges.dropFirst()).compactMap { low, high in
      low < min(high, length) ? low..<min(high, length) : nil
    }
  }
}

extension Spring {
  /// The period that the spring would have without damping, in seconds; infinite without stiffness.
  var response: Double { 2 * .pi / angularFrequency }
}

import Glibc
import SnapbackMotion

/// A timing that moves a value from one number to another, as a function of time.
struct CurveMotion {
  /// The settings that all timings of a picture share.
  struct Frame {
    /// The value at the start, in points.
    var from = 0.0
    /// The target value, in points. A decay ignores this value, because its velocity determines
    /// where it ends.
    var to = 100.0
    /// The initial velocity of springs and decays, in points per second.
    var velocity = 0.0
    /// Seconds before the motion starts.
    var delay = 0.0
    /// The number of runs; may be infinite.
    var repeatCount = 1.0
    var autoreverses = false
    /// The largest invisible distance from the end, in points.
    var threshold = 0.25
  }

  let timing: CurveTiming
  let frame: Frame
  /// The initial velocity, in points per second.
  let velocity: Double
  /// The animation of a view with this timing; nil for a decay, which transactions do not have.
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
      var animation = Animation(
        $0, delay: frame.delay, repeatCount: frame.repeatCount, autoreverses: frame.autoreverses)
      animation.runDuration = timing.runDuration
      return animation
    }
  }

  /// The signed distance from the start to the target, in points.
  var distance: Double { frame.to - frame.from }

  /// The final value, in points.
  var end: Double {
    guard case .decay(let decay) = timing.kind else { return frame.to }
    return decay.end(from: start)
  }

  /// The value and the velocity at the start of the motion.
  var start: MotionState { MotionState(value: frame.from, velocity: velocity) }

  /// The start of a spring, as an offset from the target.
  var offset: MotionState { MotionState(value: frame.from - frame.to, velocity: velocity) }

  /// Returns value and velocity `seconds` after the start of the transaction. During the delay, the
  /// motion is at rest.
  func state(at seconds: Double) -> MotionState {
    let run = seconds - frame.delay
    guard run >= 0 else { return MotionState(value: frame.from) }
    switch timing.kind {
    case .decay(let decay): return decay.state(after: run, from: start)
    case .spring(let spring, _) where isSimple:
      // The spring's own equation also works if the distance is 0.
      return MotionState(value: frame.to) + spring.state(after: run, from: offset)
    case .spring, .curve, .keyframes:
      let progress = animation?.progress(after: seconds) ?? .rest
      return MotionState(value: frame.from) + distance * progress
    }
  }

  /// Whether the motion comes to rest without a fixed end time, as springs and decays do.
  var restsByItself: Bool { isSimple && timing.takesVelocity && settleTime.isFinite }

  /// Whether the end value is greater than the start value. If both are equal, whether the initial
  /// velocity is negative.
  var goesUp: Bool { end == frame.from ? velocity < 0 : end > frame.from }

  /// Whether the motion runs once and in one direction.
  var isSimple: Bool { frame.repeatCount == 1 && !frame.autoreverses }

  /// The time from which on the motion remains within the threshold of its end, in seconds;
  /// infinite if there is none.
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

  /// The time at which the motion looks finished to a person, in seconds; infinite if it never
  /// does.
  var logicalEnd: Double {
    guard let animation else { return settleTime }
    if case .spring(let spring, _) = timing.kind, isSimple, timing.runDuration == nil {
      return min(frame.delay + spring.response, settleTime)
    }
    return animation.logicalDuration
  }

  /// The length of a picture, in seconds. The picture ends shortly after the motion, or earlier if
  /// it then shows enough of a long motion.
  var naturalLength: Double {
    var end = settleTime
    if isSimple, case .spring(let spring, _) = timing.kind {
      // Cut off a long oscillation, and a motion that never settles.
      if spring.dampingRatio < 1 { end = min(end, frame.delay + 30 * spring.response) }
      if spring.dampingRatio == 0 { end = frame.delay + 5 * spring.response }
      if !end.isFinite { end = frame.delay + 10 / spring.decayRate }
    } else if let leg = animation?.timing.duration {
      // Show only the first runs of a motion that repeats many times or forever.
      end = min(end, frame.delay + 6 * leg)
    }
    return max(0.02, (end.isFinite ? end : frame.delay + 1) * 1.06)
  }

  /// The times in a run, forward or back, at which the velocity may jump, in seconds from the start
  /// of the run.
  var corners: [Double] {
    guard case .keyframes(let keyframes, let duration) = timing.kind else { return [] }
    return keyframes.keys.flatMap { [$0.time * duration, (1 - $0.time) * duration] }
  }

  /// Returns the time spans up to `length` within which the value does not jump.
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

import SnapbackMotion

/// Formats a motion's parameters and figures as lines of text.
struct CurveText {
  private let motion: CurveMotion
  private let figures: CurveFigures

  init(_ motion: CurveMotion, _ figures: CurveFigures) {
    self.motion = motion
    self.figures = figures
  }

  /// The title, then a line for each parameter and figure.
  var lines: [String] {
    let width = 16
    return [motion.timing.title]
      + (parameters + results).map { label, text in
        "  " + label + String(repeating: " ", count: max(1, width - label.count)) + text
      }
  }

  private var parameters: [(String, String)] {
    switch motion.timing.kind {
    case .spring(let spring, let mass):
      let ratio = spring.dampingRatio
      let bounce = ratio <= 1 ? 1 - ratio : 1 / ratio - 1
      let response = ReadableNumber.short(spring.response)
      let hasRatio = spring.stiffness > 0
      return [
        (
          "spring",
          Self.regime(spring) + (hasRatio ? ", damping ratio \(ReadableNumber.short(ratio))" : "")
        ),
        (
          "response",
          hasRatio ? "\(response) s (bounce \(ReadableNumber.short(bounce)))" : "none"
        ),
        (
          "constants",
          "mass \(ReadableNumber.short(mass)), "
            + "stiffness \(ReadableNumber.short(spring.stiffness * mass)), "
            + "damping \(ReadableNumber.short(2 * spring.decayRate * mass))"
        ),
      ]
    case .curve(let curve, let duration):
      let points = [curve.x1, curve.y1, curve.x2, curve.y2].map { ReadableNumber.short($0) }
      return [
        ("curve", "cubic-bezier(\(points.joined(separator: ", ")))"),
        ("duration", seconds(duration)),
      ]
    case .keyframes(let keyframes, let duration):
      let count = keyframes.keys.count
      return [
        ("keyframes", "\(count) key\(count == 1 ? "" : "s")"), ("duration", seconds(duration)),
      ]
    case .decay(let decay):
      return [
        (
          "decay",
          "rate \(ReadableNumber.short(decay.rate)) a second, "
            + "\(ReadableNumber.short(CurveJSON.share(decay), digits: 6)) left after a millisecond"
        )
      ]
    }
  }

  private var results: [(String, String)] {
    let frame = motion.frame
    var results: [(String, String)] = []
    let way =
      "\(ReadableNumber.short(frame.from)) → \(ReadableNumber.short(motion.end, digits: 5)) pt"
    let velocity = motion.velocity
    results.append(
      ("way", velocity == 0 ? way : way + ", starting with \(Self.velocity(velocity))"))
    if frame.delay > 0 { results.append(("delay", seconds(frame.delay))) }
    if !motion.isSimple {
      let count = frame.repeatCount
      let runs = count.isFinite ? "\(ReadableNumber.short(count)) times" : "forever"
      results.append(("runs", runs + (frame.autoreverses ? ", there and back" : "")))
    }
    if !motion.timing.isDecay { results.append(("logical end", seconds(figures.logicalEnd))) }
    results.append(settling)
    if motion.distance != 0 || motion.timing.isDecay {
      results.append(("90 % of the way", figures.riseTime.map(seconds) ?? "never"))
    }
    if !motion.timing.isDecay {
      if motion.distance != 0 {
        results.append(("at the target", figures.reachTime.map(seconds) ?? "never"))
      }
      results.append((motion.distance != 0 ? "overshoot" : "swing", overshoot))
    }
    let peak = figures.peakVelocity
    results.append(("peak velocity", "\(Self.velocity(peak.value)) at \(seconds(peak.time))"))
    return results
  }

  private var settling: (String, String) {
    let end = figures.settleTime
    guard motion.isSimple, motion.timing.takesVelocity else { return ("ends", seconds(end)) }
    guard end.isFinite else { return ("settles", "never") }
    let threshold = RestThreshold(offset: motion.frame.threshold)
    let offset = ReadableNumber.short(threshold.offset)
    let speed = ReadableNumber.short(threshold.velocity)
    return ("settles", "\(seconds(end)), within \(offset) pt and \(speed) pt/s for good")
  }

  private var overshoot: String {
    guard let overshoot = figures.overshoot else { return "none" }
    let points = ReadableNumber.short(overshoot.value)
    let share =
      figures.overshootShare(of: motion)
      .map { " (\(ReadableNumber.short(100 * $0)) %)" } ?? ""
    return "\(points) pt\(share) at \(seconds(overshoot.time))"
  }

  private func seconds(_ time: Double) -> String {
    time.isFinite ? "\(ReadableNumber.short(time)) s" : "never"
  }

  private static func velocity(_ value: Double) -> String {
    "\(ReadableNumber.signed(value)) pt/s"
  }

  /// The name of the spring's damping regime.
  static func regime(_ spring: Spring) -> String {
    guard spring.stiffness > 0 else { return spring.decayRate > 0 ? "pure drag" : "free" }
    let ratio = spring.dampingRatio
    return ratio == 1
      ? "critical" : ratio == 0 ? "undamped" : ratio < 1 ? "under-damped" : "over-damped"
  }
}

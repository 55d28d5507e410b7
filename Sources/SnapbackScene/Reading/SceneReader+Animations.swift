import SnapbackDocument
import SnapbackEngine
import SnapbackMotion

/// Animations: springs, curves and keyframes, with delay and repetition.
extension SceneReader {
  /// The allowed duration of any delay, curve or keyframe animation, in seconds.
  private static var durations: ClosedRange<Double> { 0...3600 }

  /// Reads an animation: one timing function with its delay, repetition and options.
  func readAnimation(_ node: DocumentNode) throws(DocumentError) -> Animation {
    var reader = try ObjectReader(node, file: file)
    var animation = Animation(try readTiming(&reader))
    animation.delay = try reader.optionalNumber("delay", in: Self.durations) ?? 0
    if let count = reader.optionalNode("repeat") {
      animation.repeatCount =
        if case .string = count.value {
          try count.oneOf(Forever.self, file: file) == .forever ? .infinity : 1
        } else {
          try count.number(in: 0...1_000_000, file: file)
        }
    }
    animation.autoreverses = try reader.optionalBoolean("autoreverse") ?? false
    animation.reducedMotion = try reader.optionalOneOf("reducedMotion") ?? .crossFade
    try reader.finish()
    return animation
  }

  private enum Forever: String, CaseIterable { case forever }

  private func readTiming(_ reader: inout ObjectReader) throws(DocumentError) -> TimingFunction {
    let kinds = ["spring", "curve", "keyframes"]
    var given: [String] = []
    for kind in kinds where reader.has(kind) { given.append(kind) }
    guard given.count == 1, let kind = given.first else {
      throw reader.error(
        "expected one of \"spring\", \"curve\" and \"keyframes\", found \(given.count)",
        at: reader.node)
    }
    if kind == "spring" {
      let spring = try readSpring(&reader)
      let velocity = try reader.optionalNumber("velocity", in: -1000...1000) ?? 0
      return .spring(spring, initialVelocity: velocity)
    }
    let duration = try reader.number("duration", in: Self.durations)
    if kind == "curve" {
      return .curve(try readCurve(try reader.node("curve")), duration: duration)
    }
    return .keyframes(try readKeyframes(&reader), duration: duration)
  }

  /// Reads a curve: a name, or the four coordinates of its control points.
  private func readCurve(_ node: DocumentNode) throws(DocumentError) -> CubicBezier {
    if case .string = node.value { return try node.oneOf(NamedCurve.self, file: file).curve }
    var numbers: [Double] = []
    for part in try node.array(count: 4...4, file: file) {
      numbers.append(try part.number(in: -1000...1000, file: file))
    }
    do throws(MotionError) {
      return try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  private func readKeyframes(_ reader: inout ObjectReader) throws(DocumentError) -> Keyframes {
    let node = try reader.node("keyframes")
    var keys: [Keyframes.Key] = []
    for item in try node.array(count: 1...1000, file: file) {
      var key = try ObjectReader(item, file: file)
      keys.append(
        Keyframes.Key(
          time: try key.number("time", in: 0...1), value: try key.number("value", in: -1000...1000),
          curve: try key.optionalNode("curve").map(readCurve) ?? .linear))
      try key.finish()
    }
    do throws(MotionError) {
      return try Keyframes(keys)
    } catch {
      throw node.error(error.description, file: file)
    }
  }
}

import SnapbackDocument
import SnapbackMotion

/// Springs and tilts of gestures.
extension SceneReader {
  func readTilt(_ object: ObjectReader?) throws(DocumentError) -> TiltMap? {
    guard var reader = object else { return nil }
    let degrees = try reader.number("degrees", in: -90...90)
    let reach = try reader.number("reach", in: 1...100_000)
    try reader.finish()
    return TiltMap(angle: degrees * .pi / 180, reach: reach)
  }

  /// The allowed damping ratios; below the minimum, a view oscillates for too long.
  private static var dampingRatios: ClosedRange<Double> { 0.05...100 }

  /// Reads a spring in one of its three forms. The default has a response of 0.45 s and a damping
  /// ratio of 0.8.
  func readSpring(_ reader: inout ObjectReader) throws(DocumentError) -> Spring {
    var form = SpringForm.response(0.45, dampingRatio: 0.8)
    if var object = try reader.optionalObject("spring") {
      form = try readForm(&object)
      try object.finish()
    }
    do throws(MotionError) {
      switch form {
      case .response(let response, let ratio):
        return try Spring(response: response, dampingRatio: ratio)
      case .duration(let duration, let ratio):
        return try Spring(uikitDuration: duration, dampingRatio: ratio)
      case .constants(let mass, let stiffness, let damping):
        return try Spring(mass: mass, stiffness: stiffness, damping: damping)
      }
    } catch {
      throw reader.error("\(error)", atKey: "spring")
    }
  }

  private enum SpringForm {
    case response(Double, dampingRatio: Double)
    case duration(Double, dampingRatio: Double)
    case constants(mass: Double, stiffness: Double, damping: Double)
  }

  private func readForm(_ reader: inout ObjectReader) throws(DocumentError) -> SpringForm {
    if reader.has("stiffness") {
      let mass = try reader.optionalNumber("mass", in: 1e-3...1e6) ?? 1
      let stiffness = try reader.number("stiffness", in: 1e-3...1e8)
      let damping = try reader.number("damping", in: 1e-3...1e8)
      let ratio = damping / (2 * (mass * stiffness).squareRoot())
      guard Self.dampingRatios.contains(ratio) else {
        throw reader.error(
          "the damping ratio is \(ratio); it has to be between "
            + "\(Self.dampingRatios.lowerBound) and \(Self.dampingRatios.upperBound)",
          atKey: "damping")
      }
      return .constants(mass: mass, stiffness: stiffness, damping: damping)
    }
    if reader.has("duration") {
      return .duration(
        try reader.number("duration", in: 0.01...10),
        dampingRatio: try reader.number("dampingRatio", in: 0.05...1))
    }
    return .response(
      try reader.number("response", in: 0.01...60),
      dampingRatio: try reader.number("dampingRatio", in: Self.dampingRatios))
  }
}

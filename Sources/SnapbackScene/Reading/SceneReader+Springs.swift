import SnapbackDocument
import SnapbackMotion

/// Reads the springs and tilts of gestures.
extension SceneReader {
  func readTilt(_ object: ObjectReader?) throws(DocumentError) -> TiltMap? {
    guard var reader = object else { return nil }
    let degrees = try TiltKeys.degrees(&reader)
    let reach = try TiltKeys.reach(&reader)
    try reader.finish()
    return TiltMap(angle: degrees * .pi / 180, reach: reach)
  }

  /// The spring of a gesture for which the document gives none. The values are valid, so the
  /// fallback is never used.
  private static var standardSpring: Spring {
    (try? Spring(response: 0.45, dampingRatio: 0.8)) ?? .critical(response: 0.45)
  }

  /// Reads a spring in one of its three forms. Returns the standard spring if there is no node.
  func readSpring(_ node: DocumentNode?) throws(DocumentError) -> Spring {
    guard let node else { return Self.standardSpring }
    return try spring(try ObjectReader.read(node, file: file, readForm), at: node)
  }

  /// Reads the spring of an animation. `velocity` is the initial velocity, in multiples of the
  /// animated distance per second.
  func readSpringAnimation(
    _ node: DocumentNode, velocity: Double
  ) throws(DocumentError) -> Animation {
    let form = try ObjectReader.read(node, file: file, readForm)
    let spring = try spring(form, velocity: velocity, at: node)
    var animation = Animation(.spring(spring, initialVelocity: velocity))
    if case .duration(let duration, _) = form { animation.runDuration = duration }
    return animation
  }

  private func spring(
    _ form: SpringForm, velocity: Double = 0, at node: DocumentNode
  ) throws(DocumentError) -> Spring {
    do throws(MotionError) {
      switch form {
      case .response(let response, let ratio):
        return try Spring(response: response, dampingRatio: ratio)
      case .duration(let duration, let ratio):
        return try Spring(
          uikitDuration: duration, dampingRatio: ratio, initialVelocity: velocity)
      case .constants(let mass, let stiffness, let damping):
        return try Spring(mass: mass, stiffness: stiffness, damping: damping)
      }
    } catch {
      throw node.error("\(error)", file: file)
    }
  }

  private enum SpringForm {
    case response(Double, dampingRatio: Double)
    case duration(Double, dampingRatio: Double)
    case constants(mass: Double, stiffness: Double, damping: Double)
  }

  private func readForm(_ reader: inout ObjectReader) throws(DocumentError) -> SpringForm {
    if ConstantsSpringKeys.hasStiffness(&reader) {
      let mass = try ConstantsSpringKeys.mass(&reader)
      let stiffness = try ConstantsSpringKeys.stiffness(&reader)
      let damping = try ConstantsSpringKeys.damping(&reader)
      let ratio = damping / (2 * (mass * stiffness).squareRoot())
      let ratios = SceneRanges.dampingRatio
      guard ratios.contains(ratio) else {
        throw reader.error(
          "the damping ratio is \(ratio); it has to be between "
            + "\(ratios.lowerBound) and \(ratios.upperBound)",
          atKey: "damping")
      }
      return .constants(mass: mass, stiffness: stiffness, damping: damping)
    }
    if DurationSpringKeys.hasDuration(&reader) {
      return .duration(
        try DurationSpringKeys.duration(&reader),
        dampingRatio: try DurationSpringKeys.dampingRatio(&reader))
    }
    return .response(
      try ResponseSpringKeys.response(&reader),
      dampingRatio: try ResponseSpringKeys.dampingRatio(&reader))
  }
}

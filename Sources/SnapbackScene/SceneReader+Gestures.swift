import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion

/// Gestures: which view a pan drives, and how.
extension SceneReader {
  func readGesture(
    _ node: DocumentNode, on screen: ScreenDescription
  ) throws(DocumentError) -> SceneBlueprint.Pan {
    var reader = try ObjectReader(node, file: file)
    let name = try reader.string("pan")
    guard case .view(let view)? = names[name] else {
      throw try reader.node("pan")
        .unknownName(name, of: "view", in: views.map(\.appearance.name), file: file)
    }
    guard view != .root else {
      throw reader.error("the screen does not pan; name one of its views", atKey: "pan")
    }
    var behavior = PanBehavior(
      follow: try reader.optionalOneOf("follow", PanBehavior.Follow.self) ?? .centre,
      origin: try reader.optionalOneOf("from", PanBehavior.Origin.self) ?? .presentation,
      release: try reader.optionalOneOf("release", PanBehavior.Release.self) ?? .spring,
      tilt: try readTilt(try reader.optionalObject("tilt")),
      spring: try readSpring(&reader),
      slop: try reader.optionalNumber("slop", in: 0...1000) ?? PanRecognizer.defaultSlop)
    try readRelease(&reader, on: screen, into: &behavior)
    try reader.finish()
    return SceneBlueprint.Pan(view: view.index, behavior: behavior)
  }

  private func readTilt(_ object: ObjectReader?) throws(DocumentError) -> TiltMap? {
    guard var reader = object else { return nil }
    let degrees = try reader.number("degrees", in: -90...90)
    let reach = try reader.number("reach", in: 1...100_000)
    try reader.finish()
    return TiltMap(angle: degrees * .pi / 180, reach: reach)
  }

  /// The least damping ratio of a scene: below it a view rings for longer than anyone watches.
  private static var dampingRatios: ClosedRange<Double> { 0.05...100 }

  /// The spring in one of its three forms; response 0.45 s and damping ratio 0.8 when none.
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

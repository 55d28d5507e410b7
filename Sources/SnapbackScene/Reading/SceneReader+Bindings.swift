import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Bindings: the properties that gestures drive.
extension SceneReader {
  /// The allowed words for "drives"; a constraint's constant is given as an object instead.
  private enum Driven: String, CaseIterable { case translation, nothing }

  func readBinding(
    _ gesture: PendingGesture, _ reader: inout ObjectReader, on screen: ScreenDescription
  ) throws(DocumentError) -> GestureBinding {
    switch gesture.kind {
    case .tap, .swipe, .hover: return .none
    case .scroll: return .scrollOffset(try readScroll(gesture, &reader, on: screen))
    case .pinch:
      let (behavior, limits) = try readPart(gesture, &reader, in: 0.01...100, unit: 1)
      return .scale(behavior, limits: limits)
    case .rotation:
      let (behavior, limits) = try readPart(
        gesture, &reader, in: -36_000...36_000, unit: .pi / 180)
      return .rotation(behavior, limits: limits)
    case .pan, .edgePan, .longPress:
      break
    }
    if let node = reader.optionalNode("drives") {
      if case .object = node.value { return .constant(try readConstant(node, gesture.view)) }
      switch try node.oneOf(Driven.self, file: file) {
      case .nothing: return .none
      case .translation: break
      }
    } else if gesture.kind != .pan {
      return .none
    }
    try refuseScreen(gesture, reader)
    return .translation(try readBehavior(&reader, on: screen))
  }

  /// Rejects a gesture that would move the screen itself.
  private func refuseScreen(
    _ gesture: PendingGesture, _ reader: ObjectReader
  ) throws(DocumentError) {
    guard gesture.view == .root else { return }
    throw reader.error(
      "the screen does not move; name one of its views, or let the gesture drive \"nothing\"",
      atKey: gesture.kind.rawValue)
  }

  private func readBehavior(
    _ reader: inout ObjectReader, on screen: ScreenDescription
  ) throws(DocumentError) -> PanBehavior {
    var behavior = PanBehavior(
      follow: try reader.optionalOneOf("follow", aliases: ["center": .center]) ?? .center,
      origin: try reader.optionalOneOf("from", PanBehavior.Origin.self) ?? .presentation,
      release: try reader.optionalOneOf("release", PanBehavior.Release.self) ?? .spring,
      tilt: try readTilt(try reader.optionalObject("tilt")),
      spring: try readSpring(&reader))
    try readRelease(&reader, on: screen, into: &behavior)
    return behavior
  }

  /// The behavior of a scroll view's content when the finger or the wheel lets go.
  private enum ScrollRelease: String, CaseIterable { case momentum, stay, snap }

  private func readScroll(
    _ gesture: PendingGesture, _ reader: inout ObjectReader, on screen: ScreenDescription
  ) throws(DocumentError) -> PanBehavior {
    guard views.indices.contains(gesture.view.index), scrollingViews.contains(gesture.view) else {
      throw reader.error(
        "\"\(views[gesture.view.index].appearance.name)\" does not scroll; "
          + "give the view \"scroll: true\"", atKey: "scroll")
    }
    let release: PanBehavior.Release =
      switch try reader.optionalOneOf("release", ScrollRelease.self) ?? .momentum {
      case .momentum: .momentum
      case .stay: .stay
      case .snap: .snap
      }
    var behavior = PanBehavior(release: release, spring: .critical(response: 0.5))
    if reader.has("spring") { behavior.spring = try readSpring(&reader) }
    let isElastic = try reader.optionalBoolean("bounces") ?? true
    try readRelease(&reader, on: screen, into: &behavior, takesLimits: false)
    if !isElastic, let rigid = PanLimits(lower: 0, upper: 0) {
      behavior.limits = (x: rigid, y: rigid)
    }
    return behavior
  }

  /// The behavior of a scale or a rotation when the fingers let go.
  private enum PartRelease: String, CaseIterable { case spring, stay, reset }

  private func readPart(
    _ gesture: PendingGesture, _ reader: inout ObjectReader, in range: ClosedRange<Double>,
    unit: Double
  ) throws(DocumentError) -> (PanBehavior, PanLimits?) {
    try refuseScreen(gesture, reader)
    let release: PanBehavior.Release =
      switch try reader.optionalOneOf("release", PartRelease.self) ?? .spring {
      case .spring: .spring
      case .stay: .stay
      case .reset: .reset
      }
    let behavior = PanBehavior(follow: .point, release: release, spring: try readSpring(&reader))
    let isElastic = try reader.optionalBoolean("rubberBand") ?? false
    guard let node = reader.optionalNode("limits") else {
      guard !isElastic else {
        throw reader.error("a rubber band needs \"limits\"", atKey: "rubberBand")
      }
      return (behavior, nil)
    }
    let bounds = try node.array(count: 2...2, file: file)
    let lower = try bounds[0].number(in: range, file: file) * unit
    let upper = try bounds[1].number(in: range, file: file) * unit
    let home = gesture.kind == .pinch ? 1.0 : 0
    guard !(lower <= upper) || (lower...upper).contains(home) else {
      throw node.error(
        "the limits exclude \(gesture.kind == .pinch ? 1 : 0), the view's home value",
        file: file)
    }
    // The band is as long as the range; for an empty range, as the limit's magnitude, at least 1.
    let length = upper > lower ? upper - lower : max(1, upper.magnitude)
    let band = isElastic ? try? RubberBand(dimension: length) : nil
    guard let limits = PanLimits(lower: lower, upper: upper, band: band) else {
      throw node.error("the lower limit is greater than the upper limit", file: file)
    }
    return (behavior, limits)
  }

  private func readConstant(
    _ node: DocumentNode, _ view: ViewID
  ) throws(DocumentError) -> ConstantBehavior {
    var reader = try ObjectReader(node, file: file)
    let identifier = try reader.string("constant")
    guard constraintNames.contains(identifier) else {
      throw try reader.node("constant")
        .unknownName(identifier, of: "constraint", in: constraintNames.names, file: file)
    }
    var behavior = ConstantBehavior(
      constraint: identifier, axis: try reader.oneOf("axis"),
      factor: try reader.optionalNumber("factor", in: -100...100) ?? 1,
      release: try reader.optionalOneOf("release") ?? .stay, spring: try readSpring(&reader))
    if let range = try reader.optionalPoint("limits", in: Self.lengths) {
      let isElastic = try reader.optionalBoolean("rubberBand") ?? false
      let band = isElastic ? try? RubberBand(dimension: max(1, range.y - range.x)) : nil
      guard let limits = PanLimits(lower: range.x, upper: range.y, band: band) else {
        throw reader.error("the lower limit is greater than the upper limit", atKey: "limits")
      }
      behavior.limits = limits
    } else if try reader.optionalBoolean("rubberBand") == true {
      throw reader.error("a rubber band needs \"limits\"", atKey: "rubberBand")
    }
    guard behavior.factor != 0 else {
      throw reader.error("the factor must not be 0", atKey: "factor")
    }
    behavior.snap = try readPlaces(&reader, "snap")
    if behavior.release == .snap, behavior.snap == nil {
      throw reader.error("release \"snap\" needs a \"snap\" with places", atKey: "release")
    }
    try reader.finish()
    return behavior
  }
}

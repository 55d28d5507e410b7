import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads bindings: which properties gestures drive.
extension SceneReader {
  func readBinding(
    _ gesture: PendingGesture, _ reader: inout ObjectReader, on screen: ScreenDescription,
    _ places: inout LayoutPlaces
  ) throws(DocumentError) -> GestureBinding {
    switch gesture.kind {
    case .scroll: return .scrollOffset(try readScroll(gesture, &reader, on: screen, &places))
    case .pinch:
      let (behavior, limits) = try readPart(
        gesture, &reader, PinchKeys.limits, in: SceneRanges.scaleLimit, unit: 1)
      return .scale(behavior, limits: limits)
    case .rotation:
      let (behavior, limits) = try readPart(
        gesture, &reader, RotationKeys.limits, in: SceneRanges.turn, unit: .pi / 180)
      return .rotation(behavior, limits: limits)
    case .pan, .edgePan, .longPress: break
    default: return .none
    }
    if let node = DrivesKeys.drives(&reader) {
      if case .object = node.value { return .constant(try readConstant(node, &places.x)) }
      switch try node.oneOf(DrivenValue.self, file: file) {
      case .nothing: return .none
      case .translation: break
      }
    } else if gesture.kind != .pan {
      return .none
    }
    try refuseScreen(gesture, reader)
    return .translation(try readBehavior(&reader, on: screen, &places))
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
    _ reader: inout ObjectReader, on screen: ScreenDescription, _ places: inout LayoutPlaces
  ) throws(DocumentError) -> PanBehavior {
    var behavior = PanBehavior(
      follow: try TranslationKeys.follow(&reader), origin: try TranslationKeys.from(&reader),
      release: try TranslationKeys.release(&reader),
      tilt: try readTilt(try TranslationKeys.tilt(&reader)),
      spring: try readSpring(TranslationKeys.spring(&reader)))
    try readDetents(&reader, into: &behavior, &places)
    if behavior.detents == nil { try readRelease(&reader, on: screen, into: &behavior, &places) }
    return behavior
  }

  private func readScroll(
    _ gesture: PendingGesture, _ reader: inout ObjectReader, on screen: ScreenDescription,
    _ places: inout LayoutPlaces
  ) throws(DocumentError) -> PanBehavior {
    guard views.indices.contains(gesture.view.index), scrollingViews.contains(gesture.view) else {
      throw reader.error(
        "\"\(views[gesture.view.index].appearance.name)\" does not scroll; "
          + "give the view \"scroll: true\"", atKey: "scroll")
    }
    let release: PanBehavior.Release =
      switch try ScrollKeys.release(&reader) {
      case .momentum: .momentum
      case .stay: .stay
      case .snap: .snap
      }
    var behavior = PanBehavior(release: release, spring: .critical(response: 0.575))
    if let node = ScrollKeys.spring(&reader) { behavior.spring = try readSpring(node) }
    let isElastic = try ScrollKeys.bounces(&reader)
    behavior.locksDirection = try ScrollKeys.directionalLock(&reader)
    behavior.scroll.sheet = try ScrollKeys.sheet(&reader).map(readSheet)
    behavior.scroll.delaysTouches = try ScrollKeys.delaysContentTouches(&reader)
    behavior.scroll.alwaysBouncesHorizontally = try ScrollKeys.alwaysBounceHorizontal(&reader)
    behavior.scroll.alwaysBouncesVertically = try ScrollKeys.alwaysBounceVertical(&reader)
    behavior.scroll.inset = try ScrollKeys.contentInset(&reader)
    behavior.scroll.addsSafeArea = try ScrollKeys.addsSafeArea(&reader)
    behavior.scroll.avoidsKeyboard = try ScrollKeys.avoidsKeyboard(&reader)
    behavior.scroll.isPaging = try ScrollKeys.paging(&reader)
    for other in ["release", "snap"] where behavior.scroll.isPaging && reader.has(other) {
      throw reader.error("\"paging\" takes the place of \"\(other)\"", atKey: other)
    }
    behavior.scroll.zoom = try readZoom(ScrollKeys.zoom(&reader), in: gesture.view)
    for other in ["paging", "sheet", "snap"]
    where behavior.scroll.zoom != nil && reader.has(other) {
      throw reader.error("content that zooms cannot have \"\(other)\"", atKey: other)
    }
    try readRelease(&reader, on: screen, into: &behavior, &places, takesLimits: false)
    if !isElastic, let rigid = PanLimits(lower: 0, upper: 0) {
      behavior.limits = (x: rigid, y: rigid)
    }
    return behavior
  }

  private func readPart(
    _ gesture: PendingGesture, _ reader: inout ObjectReader,
    _ limits: (inout ObjectReader) -> DocumentNode?, in range: ClosedRange<Double>, unit: Double
  ) throws(DocumentError) -> (PanBehavior, PanLimits?) {
    try refuseScreen(gesture, reader)
    let release: PanBehavior.Release =
      switch try PartKeys.release(&reader) {
      case .spring: .spring
      case .stay: .stay
      case .reset: .reset
      }
    let behavior = PanBehavior(
      follow: .point, release: release, spring: try readSpring(PartKeys.spring(&reader)))
    let isElastic = try PartKeys.rubberBand(&reader)
    guard let node = limits(&reader) else {
      guard !isElastic else {
        throw reader.error("a rubber band needs \"limits\"", atKey: "rubberBand")
      }
      return (behavior, nil)
    }
    let limits = try readPartLimits(
      node, in: range, unit: unit, home: gesture.kind == .pinch ? 1 : 0, isElastic: isElastic)
    return (behavior, limits)
  }

  /// Reads the limits of a scale or of a rotation; `home` is the value without a gesture.
  func readPartLimits(
    _ node: DocumentNode, in range: ClosedRange<Double>, unit: Double = 1, home: Int,
    isElastic: Bool
  ) throws(DocumentError) -> PanLimits {
    let bounds = try node.array(count: SceneRanges.scaleLimits, file: file)
    let lower = try bounds[0].number(in: range, file: file) * unit
    let upper = try bounds[1].number(in: range, file: file) * unit
    guard !(lower <= upper) || (lower...upper).contains(Double(home)) else {
      throw node.error(
        "the limits exclude \(home), the view's home value",
        file: file)
    }
    // The rubber band's dimension is the length of the range. For an empty range, it is the limit's
    // magnitude, at least 1.
    let length = upper > lower ? upper - lower : max(1, upper.magnitude)
    let band = isElastic ? try? RubberBand(dimension: length) : nil
    guard let limits = PanLimits(lower: lower, upper: upper, band: band) else {
      throw node.error("the lower limit is greater than the upper limit", file: file)
    }
    return limits
  }

  private func readConstant(
    _ node: DocumentNode, _ places: inout LayoutPlaces.Line
  ) throws(DocumentError) -> ConstantBehavior {
    var reader = try ObjectReader(node, file: file)
    var behavior = ConstantBehavior(
      constraint: try constraintName(try ConstantKeys.constant(&reader)),
      axis: try ConstantKeys.axis(&reader), factor: try ConstantKeys.factor(&reader),
      release: try ConstantKeys.release(&reader),
      spring: try readSpring(ConstantKeys.spring(&reader)))
    if let node = ConstantKeys.limits(&reader) {
      var limits = try readBounds(node, &places)
      if try ConstantKeys.rubberBand(&reader) {
        limits.band = try? RubberBand(dimension: max(1, limits.upper - limits.lower))
      }
      behavior.limits = limits
    } else if try ConstantKeys.rubberBand(&reader) {
      throw reader.error("a rubber band needs \"limits\"", atKey: "rubberBand")
    }
    guard behavior.factor != 0 else {
      throw reader.error("the factor must not be 0", atKey: "factor")
    }
    if let node = ConstantKeys.snap(&reader) { behavior.snap = try readPlaces(node, &places) }
    if behavior.release == .snap, behavior.snap == nil {
      throw reader.error("release \"snap\" needs a \"snap\" with places", atKey: "release")
    }
    try reader.finish()
    return behavior
  }
}

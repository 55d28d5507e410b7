import SnapbackDocument
import SnapbackGestures

/// Reads the settings of gesture recognizers.
extension SceneReader {
  func readSettings(
    _ kind: GestureKind, _ reader: inout ObjectReader
  ) throws(DocumentError) -> GestureSettings {
    switch kind {
    case .tap: return .tap(try readTap(&reader))
    case .longPress: return .longPress(try readLongPress(&reader))
    case .pan, .scroll: return .pan(try readPan(&reader))
    case .edgePan:
      var settings = try readPan(&reader)
      settings.edge = try EdgePanKeys.edge(&reader).direction
      if let width = try EdgePanKeys.edgeWidth(&reader) {
        settings.edgeWidth = TouchDistance(points: width)
      }
      return .pan(settings)
    case .swipe: return .swipe(try readSwipe(&reader))
    case .pinch:
      var settings = PinchSettings()
      if let node = PinchKeys.slop(&reader) { settings.slop = try readDistance(node) }
      return .pinch(settings)
    case .rotation:
      var settings = RotationSettings()
      if let node = RotationKeys.slop(&reader) { settings.slop = try readDistance(node) }
      return .rotation(settings)
    case .hover: return .hover
    }
  }

  /// Reads a distance: points in the scene, or an object with millimeters on the panel and with
  /// points for panels of unknown size.
  private func readDistance(_ node: DocumentNode) throws(DocumentError) -> TouchDistance {
    guard case .object = node.value else {
      return TouchDistance(points: try node.number(in: SceneRanges.distancePoints, file: file))
    }
    var object = try ObjectReader(node, file: file)
    let points = try DistanceKeys.points(&object)
    let millimeters = try DistanceKeys.millimeters(&object)
    try object.finish()
    guard points != nil || millimeters != nil else {
      throw node.error("expected \"millimeters\", \"points\" or both", file: file)
    }
    return TouchDistance(
      points: points ?? (millimeters ?? 0) * TouchDistance.uikitPointsPerMillimeter,
      millimeters: millimeters)
  }

  private func readTap(_ reader: inout ObjectReader) throws(DocumentError) -> TapSettings {
    var settings = TapSettings(
      taps: try TapKeys.taps(&reader), fingers: try FingerKeys.fingers(&reader))
    if let node = StillKeys.slop(&reader) { settings.slop = try readDistance(node) }
    settings.interval = try TapKeys.interval(&reader)
    settings.duration = try TapKeys.duration(&reader) ?? settings.duration
    return settings
  }

  private func readLongPress(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> LongPressSettings {
    var settings = LongPressSettings(
      duration: try LongPressKeys.duration(&reader), fingers: try FingerKeys.fingers(&reader))
    if let node = StillKeys.slop(&reader) { settings.slop = try readDistance(node) }
    return settings
  }

  private func readSwipe(_ reader: inout ObjectReader) throws(DocumentError) -> SwipeSettings {
    var settings = SwipeSettings(
      direction: try SwipeKeys.direction(&reader), fingers: try FingerKeys.fingers(&reader))
    if let node = SwipeKeys.distance(&reader) { settings.way = try readDistance(node) }
    settings.duration = try SwipeKeys.duration(&reader)
    return settings
  }

  private func readPan(_ reader: inout ObjectReader) throws(DocumentError) -> PanSettings {
    var settings = PanSettings()
    if let node = DragKeys.slop(&reader) { settings.slop = try readDistance(node) }
    settings.direction = try DragKeys.direction(&reader)
    settings.velocity = try DragKeys.velocity(&reader)
    if let node = DragKeys.fingers(&reader) { try readFingers(node, into: &settings) }
    return settings
  }

  /// Reads the number of fingers of a pan, or `[fewest, most]`.
  private func readFingers(
    _ node: DocumentNode, into settings: inout PanSettings
  ) throws(DocumentError) {
    let range = SceneRanges.fingerCount
    guard case .array = node.value else {
      settings.minimumFingers = try node.integer(in: range, file: file)
      settings.maximumFingers = settings.minimumFingers
      return
    }
    let counts = try node.array(count: SceneRanges.fingerSpan, file: file)
    settings.minimumFingers = try counts[0].integer(in: range, file: file)
    settings.maximumFingers = try counts[1].integer(in: range, file: file)
    guard settings.minimumFingers <= settings.maximumFingers else {
      throw node.error(
        "minimum of \(settings.minimumFingers) fingers exceeds maximum of "
          + "\(settings.maximumFingers)", file: file)
    }
  }
}

extension ScreenEdge {
  /// The direction that names the edge in the settings of a pan.
  fileprivate var direction: SwipeDirection {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .up
    case .bottom: .down
    }
  }
}

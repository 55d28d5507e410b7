import SnapbackDocument
import SnapbackGestures

/// Reads the settings of gesture recognizers.
extension SceneReader {
  private static var fingerCounts: ClosedRange<Int> { 1...10 }

  func readSettings(
    _ kind: GestureKind, _ reader: inout ObjectReader
  ) throws(DocumentError) -> GestureSettings {
    switch kind {
    case .tap: return .tap(try readTap(&reader))
    case .longPress: return .longPress(try readLongPress(&reader))
    case .pan, .scroll: return .pan(try readPan(&reader))
    case .edgePan:
      var settings = try readPan(&reader)
      settings.edge = try reader.oneOf("edge", Edge.self).direction
      if let width = try reader.optionalNumber("edgeWidth", in: 1...1000) {
        settings.edgeWidth = TouchDistance(points: width)
      }
      return .pan(settings)
    case .swipe: return .swipe(try readSwipe(&reader))
    case .pinch:
      var settings = PinchSettings()
      if let slop = try readDistance(&reader, "slop") { settings.slop = slop }
      return .pinch(settings)
    case .rotation:
      var settings = RotationSettings()
      if let slop = try readDistance(&reader, "slop") { settings.slop = slop }
      return .rotation(settings)
    case .hover: return .hover
    }
  }

  private enum Edge: String, CaseIterable {
    case left, right, top, bottom

    var direction: SwipeDirection {
      switch self {
      case .left: .left
      case .right: .right
      case .top: .up
      case .bottom: .down
      }
    }
  }

  /// Reads a distance: points of the scene, or an object of millimeters on the glass and points to
  /// use where the glass's size is unknown.
  private func readDistance(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> TouchDistance? {
    guard let node = reader.optionalNode(key) else { return nil }
    guard case .object = node.value else {
      return TouchDistance(points: try node.number(in: 0...1000, file: file))
    }
    var object = try ObjectReader(node, file: file)
    let points = try object.optionalNumber("points", in: 0...1000)
    // Scenes may use the British spelling.
    let key = object.has("millimeters") ? "millimeters" : "millimeters"
    let millimeters = try object.optionalNumber(key, in: 0...100)
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
      taps: try reader.optionalInteger("taps", in: 1...10) ?? 1,
      fingers: try reader.optionalInteger("fingers", in: Self.fingerCounts) ?? 1)
    if let slop = try readDistance(&reader, "slop") { settings.slop = slop }
    settings.interval = try reader.optionalNumber("interval", in: 0.05...5) ?? settings.interval
    settings.duration = try reader.optionalNumber("duration", in: 0.05...60) ?? settings.duration
    return settings
  }

  private func readLongPress(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> LongPressSettings {
    var settings = LongPressSettings(
      duration: try reader.optionalNumber("duration", in: 0.05...60) ?? 0.5,
      fingers: try reader.optionalInteger("fingers", in: Self.fingerCounts) ?? 1)
    if let slop = try readDistance(&reader, "slop") { settings.slop = slop }
    return settings
  }

  private func readSwipe(_ reader: inout ObjectReader) throws(DocumentError) -> SwipeSettings {
    var settings = SwipeSettings(
      direction: try reader.oneOf("direction", SwipeDirection.self),
      fingers: try reader.optionalInteger("fingers", in: Self.fingerCounts) ?? 1)
    if let way = try readDistance(&reader, "distance") { settings.way = way }
    settings.duration = try reader.optionalNumber("duration", in: 0.05...5) ?? settings.duration
    return settings
  }

  private func readPan(_ reader: inout ObjectReader) throws(DocumentError) -> PanSettings {
    var settings = PanSettings()
    if let slop = try readDistance(&reader, "slop") { settings.slop = slop }
    settings.direction = try reader.optionalOneOf("direction") ?? .any
    settings.velocity = try reader.optionalOneOf("velocity") ?? .leastSquares
    guard let node = reader.optionalNode("fingers") else { return settings }
    guard case .array = node.value else {
      settings.minimumFingers = try node.integer(in: Self.fingerCounts, file: file)
      settings.maximumFingers = settings.minimumFingers
      return settings
    }
    let counts = try node.array(count: 2...2, file: file)
    settings.minimumFingers = try counts[0].integer(in: Self.fingerCounts, file: file)
    settings.maximumFingers = try counts[1].integer(in: Self.fingerCounts, file: file)
    guard settings.minimumFingers <= settings.maximumFingers else {
      throw node.error(
        "minimum of \(settings.minimumFingers) fingers exceeds maximum of "
          + "\(settings.maximumFingers)", file: file)
    }
    return settings
  }
}

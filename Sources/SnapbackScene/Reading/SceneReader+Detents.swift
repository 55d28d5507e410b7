import SnapbackDocument
import SnapbackEngine
import SnapbackMotion

/// Reads sheets: pans whose views come to rest at detents.
extension SceneReader {
  /// Reads the detents of a sheet and sets the axes, release and spring that detents imply. Does
  /// nothing if there are no detents.
  func readDetents(
    _ reader: inout ObjectReader, into behavior: inout PanBehavior
  ) throws(DocumentError) {
    guard let node = TranslationKeys.detents(&reader) else {
      guard try TranslationKeys.dismisses(&reader) else {
        throw reader.error("only a sheet with \"detents\" is dismissed", atKey: "dismisses")
      }
      return
    }
    for other in ["axes", "deceleration", "limits", "release", "snap"] where reader.has(other) {
      throw reader.error("\"detents\" takes the place of \"\(other)\"", atKey: other)
    }
    var detents: [SheetDetents.Detent] = []
    for item in try node.array(count: SceneRanges.detents, file: file) {
      detents.append(try readDetent(item))
    }
    behavior.detents = SheetDetents(
      detents, isDismissible: try TranslationKeys.dismisses(&reader))
    behavior.axes = .vertical
    behavior.release = .snap
    behavior.snapRule = SheetDetents.snapRule
    if !reader.has("spring") { behavior.spring = .uikitDefault }
  }

  private func readDetent(_ node: DocumentNode) throws(DocumentError) -> SheetDetents.Detent {
    if case .string = node.value {
      switch try node.oneOf(DetentWord.self, file: file) {
      case .medium: return .medium
      case .large: return .large
      }
    }
    var reader = try ObjectReader(node, file: file)
    let fraction = try DetentKeys.fraction(&reader)
    let height = try DetentKeys.height(&reader)
    try reader.finish()
    switch (fraction, height) {
    case (let fraction?, nil): return .fraction(fraction)
    case (nil, let height?): return .height(height)
    default: throw node.error("expected \"fraction\" or \"height\"", file: file)
    }
  }

  /// Reads a dismissal trigger: the name of a gesture that dismisses a sheet.
  func readDismissal(_ node: DocumentNode) throws(DocumentError) -> SceneAction.Trigger {
    let name = try node.string(file: file)
    guard let place = gestureNames[name]?.first else {
      throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
    }
    guard dismissingGestures.contains(place) else {
      throw node.error(
        "\"\(name)\" dismisses no sheet; give it \"detents\", or let it dismiss", file: file)
    }
    return .dismissal(place)
  }
}

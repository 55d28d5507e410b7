import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// Reads sheets: pans whose views come to rest at detents.
extension SceneReader {
  /// Reads the detents of a sheet and sets the axes, release and spring that detents imply. Does
  /// nothing if there are no detents.
  func readDetents(
    _ reader: inout ObjectReader, into behavior: inout PanBehavior, _ places: inout LayoutPlaces
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
    var names: [Int: String] = [:]
    for item in try node.array(count: SceneRanges.detents, file: file) {
      let (detent, height, name) = try readDetent(item)
      places.detents[detents.count] = height
      names[detents.count] = name
      detents.append(detent)
    }
    behavior.detents = SheetDetents(
      detents, names: names, isDismissible: try TranslationKeys.dismisses(&reader))
    behavior.axes = .vertical
    behavior.release = .snap
    behavior.snapRule = SheetDetents.snapRule
    if !reader.has("spring") { behavior.spring = .uikitDefault }
  }

  /// Reads a detent and its name. If its height is a sum, returns the sum as well; the detent then
  /// holds until the first layout pass.
  private func readDetent(
    _ node: DocumentNode
  ) throws(DocumentError) -> (detent: SheetDetents.Detent, height: LayoutNumber?, name: String?) {
    if case .string(let text) = node.value {
      switch DetentWord(rawValue: text) {
      case .medium: return (.medium, nil, nil)
      case .large: return (.large, nil, nil)
      case nil:
        let (detent, height) = try readHeight(node)
        return (detent, height, nil)
      }
    }
    var reader = try ObjectReader(node, file: file)
    let fraction = try DetentKeys.fraction(&reader)
    let height = DetentKeys.height(&reader)
    let name = try DetentKeys.name(&reader)
    try reader.finish()
    switch (fraction, height) {
    case (let fraction?, nil): return (.fraction(fraction), nil, name)
    case (nil, let height?):
      let (detent, sum) = try readHeight(height)
      return (detent, sum, name)
    default: throw node.error("expected \"fraction\" or \"height\"", file: file)
    }
  }

  private func readHeight(
    _ node: DocumentNode
  ) throws(DocumentError) -> (detent: SheetDetents.Detent, height: LayoutNumber?) {
    do throws(DocumentError) {
      let height = try readNumber(node, in: SceneRanges.extent)
      return (.height(height.constant), height.isConstant ? nil : height)
    } catch {
      // A single word is more likely a misspelled detent than the name of a metric.
      guard case .string(let text) = node.value, Self.isName(text) else { throw error }
      let words = DetentWord.allCases.map(\.rawValue)
      throw node.error(
        "unknown metric \"\(text)\"; expected "
          + words.map { "\"\($0)\"" }.joined(separator: ", ") + " or a height", file: file,
        hint: Spelling.hint(for: text, in: words + metrics.keys.sorted()))
    }
  }

  /// Reads a dismissal trigger: the name of a gesture that dismisses a sheet.
  func readDismissal(_ node: DocumentNode) throws(DocumentError) -> SceneAction.Trigger {
    let name = try node.string(file: file)
    guard let place = gestureNames[name]?.first else {
      throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
    }
    guard gestures[place].dismissesSheet else {
      throw node.error(
        "\"\(name)\" dismisses no sheet; give it \"detents\", or let it dismiss", file: file)
    }
    return .dismissal(place)
  }
}

extension SceneGesture {
  /// Whether releasing the gesture can dismiss the sheet that it moves.
  fileprivate var dismissesSheet: Bool {
    guard case .translation(let behavior) = binding else { return false }
    return behavior.detents?.isDismissible ?? false
  }
}

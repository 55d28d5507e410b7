import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads the triggers `landed` and `settled`.
extension SceneReader {
  /// Reads `landed` or `settled`; returns no trigger if the object has neither key.
  func readLandingTriggers(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    if LandedTriggerKeys.hasLanded(&reader) {
      return try readLandingTrigger(
        try LandedTriggerKeys.landed(&reader), at: LandedTriggerKeys.at(&reader), .landed)
    }
    guard SettledTriggerKeys.hasSettled(&reader) else { return [] }
    return try readLandingTrigger(
      try SettledTriggerKeys.settled(&reader), at: SettledTriggerKeys.at(&reader), .settled)
  }

  /// Reads the name of a gesture, or of a view for all gestures that move it, and the name of a
  /// place.
  private func readLandingTrigger(
    _ node: DocumentNode, at place: DocumentNode?, _ moment: LandingTrigger.Moment
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    let name = try node.string(file: file)
    let candidates = try candidates(named: name, node)
    let found = candidates.filter { gestures[$0].binding.placeNames != nil }
    guard !found.isEmpty else {
      throw node.error(
        "no release of \"\(name)\" chooses a place; name a pan, a scroll, or a gesture that drives "
          + "a translation or a constant", file: file)
    }
    let wanted = try place.map { node throws(DocumentError) in try node.string(file: file) }
    if let place, let wanted, !found.contains(where: { gestures[$0].binding.canLand(at: wanted) }) {
      let known = found.flatMap { gestures[$0].binding.placeNames ?? [] }
      let pages = found.contains { gestures[$0].binding.canLand(at: PlaceName.page(0)) }
      throw place.unknownChoice(
        wanted, of: "place", in: known + (pages ? [PlaceName.page(0)] : []), file: file)
    }
    return found.map { .landing(LandingTrigger($0, at: wanted, moment)) }
  }

  /// The indices of the gestures with a name or, if there is none, of the gestures on the view with
  /// that name.
  private func candidates(
    named name: String, _ node: DocumentNode
  ) throws(DocumentError) -> [Int] {
    if let places = gestureNames[name] { return places }
    guard case .view(let view)? = names[name] else {
      throw node.unknownName(
        name, of: "gesture or view",
        in: gestureNames.keys.sorted() + views.map(\.appearance.name), file: file)
    }
    return gestures.indices.filter { gestures[$0].view == view.index }
  }
}

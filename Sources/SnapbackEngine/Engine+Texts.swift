public import SnapbackFrames

/// Texts as renderers are told them.
extension Engine {
  /// The text of a view for the text size of now; nil where it has none. O(1).
  public func textAppearance(of view: Int) -> TextAppearance? {
    motion.tree.indices.contains(view) ? layout.text(of: view) : nil
  }

  /// ``appearances`` with the texts that they have now. O(views).
  public var appearancesWithTexts: [ViewAppearance] {
    var result = appearances
    for view in result.indices { result[view].text = textAppearance(of: view) }
    return result
  }
}

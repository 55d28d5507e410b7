public import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout

/// Texts as renderers are told them.
extension Engine {
  /// The text of a view for the text size of now; nil where it has none. O(1).
  public func textAppearance(of view: Int) -> TextAppearance? {
    let id = ViewID(index: view)
    guard motion.tree.indices.contains(view), let text = layout.properties(of: id).text else {
      return nil
    }
    let metrics = text.metrics(in: layout.traits.contentSize)
    let baselines = layout.baselines(of: id)
    return TextAppearance(
      string: text.string, style: text.hasFixedSize ? nil : text.style.rawValue,
      size: metrics.pointSize, lineHeight: metrics.leading, firstBaseline: baselines.first,
      lastBaseline: layout.frames[view].size.height - baselines.last,
      lineLimit: UInt32(clamping: text.lineLimit))
  }

  /// ``appearances`` with the texts that they have now. O(views).
  public var appearancesWithTexts: [ViewAppearance] {
    var result = appearances
    for view in result.indices { result[view].text = textAppearance(of: view) }
    return result
  }
}

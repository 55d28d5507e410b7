import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads how pinches zoom the content of a scroll view.
extension SceneReader {
  /// Reads the zoom of a view in a scroll view; nil if there is no object.
  func readZoom(
    _ object: ObjectReader?, in scroller: ViewID
  ) throws(DocumentError) -> ContentZoom? {
    guard var reader = object else { return nil }
    let node = try ZoomKeys.view(&reader)
    let view = try readView(node).index
    let appearance = views[view].appearance
    guard view != 0, appearance.parent == scroller.index else {
      throw node.error(
        "\"\(appearance.name)\" is not directly in \"\(views[scroller.index].appearance.name)\"",
        file: file)
    }
    guard appearance.anchor == .zero else {
      throw node.error(
        "zoomed content is scaled about its top left corner; give \"\(appearance.name)\" the key "
          + "\"anchor: [0, 0]\"", file: file)
    }
    let limits = try readPartLimits(
      ZoomKeys.limits(&reader), in: SceneRanges.scaleLimit, home: 1,
      isElastic: ZoomKeys.rubberBand(&reader))
    try reader.finish()
    return ContentZoom(of: view, within: limits)
  }
}

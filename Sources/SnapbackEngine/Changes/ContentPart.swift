public import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol

/// A part of the content of a scroll view.
public enum ContentPart: Hashable, Sendable {
  /// The frame of a view in the scroll view, without transforms.
  case view(String)
  /// A rectangle in the content. The point at the top left corner of the scroll view has the
  /// coordinates of the scroll offset.
  case rect(Rect)

  /// The rectangle in the content of a scroll view; nil if the view is not in it.
  func rect(in scroller: Int, _ parts: borrowing SceneParts) -> Rect? {
    switch self {
    case .rect(let rect): return rect
    case .view(let name):
      guard let view = parts.layout.view(named: name), view != scroller else { return nil }
      var way = Vector.zero - (parts.motion.modelFrame(of: scroller).origin - .zero)
      var outer = parts.motion.tree.parent(of: view)
      while outer != scroller {
        guard outer != 0 else { return nil }
        way.dx -= parts.motion.model(.scrollX, of: outer)
        way.dy -= parts.motion.model(.scrollY, of: outer)
        outer = parts.motion.tree.parent(of: outer)
      }
      return parts.motion.modelFrame(of: view).offset(by: way)
    }
  }
}

/// One axis of a scroll view and a part of its content: the smallest movement that makes the part
/// visible, as with `scrollRectToVisible`.
struct ContentReach {
  /// The scroll offset.
  let offset: Double
  /// The extent of the scroll view.
  let extent: Double
  /// The inset before the content.
  let before: Double
  /// The inset after the content.
  let after: Double
  /// Whether offsets are multiples of the extent.
  let isPaging: Bool

  /// The offset that shows the part from `start` to `end`.
  ///
  /// A part that is visible, or that fills the visible area, moves nothing. Otherwise the nearer
  /// edge of the part comes to the edge of the visible area, or for a part that is longer than the
  /// area, the edge that shows the most of it: `nearest` of CSS's `scrollIntoView`. With pages, it
  /// is the next page that shows the part.
  func offset(showing start: Double, _ end: Double) -> Double {
    let (first, last) = (offset + before, offset + extent - after)
    guard (start < first) != (end > last) else { return offset }
    let isLonger = end - start > last - first
    let goal = (start < first) != isLonger ? start - before : end + after - extent
    guard isPaging, extent > 0 else { return goal }
    // A goal that misses a page by a rounding error is at the page.
    let page = goal / extent
    return extent * (goal > offset ? (page - 1e-9).rounded(.up) : (page + 1e-9).rounded(.down))
  }
}

extension SceneParts {
  /// The scroll offset that shows a part of the content of a scroll view, within the range of the
  /// offset; nil if the offset need not change.
  func offset(showing part: ContentPart, in view: Int) -> Vector? {
    guard let rect = part.rect(in: view, self) else { return nil }
    let size = motion.modelFrame(of: view).size
    let inset = layout.contentInset(of: view)
    let range = ScrollRange(of: view, self)
    let isPaging = layout.turnsPages(of: view)
    func goal(
      _ channel: Channel, _ extent: Double, _ insets: (Double, Double), _ start: Double,
      _ end: Double
    ) -> Double {
      let offset = motion.model(channel, of: view)
      let reach = ContentReach(
        offset: offset, extent: extent, before: insets.0, after: insets.1, isPaging: isPaging)
      let goal = reach.offset(showing: start, end)
      return goal == offset ? offset : range.nearest(to: goal, along: channel)
    }
    let old = Vector(dx: motion.model(.scrollX, of: view), dy: motion.model(.scrollY, of: view))
    let new = Vector(
      dx: goal(.scrollX, size.width, (inset.left, inset.right), rect.left, rect.right),
      dy: goal(.scrollY, size.height, (inset.top, inset.bottom), rect.top, rect.bottom))
    return new == old ? nil : new
  }
}

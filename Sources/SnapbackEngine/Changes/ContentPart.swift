public import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol

/// A part of the content of a scroll view.
public enum ContentPart: Hashable, Sendable {
  /// The frame of a view within the scroll view, without transforms except for that of zoomed
  /// content.
  case view(String)
  /// A rectangle in the content. The scroll offset is the coordinate of the content point at the
  /// top left corner of the scroll view.
  case rect(Rect)

  /// The rectangle of the part in the content of a scroll view; nil if the view is not in the
  /// scroll view.
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
      return parts.zoomed(
        parts.motion.modelFrame(of: view).offset(by: way), of: view, in: scroller)
    }
  }
}

/// One axis of a scroll view. It computes the smallest movement that makes a part of the content
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
  /// Whether the scroll view rests only at multiples of the extent.
  let isPaging: Bool

  /// The offset that shows the part from `start` to `end`.
  ///
  /// A part that is visible, or that fills the visible area, does not change the offset. Otherwise
  /// the nearer edge of the part moves to the edge of the visible area. A part that is longer than
  /// the area is aligned at the edge that makes the most of it visible: `nearest` of CSS's
  /// `scrollIntoView`. With pages, the result is the next page that shows the part.
  func offset(showing start: Double, _ end: Double) -> Double {
    let (first, last) = (offset + before, offset + extent - after)
    guard (start < first) != (end > last) else { return offset }
    let isLonger = end - start > last - first
    let goal = (start < first) != isLonger ? start - before : end + after - extent
    guard isPaging, extent > 0 else { return goal }
    // A goal that differs from a page's offset only by a rounding error is that page.
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

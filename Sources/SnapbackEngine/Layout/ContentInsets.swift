import SnapbackBasics
public import SnapbackLayout

extension ScrollTraits {
  /// The insets by which the range of the scroll offset of a view extends beyond the content, in a
  /// layout.
  ///
  /// The keyboard also covers the bottom of the safe area, so the bottom inset includes only the
  /// larger one.
  func contentInset(of view: Int, in tree: LayoutTree) -> EdgeInsets {
    guard addsSafeArea || avoidsKeyboard else { return inset }
    var covered = addsSafeArea ? tree.safeAreaInsets(of: ViewID(index: view)) : .zero
    if avoidsKeyboard {
      covered.bottom = max(covered.bottom, Self.keyboardOverlap(of: view, in: tree))
    }
    return inset + covered
  }

  /// The height of the part of a view that the keyboard covers, as laid out: without transforms and
  /// without the offsets of enclosing scroll views.
  private static func keyboardOverlap(of view: Int, in tree: LayoutTree) -> Double {
    let height = tree.traits.keyboardHeight
    guard height > 0 else { return 0 }
    let frame = tree.frames[view]
    return min(max(0, frame.bottom - (tree.screenSize.height - height)), frame.size.height)
  }
}

extension SceneBlueprint {
  /// Scrolls content with insets to the start of its range, as an engine does when the scene
  /// begins. Content that has an offset along an axis keeps it.
  ///
  /// - Parameter tree: a layout of the scene after a pass. It needs another pass if a constraint
  ///   depends on an offset.
  public func scrollToStart(_ tree: inout LayoutTree) {
    for gesture in gestures {
      guard case .scrollOffset(let behavior) = gesture.binding else { continue }
      let inset = behavior.scroll.contentInset(of: gesture.view, in: tree)
      let view = ViewID(index: gesture.view)
      var offset = tree.scrollOffset(of: view)
      if offset.dx == 0, inset.left != 0 { offset.dx = -inset.left }
      if offset.dy == 0, inset.top != 0 { offset.dy = -inset.top }
      // Cannot fail: the view of such a gesture scrolls, and the insets are in range.
      try? tree.setScrollOffset(offset, of: view)
    }
  }
}

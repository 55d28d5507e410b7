/// A view of a layout tree, by its place in the order of creation; parents come first.
public struct ViewID: Hashable, Comparable, Sendable {
  /// The place in the tree's lists; the root is 0.
  public let index: Int

  /// The view at a place; a tree refuses one that it does not have.
  public init(index: Int) {
    self.index = index
  }

  /// The root of every tree: the screen.
  public static let root = ViewID(index: 0)

  /// Whether `left` was created before `right`.
  public static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }
}

/// A layout guide that a program has made: a rectangle that takes part in layout and is not drawn.
public struct GuideID: Hashable, Comparable, Sendable {
  /// The place in the order of creation.
  public let index: Int

  init(index: Int) {
    self.index = index
  }

  /// Whether `left` was created before `right`.
  public static func < (left: GuideID, right: GuideID) -> Bool { left.index < right.index }
}

/// A rectangle that constraints can speak of: a view, or a guide.
public enum LayoutItem: Hashable, Sendable {
  /// A view, by its alignment rectangle.
  case view(ViewID)
  /// A guide that was added to a view.
  case guide(GuideID)
  /// What a view's layout margins leave of it.
  case margins(ViewID)
  /// What the safe area leaves of a view.
  case safeArea(ViewID)
  /// What a scroll view shows through its frame: its content, at its full size.
  case content(ViewID)
  /// The frame of a scroll view, which does not scroll.
  case viewport(ViewID)
  /// What the keyboard covers of the screen; empty, at the bottom of the safe area, without one.
  case keyboard
}

/// A direction of layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Along x.
  case horizontal
  /// Along y.
  case vertical
}

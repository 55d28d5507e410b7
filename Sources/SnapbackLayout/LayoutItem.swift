/// A view of a layout tree, identified by its index in order of creation; parents precede children.
public struct ViewID: Hashable, Comparable, Sendable {
  /// The index of the view in the tree's lists. The root has the index 0.
  public let index: Int

  /// Makes the identifier of the view at an index. A tree rejects an index for which it has no
  /// view.
  public init(index: Int) {
    self.index = index
  }

  /// The root of every tree: the screen.
  public static let root = ViewID(index: 0)

  /// Whether `left` was created before `right`.
  public static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }
}

/// A guide declared by a program: a rectangle that takes part in layout but is not drawn.
public struct GuideID: Hashable, Comparable, Sendable {
  /// The index of the guide in order of creation.
  public let index: Int

  init(index: Int) {
    self.index = index
  }

  /// Whether `left` was created before `right`.
  public static func < (left: GuideID, right: GuideID) -> Bool { left.index < right.index }
}

/// A rectangle that constraints can refer to: a view or a guide.
public enum LayoutItem: Hashable, Sendable {
  /// A view's alignment rectangle.
  case view(ViewID)
  /// A guide that was added to a view.
  case guide(GuideID)
  /// A view's bounds inside its layout margins.
  case margins(ViewID)
  /// A view's bounds inside its safe area.
  case safeArea(ViewID)
  /// The full content of a scroll view.
  case content(ViewID)
  /// The rectangle through which a scroll view shows its content. The rectangle itself does not
  /// scroll.
  case viewport(ViewID)
  /// The part of the screen that the keyboard covers. Without a keyboard, an empty rectangle at the
  /// bottom of the safe area.
  case keyboard
}

/// An axis of layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Along x.
  case horizontal
  /// Along y.
  case vertical
}

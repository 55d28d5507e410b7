public import SnapbackBasics

/// The change of a view's frame in a layout pass, in its parent's coordinates.
public struct FrameChange: Hashable, Sendable {
  /// The index of the view in the scene.
  public var view: Int
  /// The frame before the pass.
  public var old: Rect
  /// The frame after the pass.
  public var new: Rect

  /// Creates a change.
  public init(view: Int, from old: Rect, to new: Rect) {
    self.view = view
    self.old = old
    self.new = new
  }
}

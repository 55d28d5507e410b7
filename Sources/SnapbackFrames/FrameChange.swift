public import SnapbackGeometry

/// What a layout pass did to the frame of a view, in its parent's coordinates.
public struct FrameChange: Hashable, Sendable {
  /// The view, by its place in the scene.
  public var view: Int
  /// The frame before.
  public var old: Rect
  /// The frame after.
  public var new: Rect

  /// A change by its parts.
  public init(view: Int, from old: Rect, to new: Rect) {
    self.view = view
    self.old = old
    self.new = new
  }
}

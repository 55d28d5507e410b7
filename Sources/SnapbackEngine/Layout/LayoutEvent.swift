public import SnapbackGeometry
public import SnapbackTiming

/// A layout pass has changed where views are to be.
///
/// It is about the frames that were asked for, which change at once; what is drawn may be on its
/// way there.
public struct LayoutEvent: Hashable, Sendable {
  /// A view whose frame has changed.
  public struct Change: Hashable, Sendable {
    /// The view, by its place in the scene.
    public var view: Int
    /// The frame before, in the parent's coordinates.
    public var from: Rect
    /// The frame after.
    public var to: Rect
  }

  /// When.
  public var time: Instant
  /// The transaction that the pass was part of; nil outside of one.
  public var transaction: UInt64?
  /// The views whose frames it changed, in the order of the scene; never empty.
  public var changes: [Change]
}

public import SnapbackBasics

/// The changes of the views' layout rectangles ("frames") by a layout pass.
///
/// The event describes the model frames, which change immediately. The drawn positions may still be
/// in motion.
public struct LayoutEvent: Hashable, Sendable {
  /// A view whose layout frame has changed.
  public struct Change: Hashable, Sendable {
    /// The index of the view in the scene.
    public var view: Int
    /// The frame before the pass, in the parent's coordinates.
    public var from: Rect
    /// The frame after the pass, in the parent's coordinates.
    public var to: Rect

    /// Creates a change.
    public init(view: Int, from: Rect, to: Rect) {
      self.view = view
      self.from = from
      self.to = to
    }
  }

  /// The time of the pass.
  public var time: Instant
  /// The transaction that the pass was part of; nil outside of a transaction.
  public var transaction: UInt64?
  /// The views whose frames changed, in scene order.
  public var changes: [Change]

  /// Creates an event.
  public init(time: Instant, transaction: UInt64?, changes: [Change]) {
    self.time = time
    self.transaction = transaction
    self.changes = changes
  }
}

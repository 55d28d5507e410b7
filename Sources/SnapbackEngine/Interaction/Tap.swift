import SnapbackGeometry

/// A finger that may become a tap.
struct Tap: Sendable {
  /// How far a finger may move and still tap, in points; as far as it may and not pan.
  private static let slop = 10.0

  let contact: UInt64
  /// The view that was hit.
  let view: Int
  private let start: Point
  /// Whether the finger has left its place, so that it no longer taps.
  private(set) var hasMoved = false

  init(contact: UInt64, view: Int, start: Point) {
    self.contact = contact
    self.view = view
    self.start = start
  }

  /// The finger is at a point.
  mutating func move(to point: Point) {
    if !(point.distance(to: start) <= Self.slop) { hasMoved = true }
  }
}

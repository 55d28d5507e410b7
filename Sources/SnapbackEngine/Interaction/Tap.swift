import SnapbackBasics

/// A finger that may become a tap.
struct Tap: Sendable {
  /// The distance that a finger may move and still tap, in points; the same as for a pan.
  private static let slop = 10.0

  let contact: UInt64
  /// The view that was hit.
  let view: Int
  private let start: Point
  /// Whether the finger has moved too far to tap.
  private(set) var hasMoved = false

  init(contact: UInt64, view: Int, start: Point) {
    self.contact = contact
    self.view = view
    self.start = start
  }

  /// Moves the finger to a point.
  mutating func move(to point: Point) {
    if !(point.distance(to: start) <= Self.slop) { hasMoved = true }
  }
}

public import SnapbackBasics
import SnapbackTouches

/// The fingers of a recognizer, and one location that represents all of them.
///
/// The location is the center of the fingers. When a finger joins or leaves, the center jumps;
/// ``location`` does not jump but continues from its last value.
public struct FingerSet: Sendable {
  /// One finger that is down.
  public struct Finger: Hashable, Sendable {
    /// The contact's id.
    public let id: UInt64
    /// The touch-down position, in points on the screen.
    public let start: Point
    /// The current position.
    public internal(set) var position: Point
  }

  /// The maximum number of tracked fingers; further fingers are ignored.
  public static let limit = 16

  /// The fingers in the order in which they touched.
  public private(set) var fingers: [Finger] = []
  /// The center of the fingers without jumps. Keeps its value when the last finger leaves.
  public private(set) var location = Point.zero
  /// The touch-down position of the first finger.
  public private(set) var touchDown = Point.zero
  /// The touch-down time of the first finger.
  public private(set) var touchTime = Instant.zero
  /// The vector from the center of the fingers to ``location``.
  private var correction = Vector.zero

  /// Creates an empty set.
  public init() {
    fingers.reserveCapacity(Self.limit)
  }

  /// The number of fingers that are down.
  public var count: Int { fingers.count }
  /// Whether no finger is down.
  public var isEmpty: Bool { fingers.isEmpty }

  /// Whether the contact is one of the fingers.
  public func contains(_ id: UInt64) -> Bool { fingers.contains { $0.id == id } }

  /// Removes all fingers.
  public mutating func removeAll() {
    fingers.removeAll(keepingCapacity: true)
    correction = .zero
  }

  /// The effect of a contact on the set.
  enum Change {
    /// The contact is not in the set, or exceeds ``limit``.
    case none
    case joined, moved, lifted, lost
  }

  /// Updates the set with one contact. Call ``settle()`` after all contacts of a touch frame.
  ///
  /// If `continues` is true and no finger is left, the next finger that touches continues from
  /// ``location``; otherwise its own position becomes the location. O(fingers), no allocation.
  mutating func update(_ contact: Contact, at time: Instant, continues: Bool = false) -> Change {
    switch contact.phase {
    case .began:
      return join(contact, at: time, continues: continues) ? .joined : .none
    case .moved:
      guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { return .none }
      if contact.position.isFinite { fingers[index].position = contact.position }
      return .moved
    case .ended, .cancelled:
      guard leave(contact.id) else { return .none }
      return contact.phase == .ended ? .lifted : .lost
    }
  }

  /// Updates ``location`` from the current fingers.
  mutating func settle() {
    if !fingers.isEmpty { location = middle + correction }
  }

  /// Keeps ``location`` unchanged although the fingers have moved.
  mutating func hold() {
    correction = location - middle
  }

  /// The center of the fingers, including jumps; ``location`` if none is down.
  public var middle: Point {
    guard fingers.count > 1 else { return fingers.first?.position ?? location }
    var sum = Vector.zero
    // Scale each term before adding: the sum of large coordinates could be infinite.
    for finger in fingers { sum = sum + (1 / Double(fingers.count)) * (finger.position - .zero) }
    return .zero + sum
  }

  /// The center of the touch-down positions of the fingers that are down; ``location`` if there is
  /// none.
  var middleOfStarts: Point {
    guard !fingers.isEmpty else { return location }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (1 / Double(fingers.count)) * (finger.start - .zero) }
    return .zero + sum
  }

  private mutating func join(_ contact: Contact, at time: Instant, continues: Bool) -> Bool {
    guard fingers.count < Self.limit, contact.position.isFinite, !contains(contact.id)
    else { return false }
    let finger = Finger(id: contact.id, start: contact.position, position: contact.position)
    guard fingers.isEmpty else {
      let before = middle + correction
      fingers.append(finger)
      correction = before - middle
      return true
    }
    fingers.append(finger)
    if continues {
      // The previous finger left in the same touch frame; the location continues with this finger.
      correction = location - contact.position
    } else {
      touchDown = contact.position
      touchTime = time
      location = contact.position
      correction = .zero
    }
    return true
  }

  private mutating func leave(_ id: UInt64) -> Bool {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return false }
    let before = middle + correction
    fingers.remove(at: index)
    if fingers.isEmpty { location = before } else { correction = before - middle }
    return true
  }
}

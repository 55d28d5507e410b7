public import SnapbackGeometry
public import SnapbackTiming
import SnapbackTouches

/// The fingers on a recogniser, and the one place that stands for all of them.
///
/// That place is their middle. When a finger joins or leaves, the middle jumps; ``location`` does
/// not: it goes on from where it was.
public struct FingerSet: Sendable {
  /// One finger that is down.
  public struct Finger: Hashable, Sendable {
    /// The contact's id.
    public let id: UInt64
    /// Where it touched, in points on the screen.
    public let start: Point
    /// Where it is.
    public internal(set) var position: Point
  }

  /// The most fingers that are followed; more are ignored.
  public static let limit = 16

  /// The fingers in the order in which they touched.
  public private(set) var fingers: [Finger] = []
  /// Where they are: their middle without the jumps. Stays when the last one leaves.
  public private(set) var location = Point.zero
  /// Where the first finger touched.
  public private(set) var touchDown = Point.zero
  /// When the first finger touched.
  public private(set) var touchTime = Instant.zero
  /// From the middle of the fingers to ``location``.
  private var correction = Vector.zero

  /// No finger.
  public init() {
    fingers.reserveCapacity(Self.limit)
  }

  /// How many fingers are down.
  public var count: Int { fingers.count }
  /// Whether none is.
  public var isEmpty: Bool { fingers.isEmpty }

  /// Whether the contact is one of the fingers.
  public func contains(_ id: UInt64) -> Bool { fingers.contains { $0.id == id } }

  /// Forgets all fingers.
  public mutating func removeAll() {
    fingers.removeAll(keepingCapacity: true)
    correction = .zero
  }

  /// How the set changed with a contact.
  enum Change {
    /// The contact is none of the fingers, or one too many.
    case none
    case joined, moved, lifted, lost
  }

  /// Takes one contact; ``settle()`` has to follow when all of a frame are in.
  ///
  /// With `continues` a finger that touches where none is left goes on from ``location``; without
  /// it the place is the finger's own. O(fingers), no allocation.
  mutating func take(_ contact: Contact, at time: Instant, continues: Bool = false) -> Change {
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

  /// Finds the place of the fingers as they are now.
  mutating func settle() {
    if !fingers.isEmpty { location = middle + correction }
  }

  /// The middle of the fingers, jumps and all; the location when none is down.
  public var middle: Point {
    guard fingers.count > 1 else { return fingers.first?.position ?? location }
    var sum = Vector.zero
    // Each share by itself: the sum of large coordinates may be infinite.
    for finger in fingers { sum = sum + (1 / Double(fingers.count)) * (finger.position - .zero) }
    return .zero + sum
  }

  /// The middle of the places where the fingers touched that are down; the location when none is.
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
      // The last finger left in the same frame: it goes on with this one.
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
    if !fingers.isEmpty { correction = before - middle }
    return true
  }
}

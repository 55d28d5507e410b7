import SnapbackBasics

/// The movements from which multi-finger gestures are recognized, and the fingers' contacts.
extension PadFingers {
  /// Whether this pad has thumb detection.
  var hasThumbs: Bool { thumbs != nil }

  /// The topmost and the lowest of the fingers that take part in gestures; the same finger twice if
  /// there is only one, nil if there is none.
  var outermost: (top: PadFinger, low: PadFinger)? {
    var (top, low): (PadFinger?, PadFinger?) = (nil, nil)
    for index in fingers.indices where fingers[index].gestures {
      let finger = fingers[index]
      if top.map({ finger.place.y < $0.place.y }) ?? true { top = finger }
      if low.map({ finger.place.y >= $0.place.y }) ?? true { low = finger }
    }
    guard let top, let low else { return nil }
    return (top, low)
  }

  /// Whether both outermost fingers have moved since the last ``mark()``, in different directions.
  var isApart: Bool {
    guard let (top, low) = outermost else { return false }
    let (one, other) = (top.moved, low.moved)
    return min(one.length, other.length) >= Self.apartLength
      && !PadDirection(of: one).isSame(as: PadDirection(of: other))
  }

  /// The distance that both fingers must move in different directions to turn a scroll into
  /// contacts, in millimeters: libinput's `PINCH_DISAMBIGUATION_MOVE_THRESHOLD`.
  static let apartLength = 1.5

  /// Resets ``PadFinger/moved`` of all fingers to zero.
  mutating func mark() {
    for index in fingers.indices { fingers[index].mark = fingers[index].travel }
  }

  /// Makes the lowest finger that takes part in gestures a resting thumb.
  mutating func suppressLowest() {
    var lowest: Int?
    for index in fingers.indices where fingers[index].gestures {
      if lowest.map({ fingers[index].place.y >= fingers[$0].place.y }) ?? true { lowest = index }
    }
    if let lowest { thumbs?.suppress(lowest, &fingers) }
  }

  /// Gives each finger that takes part in gestures the contact id that `begin` returns for the
  /// finger's position.
  mutating func beginContacts(_ begin: (Point) -> UInt64) {
    for index in fingers.indices {
      fingers[index].contact = fingers[index].gestures ? begin(fingers[index].position) : 0
    }
  }

  /// Removes the contact ids of all fingers.
  mutating func dropContacts() {
    for index in fingers.indices { fingers[index].contact = 0 }
  }

  /// Whether exactly the fingers that take part in gestures have contacts, and their number is
  /// `count`.
  func hasContacts(_ count: Int) -> Bool {
    var found = 0
    for index in fingers.indices {
      guard fingers[index].gestures == (fingers[index].contact != 0) else { return false }
      if fingers[index].gestures { found += 1 }
    }
    return found == count
  }

  /// The last step of the finger with this contact id; zero if there is no such finger.
  func step(ofContact contact: UInt64) -> Vector {
    for index in fingers.indices where fingers[index].contact == contact {
      return fingers[index].step
    }
    return .zero
  }
}

/// Assigns TUIO session ids, which are 31-bit integers, to contacts, whose ids in Snapback have 64
/// bits.
///
/// The session id is the low 31 bits of the contact's id, unless one of the last ``memory``
/// contacts had the same session id. In this case it is a number that none of these contacts had.
/// So a session id identifies one contact, even for a listener that missed the end of an earlier
/// contact.
struct SessionNumbers {
  /// The number of contacts after which a session id may be reused.
  static let memory = 4096
  /// The first session id for contacts that cannot use the low bits of their id.
  private static let firstFree: Int32 = 1 << 30

  private var given: Set<Int32> = []
  private var order: [Int32] = []
  /// The index of the oldest session id in `order`, once `order` is full.
  private var oldest = 0
  private var free = firstFree

  /// Returns the session id for a new contact. O(1) on average.
  mutating func next(for id: UInt64) -> Int32 {
    var number = Int32(truncatingIfNeeded: id & 0x7FFF_FFFF)
    while given.contains(number) {
      number = free
      free = free == .max ? Self.firstFree : free + 1
    }
    given.insert(number)
    if order.count < Self.memory {
      order.append(number)
    } else {
      given.remove(order[oldest])
      order[oldest] = number
      oldest = (oldest + 1) % Self.memory
    }
    return number
  }
}

/// Assigns TUIO session ids to contacts: 31-bit integers, where Snapback's ids have 64 bits.
///
/// A contact keeps the low 31 bits of its id, unless one of the last ``memory`` contacts had the
/// same number. Then it gets a number that none of these had. A number therefore identifies one
/// contact, even for a listener that missed the end of an earlier one.
struct SessionNumbers {
  /// The number of contacts after which a number may be reused.
  static let memory = 4096
  /// The first number for contacts that cannot keep their own.
  private static let firstFree: Int32 = 1 << 30

  private var given: Set<Int32> = []
  private var order: [Int32] = []
  /// The index of the oldest number in `order`, once that is full.
  private var oldest = 0
  private var free = firstFree

  /// Returns the number for a new contact. O(1) on average.
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

/// Gives contacts the numbers that TUIO has for them: whole numbers of 31 bits, where Snapback's
/// have 64.
///
/// A contact keeps the low 31 bits of its own number, unless one of the last ``memory`` contacts
/// has had the same; then it gets one that none of these had. So a number means one contact, also
/// for a listener that has missed the end of an earlier one.
struct SessionNumbers {
  /// How many contacts back a number is not given again.
  static let memory = 4096
  /// Where the numbers begin that are no contact's own.
  private static let firstFree: Int32 = 1 << 30

  private var given: Set<Int32> = []
  private var order: [Int32] = []
  /// The oldest in `order`, once it is full.
  private var oldest = 0
  private var free = firstFree

  /// The number of a contact that has just come. O(1) on average.
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

import SnapbackLinux

/// A client's share in the memory for frames: whether it has requested the memory, and its wake-up.
struct MemoryShare {
  /// Whether the client has requested shared memory.
  private(set) var isWanted = false
  /// Whether the client has requested shared memory and was not handed the current one.
  private(set) var isOwed = false
  /// The wake-up for changes of the memory; nil until the memory was handed over.
  private var wake: WakeUp?

  /// Records the client's request; returns false if it has made one before.
  mutating func request() -> Bool {
    guard !isWanted else { return false }
    (isWanted, isOwed) = (true, true)
    return true
  }

  /// Records that there is another memory.
  mutating func renew() { isOwed = isWanted }

  /// Opens a wake-up for the present memory and returns the client's end of it.
  mutating func open() throws(SystemError) -> SharedDescriptor {
    let (wake, other) = try WakeUp.pair()
    self.wake = wake
    isOwed = false
    return other
  }

  /// Signals a change of the memory, if the client was handed it.
  func signal() { wake?.signal() }
}

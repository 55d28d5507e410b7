import SnapbackLinux

/// A client's use of the shared memory: whether it requested the memory, and its wake-up.
struct MemoryShare {
  /// Whether the client has requested shared memory.
  private(set) var isWanted = false
  /// Whether the client requested shared memory and has not been given the current one.
  private(set) var isOwed = false
  /// The wake-up that signals changes of the memory; nil until the client has been given the
  /// memory.
  private var wake: WakeUp?

  /// Records the client's request for shared memory. Returns false if the client had already
  /// requested it.
  mutating func request() -> Bool {
    guard !isWanted else { return false }
    (isWanted, isOwed) = (true, true)
    return true
  }

  /// Records that the memory was replaced.
  mutating func renew() { isOwed = isWanted }

  /// Opens a wake-up for the current memory and returns the client's end of it.
  mutating func open() throws(SystemError) -> SharedDescriptor {
    let (wake, other) = try WakeUp.pair()
    self.wake = wake
    isOwed = false
    return other
  }

  /// Signals a change of the memory to a client that has it.
  func signal() { wake?.signal() }
}

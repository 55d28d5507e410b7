import CSnapbackLinux
import Glibc

/// Memory that other processes can map and read, but only this process can write.
///
/// The memory is sealed: its size is fixed, and a process that receives its descriptor cannot map
/// it for writing.
public struct SharedMemory: ~Copyable {
  private let memory: SharedDescriptor
  private let base: UnsafeMutableRawPointer
  /// The size in bytes.
  public let size: Int

  /// Makes a memory of `size` zero bytes; `size` is at least 1. `/proc` shows `name`.
  public init(name: String, size: Int) throws(SystemError) {
    let raw = try checked(
      snapback_memory_create(name, size), "cannot create \(size) bytes of shared memory")
    let memory = SharedDescriptor(Descriptor(owning: raw))
    // Map the memory before sealing it: this mapping stays writable, and no other writable mapping
    // can be made.
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.raw, 0)
    let code = errno
    guard let mapped, mapped != MAP_FAILED else {
      throw SystemError("cannot map \(size) bytes of shared memory", code: code)
    }
    if snapback_memory_seal(memory.raw) != 0 {
      let code = errno
      munmap(mapped, size)
      throw SystemError("cannot seal shared memory (Linux 5.1 or newer can)", code: code)
    }
    self.memory = memory
    self.size = size
    base = mapped
  }

  deinit {
    munmap(base, size)
  }

  /// The descriptor to pass to other processes.
  public var descriptor: SharedDescriptor { memory }

  /// Calls `body` with the bytes, which it may change.
  public mutating func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    body(UnsafeMutableRawBufferPointer(start: base, count: size))
  }

  /// Calls `body` to change the bytes, so that readers can detect the change: while `body` runs,
  /// the sequence counter at `offset` is odd. `offset` is a multiple of 8.
  public mutating func publish(
    sequenceAt offset: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    precondition(offset >= 0 && offset % 8 == 0 && offset <= size - 8, "The sequence is inside.")
    snapback_sequence_begin(base + offset)
    body(UnsafeMutableRawBufferPointer(start: base, count: size))
    snapback_sequence_end(base + offset)
  }
}

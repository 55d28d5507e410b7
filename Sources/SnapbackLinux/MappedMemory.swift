import CSnapbackLinux
import Glibc

/// The shared memory of another process, mapped for reading.
///
/// The memory must be sealed against shrinking, because reads beyond its end would crash this
/// process.
public struct MappedMemory: ~Copyable {
  private let memory: Descriptor
  private let base: UnsafeMutableRawPointer
  /// The size in bytes.
  public let size: Int

  /// Maps the whole memory. Throws unless its size is between `least` and `most` bytes.
  public init(
    _ memory: consuming Descriptor, atLeast least: Int, atMost most: Int
  ) throws(SystemError) {
    guard snapback_memory_cannot_shrink(memory.raw) != 0 else {
      throw SystemError("shared memory that is not sealed against shrinking", code: EPERM)
    }
    var information = stat()
    _ = try checked(fstat(memory.raw, &information), "cannot read shared memory")
    let size = Int(clamping: information.st_size)
    guard size > 0, size >= least, size <= most else {
      throw SystemError(
        "shared memory of \(size) bytes, expected \(least) to \(most)", code: EINVAL)
    }
    let mapped = mmap(nil, size, PROT_READ, MAP_SHARED, memory.raw, 0)
    let code = errno
    guard let mapped, mapped != MAP_FAILED else {
      throw SystemError("cannot map \(size) bytes of shared memory", code: code)
    }
    self.memory = memory
    self.size = size
    base = mapped
  }

  deinit {
    munmap(base, size)
  }

  /// Copies `bytes.count` bytes from `offset`, consistently: if a writer changes the memory during
  /// the copy, tries again. Returns false if this happened in each of `tries` attempts. O(bytes),
  /// no allocation.
  ///
  /// `sequence` is the offset of the writer's sequence counter. Both offsets and the count must be
  /// multiples of 8 and within the memory; otherwise nothing is copied and the result is false.
  public borrowing func read(
    sequenceAt sequence: Int, from offset: Int, into bytes: inout [UInt8], tries: Int32
  ) -> Bool {
    let count = bytes.count
    let end = size
    func fits(_ at: Int, _ length: Int) -> Bool { at >= 0 && at % 8 == 0 && at <= end - length }
    guard count % 8 == 0, count <= size, fits(offset, count), fits(sequence, 8) else {
      return false
    }
    return bytes.withUnsafeMutableBytes { target in
      guard let start = target.baseAddress else { return true }
      return snapback_sequence_read(base, sequence, offset, start, count, tries) == 1
    }
  }
}

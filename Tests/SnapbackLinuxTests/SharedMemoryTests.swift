import Glibc
import SnapbackLinux
import Testing

/// Shared memory, which other processes can read but not change.
@Suite struct SharedMemoryTests {
  private let size = 1 << 16

  private func map(_ descriptor: Int32, _ protection: Int32) -> UnsafeMutableRawPointer? {
    let address = mmap(nil, size, protection, MAP_SHARED, descriptor, 0)
    return address == MAP_FAILED ? nil : address
  }

  @Test func anotherDescriptorReadsWhatTheOwnerWrites() throws {
    var memory = try SharedMemory(name: "test", size: size)
    let other = Descriptor(owning: dup(memory.descriptor.raw))
    let seen = try #require(map(other.raw, PROT_READ))
    defer { munmap(seen, size) }
    memory.withBytes { $0.storeBytes(of: 0x1234, toByteOffset: 64, as: UInt32.self) }
    #expect(seen.load(fromByteOffset: 64, as: UInt32.self) == 0x1234)
    let (length, count) = (memory.size, lseek(other.raw, 0, SEEK_END))
    #expect(length == size && count == size)
  }

  @Test func nobodyElseCanWriteItOrChangeItsSize() throws {
    let memory = try SharedMemory(name: "test", size: size)
    let number = memory.descriptor.raw
    let fallocate = try #require(Self.fallocate)
    let others = [dup(number), open("/proc/self/fd/\(number)", O_RDWR | O_CLOEXEC)]
    for other in others {
      #expect(other >= 0)
      #expect(map(other, PROT_READ | PROT_WRITE) == nil)
      if let readable = map(other, PROT_READ) {
        #expect(mprotect(readable, size, PROT_READ | PROT_WRITE) == -1)
        munmap(readable, size)
      }
      let byte: [UInt8] = [1]
      #expect(pwrite(other, byte, 1, 0) == -1)
      #expect(ftruncate(other, off_t(size - 4096)) == -1)
      #expect(ftruncate(other, off_t(size + 4096)) == -1)
      // FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE.
      for (mode, offset) in [(0, size), (0x01 | 0x02, 0)] as [(Int32, Int)] {
        #expect(fallocate(other, mode, offset, 4096) == -1)
      }
      // F_ADD_SEALS: the seals are sealed, too.
      #expect(fcntl(other, 1033, 0) == -1)
      close(other)
    }
  }

  /// fallocate(2), which the Glibc module does not export.
  private static let fallocate: (@convention(c) (Int32, Int32, Int, Int) -> Int32)? = {
    guard let address = dlsym(nil, "fallocate") else { return nil }
    return unsafeBitCast(address, to: (@convention(c) (Int32, Int32, Int, Int) -> Int32).self)
  }()

  @Test func aDescriptorThatWasHandedOverOutlivesTheMemory() throws {
    let memory = try SharedMemory(name: "test", size: size)
    let shared = memory.descriptor
    let before = identity(shared.raw)
    _ = consume memory
    #expect(!before.isEmpty && identity(shared.raw) == before)
  }

  @Test func theSequenceIsOddWhileItIsWritten() throws {
    var memory = try SharedMemory(name: "test", size: size)
    let mapped = try MappedMemory(
      Descriptor(owning: dup(memory.descriptor.raw)), atLeast: 1, atMost: size)
    var sequences: [UInt64] = []
    for round in 1...3 as ClosedRange<UInt64> {
      var bytes = [UInt8](repeating: 0, count: 16)
      memory.publish(sequenceAt: 8) { buffer in
        sequences.append(buffer.load(fromByteOffset: 8, as: UInt64.self))
        buffer.storeBytes(of: round, toByteOffset: 32, as: UInt64.self)
        let isWhole = mapped.read(sequenceAt: 8, from: 32, into: &bytes, tries: 3)
        #expect(!isWhole && bytes.allSatisfy { $0 == 0 })
      }
      memory.withBytes { sequences.append($0.load(fromByteOffset: 8, as: UInt64.self)) }
      let isWhole = mapped.read(sequenceAt: 8, from: 32, into: &bytes, tries: 1)
      #expect(isWhole && bytes[0] == UInt8(clamping: round))
    }
    #expect(sequences == [1, 2, 3, 4, 5, 6])
  }

  @Test func zeroTriesReadNothing() throws {
    var memory = try SharedMemory(name: "test", size: size)
    let mapped = try MappedMemory(
      Descriptor(owning: dup(memory.descriptor.raw)), atLeast: 1, atMost: size)
    for sequence in [0, 1] as [UInt64] {
      memory.withBytes { buffer in
        buffer.storeBytes(of: sequence, toByteOffset: 0, as: UInt64.self)
        buffer.storeBytes(of: UInt64.max, toByteOffset: 8, as: UInt64.self)
      }
      for tries in [-1, 0] as [Int32] {
        var bytes = [UInt8](repeating: 0, count: 8)
        let isRead = mapped.read(sequenceAt: 0, from: 8, into: &bytes, tries: tries)
        #expect(!isRead && bytes == [UInt8](repeating: 0, count: 8))
      }
      var bytes = [UInt8](repeating: 0, count: 8)
      let isRead = mapped.read(sequenceAt: 0, from: 8, into: &bytes, tries: 1)
      #expect(isRead == (sequence == 0) && bytes.allSatisfy { $0 == (isRead ? 255 : 0) })
    }
  }

  @Test func placesOutsideTheMemoryAreNotRead() throws {
    let memory = try SharedMemory(name: "test", size: 64)
    let mapped = try MappedMemory(
      Descriptor(owning: dup(memory.descriptor.raw)), atLeast: 64, atMost: 64)
    func reads(_ sequence: Int, _ offset: Int, _ count: Int) -> Bool {
      var bytes = [UInt8](repeating: 1, count: count)
      return mapped.read(sequenceAt: sequence, from: offset, into: &bytes, tries: 1)
    }
    #expect(reads(0, 0, 64) && reads(56, 56, 8) && reads(8, 16, 0))
    #expect(!reads(64, 0, 8) && !reads(-8, 0, 8) && !reads(4, 0, 8))
    #expect(!reads(0, 64, 8) && !reads(0, 60, 8) && !reads(0, -8, 8) && !reads(0, 8, 64))
    #expect(!reads(0, 0, 4) && !reads(0, 0, 72))
  }
}

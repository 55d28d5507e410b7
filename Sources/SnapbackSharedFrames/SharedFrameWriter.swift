import SnapbackBasics
public import SnapbackLinux
public import SnapbackProtocol

/// Shared memory with the latest frame, which other processes can map, as described in
/// `docs/shared-memory.md`.
public struct SharedFrameWriter: ~Copyable {
  private typealias Layout = SharedFrameLayout

  private var memory: SharedMemory

  /// Creates a memory for `views` views. It contains no frame yet.
  public init(views: Int, epoch: UInt64) throws(SystemError) {
    memory = try SharedMemory(
      name: "snapback-frames", size: Layout.header + views * Layout.slot)
    memory.withBytes { bytes in
      bytes.copyBytes(from: Layout.magic)
      bytes.storeBytes(of: Layout.version, toByteOffset: Layout.versionPlace, as: UInt32.self)
      let (first, stride) = (UInt32(clamping: Layout.header), UInt32(clamping: Layout.slot))
      bytes.storeBytes(of: first, toByteOffset: Layout.firstPlace, as: UInt32.self)
      bytes.storeBytes(of: stride, toByteOffset: Layout.stridePlace, as: UInt32.self)
      let count = UInt32(clamping: views)
      bytes.storeBytes(of: count, toByteOffset: Layout.countPlace, as: UInt32.self)
      bytes.storeBytes(of: epoch, toByteOffset: Layout.epochPlace, as: UInt64.self)
    }
  }

  /// The descriptor of the memory, to send to clients.
  public var descriptor: SharedDescriptor { memory.descriptor }
  /// The size in bytes.
  public var size: Int { memory.size }

  /// Writes the states of some views of a frame. Concurrent readers detect the write and retry.
  /// O(number of views), no allocation.
  public mutating func publish(_ frame: SceneFrame, views: [Int], isIdle: Bool) {
    memory.publish(sequenceAt: Layout.sequence) { bytes in
      let room = (bytes.count - Layout.header) / Layout.slot
      let count = min(frame.views.count, room)
      // The offset is within bounds, because the memory has room for `count` views.
      for view in views where view >= 0 && view < count {
        bytes.store(frame.views[view], at: Layout.header &+ view &* Layout.slot)
      }
      bytes.storeBytes(of: frame.time.nanoseconds, toByteOffset: Layout.time, as: UInt64.self)
      bytes.storeBytes(of: frame.revision, toByteOffset: Layout.revision, as: UInt64.self)
      bytes.storeBytes(of: isIdle ? 1 : 0, toByteOffset: Layout.flags, as: UInt32.self)
    }
  }
}

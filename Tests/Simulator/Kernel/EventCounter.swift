import CSimulatedKernel
import Glibc

/// An eventfd.
final class EventCounter: OpenFile {
  private var count: UInt64
  private let isSemaphore: Bool

  init(_ process: Process, count: UInt32, flags: Int32) {
    self.count = UInt64(count)
    isSemaphore = flags & Int32(EFD_SEMAPHORE) != 0
    super.init(process, status: O_RDWR | flags)
  }

  override var kind: FileIdentity.Kind { .counter }

  override var readiness: UInt32 {
    (count > 0 ? Ready.input : 0) | (count == .max ? Ready.error : 0)
      | (count < .max - 1 ? Ready.output : 0)
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard buffer.count >= 8 else { throw Errno(EINVAL) }
    let taken = try waiting { () throws(Errno) in
      guard count > 0 else { throw Errno(EAGAIN) }
      let taken = isSemaphore ? 1 : count
      count -= taken
      return taken
    }
    buffer.storeBytes(of: taken, as: UInt64.self)
    notify(Ready.output)
    return 8
  }

  override func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    // Older kernels accept more than eight bytes and read the first eight.
    guard bytes.count == 8 else { throw Errno(EINVAL) }
    let added = bytes.loadUnaligned(as: UInt64.self)
    guard added != .max else { throw Errno(EINVAL) }
    try waiting { () throws(Errno) in
      guard .max - count > added else { throw Errno(EAGAIN) }
      count += added
    }
    notify(Ready.input)
    return 8
  }
}

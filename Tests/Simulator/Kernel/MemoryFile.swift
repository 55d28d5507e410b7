import CSimulatedKernel
import Glibc

/// A memfd.
///
/// Its bytes, size and seals are those of a real memfd of the host, so guest and simulation map the
/// same pages, and a write to a read-only mapping faults.
final class MemoryFile: OpenFile {
  private let real: Int32
  private let title: String
  let number: Int

  init(_ process: Process, name: String, flags: UInt32) throws(Errno) {
    title = name
    real = ck_memory(name, flags | 1)
    guard real >= 0 else { throw Errno(errno) }
    number = process.kernel.nextMemory
    process.kernel.nextMemory += 1
    super.init(process, status: O_RDWR)
  }

  override var kind: FileIdentity.Kind { .memory }
  override var name: String { title }
  override var canBePolled: Bool { false }
  override var isLarge: Bool { true }
  override var readiness: UInt32 { Ready.readable | Ready.writable }
  override func close() { _ = Glibc.close(real) }

  private func checked(_ result: Int) throws(Errno) -> Int {
    guard result >= 0 else { throw Errno(errno) }
    return result
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try checked(Glibc.read(real, buffer.baseAddress, buffer.count))
  }

  override func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try checked(Glibc.write(real, bytes.baseAddress, bytes.count))
  }

  override func describe(_ information: inout stat) {
    fstat(real, &information)
    information.st_dev = 2
    information.st_ino = ino_t(number)
  }

  func resize(to size: Int) throws(Errno) { _ = try checked(Int(ftruncate(real, off_t(size)))) }

  func seek(_ distance: Int, from whence: Int32) throws(Errno) -> Int {
    try checked(lseek(real, off_t(distance), whence))
  }

  func seal(_ command: Int32, _ seals: Int32) throws(Errno) -> Int {
    try checked(Int(fcntl(real, command, seals)))
  }

  func map(_ length: Int, protection: Int32, flags: Int32, offset: Int) throws(Errno) -> Int {
    let address = mmap(nil, length, protection, flags, real, off_t(offset))
    guard let address, address != MAP_FAILED else { throw Errno(errno) }
    return Int(bitPattern: address)
  }
}

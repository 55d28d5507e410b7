public import Glibc

/// Reading, writing and other operations common to all descriptors.
extension Process {
  /// Reads at most `limit` bytes.
  public func read(_ number: Int32, limit: Int = 65536) throws(Errno) -> [UInt8] {
    try [UInt8].filled(limit: limit, \Int.self) { (buffer) throws(Errno) in
      try read(number, into: buffer)
    }.0
  }

  func read(_ number: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let file = try file(number)
    guard file.status & O_ACCMODE != O_WRONLY else { throw Errno(EBADF) }
    return try file.read(shortened(buffer, file))
  }

  /// Writes bytes; returns how many were written.
  public func write(_ number: Int32, _ bytes: [UInt8]) throws(Errno) -> Int {
    try bytes.lend { (bytes) throws(Errno) in try write(number, bytes) }
  }

  func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    let file = try file(number)
    guard file.status & O_ACCMODE != O_RDONLY else { throw Errno(EBADF) }
    let bytes = shortened(bytes, file)
    if let socket = file as? UnixSocket { return try socket.send(bytes, flags: 0, by: self) }
    return try file.write(bytes)
  }

  /// The part of a buffer that an injected fault lets this call use.
  func shortened(
    _ buffer: UnsafeMutableRawBufferPointer, _ file: OpenFile
  ) -> UnsafeMutableRawBufferPointer {
    guard let limit = shortLimit(file) else { return buffer }
    return UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit))
  }

  func shortened(
    _ bytes: UnsafeRawBufferPointer, _ file: OpenFile
  ) -> UnsafeRawBufferPointer {
    guard let limit = shortLimit(file) else { return bytes }
    return UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
  }

  private func shortLimit(_ file: OpenFile) -> Int? {
    guard let run = kernel.guest, run.call != nil, file.mayBeShort else { return nil }
    return run.shortLimit
  }

  /// Sets or clears O_NONBLOCK of the description, for all its holders.
  public func setNonblocking(_ number: Int32, _ isNonblocking: Bool) throws(Errno) {
    let file = try file(number)
    file.status = isNonblocking ? file.status | O_NONBLOCK : file.status & ~O_NONBLOCK
  }

  /// Whether a number is open.
  public func isOpen(_ number: Int32) -> Bool { openFile(number) != nil }

  /// The number of bytes that wait to be read, and the memory charged for data that the peer has
  /// not read.
  public func queued(_ number: Int32) throws(Errno) -> (input: Int, output: Int) {
    let socket = try socket(number)
    return (socket.queue.reduce(0) { $0 + $1.count }, socket.underWay)
  }

  func control(_ number: Int32, _ command: Int32, _ argument: Int) throws(Errno) -> Int {
    let file = try file(number)
    let value = Int32(truncatingIfNeeded: argument)
    switch command {
    case F_DUPFD: return Int(try duplicate(number, lowest: value, closesOnExec: false))
    case F_DUPFD_CLOEXEC: return Int(try duplicate(number, lowest: value))
    case F_GETFD: return closesOnExec(number) ? 1 : 0
    case F_SETFD:
      setClosesOnExec(number, value & FD_CLOEXEC != 0)
      return 0
    case F_GETFL: return Int(file.status | (file.isLarge ? 0o100000 : 0))
    case F_SETFL:
      let changeable = O_NONBLOCK | O_APPEND
      file.status = file.status & ~changeable | value & changeable
      return 0
    // F_ADD_SEALS and F_GET_SEALS.
    case 1033, 1034:
      guard let memory = file as? MemoryFile else { throw Errno(EINVAL) }
      return try memory.seal(command, value)
    default: kernel.refuse("fcntl \(command) on \(file.identity)")
    }
  }

  func resize(_ number: Int32, to size: Int) throws(Errno) {
    let file = try file(number)
    guard size >= 0, file.status & O_ACCMODE != O_RDONLY else { throw Errno(EINVAL) }
    switch file {
    case let memory as MemoryFile: try memory.resize(to: size)
    case let file as NodeFile where file.kind == .regular:
      try kernel.files.resize(file.node, to: size)
    default: throw Errno(EINVAL)
    }
  }

  func seek(_ number: Int32, _ distance: Int, from whence: Int32) throws(Errno) -> Int {
    switch try file(number) {
    case let memory as MemoryFile: return try memory.seek(distance, from: whence)
    case let file as NodeFile: return try file.seek(distance, from: whence)
    default: throw Errno(ESPIPE)
    }
  }

  // MARK: Memory

  /// Creates a memory of `size` bytes; 0 leaves it empty.
  public func makeMemory(
    _ name: String, size: Int = 0, flags: UInt32 = 3
  ) throws(Errno) -> Int32 {
    try checkRoom()
    let memory = try MemoryFile(self, name: name, flags: flags)
    if size > 0 { try memory.resize(to: size) }
    return try install(memory, closesOnExec: flags & 1 != 0)
  }

  /// Maps a memory; returns the address.
  public func map(
    _ number: Int32, length: Int, protection: Int32 = PROT_READ, flags: Int32 = MAP_SHARED,
    offset: Int = 0
  ) throws(Errno) -> UnsafeMutableRawPointer {
    guard let memory = try file(number) as? MemoryFile else {
      kernel.refuse("mmap of descriptor \(number)")
    }
    let address = try memory.map(length, protection: protection, flags: flags, offset: offset)
    mappings[address] = length
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { throw Errno(EINVAL) }
    return pointer
  }

  /// Unmaps a memory.
  public func unmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {
    if let mapped = mappings.removeValue(forKey: Int(bitPattern: address)) {
      if mapped != length { kernel.refuse("munmap of \(length) of \(mapped) mapped bytes") }
    }
    guard munmap(address, length) == 0 else { throw Errno(errno) }
  }
}

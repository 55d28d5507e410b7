import Glibc

/// An open node: a file with its offset, a directory, or `/dev/null`.
class NodeFile: OpenFile {
  let node: Inode
  private let path: String
  fileprivate var offset = 0

  init(_ process: Process, _ node: Inode, path: String, status: Int32) {
    self.node = node
    self.path = path
    super.init(process, status: status)
  }

  override var name: String { path }
  override var isLarge: Bool { true }
  override var canBePolled: Bool { if case .device = node.content { true } else { false } }
  override var readiness: UInt32 { Ready.readable | Ready.writable }

  override var kind: FileIdentity.Kind {
    switch node.content {
    case .directory: .directory
    case .device: .device
    default: .regular
    }
  }

  override var mayBeShort: Bool { kind == .regular }

  override func describe(_ information: inout stat) { node.describe(&information) }

  override func change(mode: mode_t) { node.mode = mode }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    if node.isDirectory { throw Errno(EISDIR) }
    let count = min(buffer.count, max(0, node.bytes.count - offset))
    guard count > 0 else { return 0 }
    node.bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
    }
    offset += count
    return count
  }

  override func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    guard case .file = node.content else { return bytes.count }
    if status & O_APPEND != 0 { offset = node.bytes.count }
    guard !bytes.isEmpty else { return 0 }
    let count = try kernel.files.write(bytes, to: node, at: offset)
    offset += count
    node.tellAll(Inotify.modify)
    return count
  }

  func seek(_ distance: Int, from whence: Int32) throws(Errno) -> Int {
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: offset
      case SEEK_END: node.bytes.count
      default: throw Errno(EINVAL)
      }
    guard base + distance >= 0 else { throw Errno(EINVAL) }
    offset = base + distance
    return offset
  }

  // MARK: Locks

  func lock(exclusively: Bool) throws(Errno) {
    guard !node.locks.contains(where: { $0.file !== self && ($0.isExclusive || exclusively) })
    else { throw Errno(EAGAIN) }
    unlock()
    node.locks.append((self, exclusively))
  }

  func unlock() { node.locks.removeAll { $0.file === self } }

  override func close() {
    unlock()
    if status & O_ACCMODE != O_RDONLY { node.tellAll(Inotify.closeWrite) }
  }
}

/// The stream of opendir(3): a snapshot of the entries, and a buffer for the last one read.
final class DirectoryStream {
  let descriptor: Int32
  private var entries: [(name: String, node: Inode)]
  private var next = 0
  private let current = UnsafeMutablePointer<dirent>.allocate(capacity: 1)

  init(_ descriptor: Int32, _ directory: Inode) {
    self.descriptor = descriptor
    entries = [(".", directory), ("..", directory)] + directory.entries
  }

  deinit { current.deallocate() }

  /// The pointer that C code holds.
  var handle: Int { Int(bitPattern: current) }

  func read() -> Int {
    guard next < entries.count else { return 0 }
    let entry = entries[next]
    next += 1
    current.pointee = dirent()
    current.pointee.d_ino = ino_t(entry.node.number)
    current.pointee.d_type = UInt8(truncatingIfNeeded: entry.node.type >> 12)
    withUnsafeMutableBytes(of: &current.pointee.d_name) {
      $0.copyBytes(from: Array(entry.name.utf8))
    }
    return handle
  }
}

import Glibc

/// An open file description, referred to by descriptors of one or several processes.
///
/// It counts the descriptors and messages that hold it, and closes when the last one lets go.
class OpenFile {
  unowned let kernel: Kernel
  let id: Int
  /// The process that created it.
  var creator: Int32
  /// The access mode, O_NONBLOCK and O_APPEND, shared by all holders.
  var status: Int32
  /// Its entries in epoll instances.
  private(set) var items: [EpollItem] = []
  private(set) var holders = 0

  init(_ process: Process, status: Int32) {
    kernel = process.kernel
    creator = process.pid
    self.status = status & (O_ACCMODE | O_NONBLOCK | O_APPEND)
    id = kernel.nextFile
    kernel.nextFile += 1
  }

  var isNonblocking: Bool { status & O_NONBLOCK != 0 }

  var identity: FileIdentity {
    FileIdentity(id: id, kind: kind, creator: creator, peer: peerProcess, name: name)
  }

  // Overridden by each kind of description.
  var kind: FileIdentity.Kind { preconditionFailure("A description has a kind.") }
  var name: String { "" }
  var peerProcess: Int32? { nil }
  /// The events that it is ready for, as EPOLL… bits.
  var readiness: UInt32 { 0 }
  /// Whether epoll accepts it; regular files and directories are always ready and refused.
  var canBePolled: Bool { true }
  /// Whether F_GETFL shows O_LARGEFILE, as for everything opened by path.
  var isLarge: Bool { false }
  /// Whether a read or write may be cut short.
  var mayBeShort: Bool { false }

  func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int { throw Errno(EINVAL) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int { throw Errno(EINVAL) }

  func control(_ request: UInt, _ argument: Int) throws(Errno) -> Int { throw Errno(ENOTTY) }

  /// Sets the mode of the underlying node; sockets and the like have none.
  func change(mode: mode_t) {}

  func describe(_ information: inout stat) {
    information.st_mode = mode_t(0o600)
    information.st_nlink = 1
  }

  /// Called when the last holder has let go.
  func close() {}

  // MARK: Holders

  func retain() {
    if holders == 0 { kernel.openFiles += 1 }
    holders += 1
  }

  func release() {
    holders -= 1
    guard holders == 0 else { return }
    for item in items { item.epoll.drop(item) }
    items.removeAll()
    kernel.openFiles -= 1
    close()
  }

  // MARK: Watchers

  func add(_ item: EpollItem) { items.append(item) }

  func remove(_ item: EpollItem) { items.removeAll { $0 === item } }

  /// Notifies watchers that it may have become ready for `events`; 0 stands for any event.
  func notify(_ events: UInt32 = 0) {
    // The kernel's wait queue begins with the newest entry.
    for item in items.reversed() where events == 0 || item.events & events != 0 {
      item.epoll.queue(item)
    }
  }

  /// Repeats an attempt that fails with EAGAIN until it succeeds, if the caller may wait.
  func waiting<Result>(
    nonblocking: Bool? = nil, until deadline: UInt64? = nil,
    _ attempt: () throws(Errno) -> Result
  ) throws(Errno) -> Result {
    while true {
      do throws(Errno) {
        return try attempt()
      } catch {
        guard error.code == EAGAIN else { throw error }
        try kernel.wait(isNonblocking: nonblocking ?? isNonblocking, until: deadline)
      }
    }
  }
}

/// The readiness bits of epoll(7).
enum Ready {
  static let input: UInt32 = 0x001
  static let priority: UInt32 = 0x002
  static let output: UInt32 = 0x004
  static let error: UInt32 = 0x008
  static let hangup: UInt32 = 0x010
  static let normalInput: UInt32 = 0x040
  static let normalOutput: UInt32 = 0x100
  static let bandOutput: UInt32 = 0x200
  static let readHangup: UInt32 = 0x2000
  static let oneShot: UInt32 = 1 << 30
  static let edge: UInt32 = 1 << 31

  /// All events that an epoll entry can ask for.
  static let interests: UInt32 = 0x0FFF_FFFF

  static let readable = input | normalInput
  static let writable = output | normalOutput
  static let socketWritable = output | normalOutput | bandOutput
}

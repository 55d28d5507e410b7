import Glibc

/// An open file description: what descriptors of one or several processes refer to.
///
/// It counts the descriptors and the messages that hold it, and is over when none does.
class OpenFile {
  unowned let kernel: Kernel
  let id: Int
  /// The process that made it.
  var creator: Int32
  /// The access mode, O_NONBLOCK and O_APPEND: shared by all that hold it.
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

  // What a kind of description says of itself.
  var kind: FileIdentity.Kind { preconditionFailure("A description has a kind.") }
  var name: String { "" }
  var peerProcess: Int32? { nil }
  /// What it is ready for, EPOLL… bits.
  var readiness: UInt32 { 0 }
  /// Whether epoll takes it; regular files and directories are always ready and refused.
  var canBePolled: Bool { true }
  /// Whether F_GETFL shows O_LARGEFILE, as for everything that was opened by a path.
  var isLarge: Bool { false }
  /// Whether a read or write may be shorter than it could be.
  var mayBeShort: Bool { false }

  func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int { throw Errno(EINVAL) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int { throw Errno(EINVAL) }

  func control(_ request: UInt, _ argument: Int) throws(Errno) -> Int { throw Errno(ENOTTY) }

  /// Sets the permissions of what it is open to; a socket and the like have none to set.
  func change(mode: mode_t) {}

  func describe(_ information: inout stat) {
    information.st_mode = mode_t(0o600)
    information.st_nlink = 1
  }

  /// The last holder has let go.
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

  /// Tells watchers that it may have become ready for `events`; for 0, anything.
  func notify(_ events: UInt32 = 0) {
    // The kernel's queue of waiters begins with the one that came last.
    for item in items.reversed() where events == 0 || item.events & events != 0 {
      item.epoll.queue(item)
    }
  }

  /// Repeats an attempt that fails with EAGAIN until it succeeds, if who asks may wait.
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

/// The bits of readiness, as epoll(7) has them.
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

  /// All that an entry of epoll can be for.
  static let interests: UInt32 = 0x0FFF_FFFF

  static let readable = input | normalInput
  static let writable = output | normalOutput
  static let socketWritable = output | normalOutput | bandOutput
}

import CSnapbackLinux
import Glibc

/// The reason for which a daemon cannot listen.
public enum ListenError: Error, Sendable, CustomStringConvertible {
  /// A running daemon listens at the path.
  case inUse(path: String)
  /// The path names a file that is not a socket.
  case occupied(path: String)
  /// The system refused to listen.
  case system(SystemError)

  /// One line: the obstacle and how to remove it.
  public var description: String {
    switch self {
    case .inUse(let path):
      "socket \(path) is in use by a running daemon; stop it or choose another --socket"
    case .occupied(let path):
      "\(path) exists and is not a socket; remove it or choose another --socket"
    case .system(let error):
      error.description
    }
  }
}

/// A Unix stream socket to which clients connect. At its end, the listener removes the socket file
/// that it created.
///
/// A missing directory is created with mode 0750. The socket has mode 0660. Next to it is a lock
/// file with mode 0600, which a running daemon keeps locked. If no process holds the lock or serves
/// the socket, the socket is stale and is replaced.
public struct UnixListener: ~Copyable {
  private let socket: Descriptor
  /// The lock; nil if the socket belongs to the service manager, which keeps the socket open after
  /// this process ends.
  private let lock: Descriptor?
  /// The identity of the socket's file. A different file at the same path belongs to another
  /// daemon.
  private let file: FileIdentity?
  /// The path of the socket.
  public let path: String

  /// Listens at `path`.
  public init(path: String) throws(ListenError) {
    try Self.refuseOther(path)
    let lock = try Self.locked(path)
    let socket = try Self.bound(path)
    self.path = path
    self.lock = consume lock
    self.socket = socket
    file = FileIdentity(path)
  }

  /// Uses a listening socket of the service manager.
  public init(adopting descriptor: Int32) throws(ListenError) {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    let code = errno
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX),
      Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      Self.option(SO_ACCEPTCONN, of: descriptor) == 1
    else {
      throw .system(
        SystemError(
          "descriptor \(descriptor) of the service manager is not a listening Unix stream socket",
          code: result == 0 ? EINVAL : code))
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    path = withUnsafeBytes(of: &address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    socket = Descriptor(owning: descriptor)
    lock = nil
    file = nil
  }

  /// Opens a listening socket at `path`, for a child process that adopts it. No other process may
  /// use the path; the caller removes the file.
  public static func makeSocket(at path: String) throws(SystemError) -> Descriptor {
    try bind(path)
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32 {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : -1
  }

  deinit {
    guard lock != nil, let file, FileIdentity(path) == file else { return }
    // Keep the lock file: if it were removed, two daemons could hold locks on two different files.
    unlink(path)
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { socket.raw }

  /// Accepts the next client and returns its descriptor; nil if no client waits. Throws if the
  /// client cannot be accepted.
  public func accept() throws(SystemError) -> Int32? {
    let client = snapback_accept(socket.raw)
    let code = errno
    if client >= 0 { return client }
    if code == EAGAIN || code == EINTR || code == ECONNABORTED { return nil }
    throw SystemError("cannot accept a client", code: code)
  }

  /// Throws if the path names a file that is not a socket. Called before the lock file is created.
  private static func refuseOther(_ path: String) throws(ListenError) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return }
    guard information.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path) }
  }

  /// Takes the lock that shows that a running daemon serves `path`.
  private static func locked(_ path: String) throws(ListenError) -> Descriptor {
    while true {
      let lock = try openLock(path + ".lock", beside: path)
      guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path: path) }
      // If the file was removed between opening and locking, the lock has no effect; try again.
      if FileIdentity(lock.raw) == FileIdentity(path + ".lock") { return lock }
    }
  }

  /// Opens the lock file with access for its owner only: a user who can open the file could lock
  /// it.
  private static func openLock(
    _ lockPath: String, beside path: String
  ) throws(ListenError) -> Descriptor {
    do throws(SystemError) {
      _ = try SocketPath.address(path)
      try makeDirectory(FilePaths.parent(path))
      let lock = Descriptor(
        owning: try checked(
          open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600),
          "cannot create \(lockPath)"))
      // Older daemons created the file with read access for the group.
      fchmod(lock.raw, 0o600)
      return lock
    } catch {
      throw .system(error)
    }
  }

  private static func bound(_ path: String) throws(ListenError) -> Descriptor {
    try removeStale(path)
    do throws(SystemError) {
      return try bind(path)
    } catch {
      throw .system(error)
    }
  }

  private static func makeDirectory(_ directory: String) throws(SystemError) {
    let result = mkdir(directory, 0o750)
    let code = errno
    guard result == 0 || code == EEXIST else {
      throw SystemError("cannot create the socket's directory \(directory)", code: code)
    }
  }

  private static func removeStale(_ path: String) throws(ListenError) {
    guard access(path, F_OK) == 0 else { return }
    // Another program may serve the socket without holding our lock, so check that no process does.
    switch probe(path) {
    case ECONNREFUSED, ENOENT: break
    case 0, EAGAIN: throw .inUse(path: path)
    case let code:
      throw .system(SystemError("cannot check whether \(path) is in use", code: code))
    }
    unlink(path)
  }

  /// Connects to the socket without blocking. Returns 0 or the error number.
  private static func probe(_ path: String) -> Int32 {
    guard let address = try? SocketPath.address(path) else { return ENAMETOOLONG }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let raw = Glibc.socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard raw >= 0 else { return EMFILE }
    let descriptor = Descriptor(owning: raw)
    let result = SocketPath.withAddress(address) { connect(descriptor.raw, $0, $1) }
    let code = errno
    return result == 0 ? 0 : code
  }

  private static func bind(_ path: String) throws(SystemError) -> Descriptor {
    let address = try SocketPath.address(path)
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = Descriptor(
      owning: try checked(
        Glibc.socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0), "cannot create a socket"))
    // A socket gets its mode at bind, so no client can connect before a later chmod.
    let mask = umask(0o117)
    let result = SocketPath.withAddress(address) { Glibc.bind(descriptor.raw, $0, $1) }
    let code = errno
    umask(mask)
    guard result == 0 else { throw SystemError("cannot listen at \(path)", code: code) }
    _ = try checked(listen(descriptor.raw, 64), "cannot listen at \(path)")
    return descriptor
  }
}

/// The device and inode of a file. They distinguish the file from another file at the same path.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The identity of the file at a path, without following links; nil if there is no file.
  init?(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    self.init(information)
  }

  /// The identity of an open file; nil if the descriptor is not open.
  init?(_ descriptor: Int32) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    self.init(information)
  }

  private init(_ information: stat) {
    device = UInt64(information.st_dev)
    inode = UInt64(information.st_ino)
  }
}

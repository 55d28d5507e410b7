import CSimulatedKernel
public import Glibc

/// Sockets.
extension Process {
  var credentials: UnixSocket.Credentials {
    UnixSocket.Credentials(pid: pid, uid: uid, gid: gid, groups: groups)
  }

  func socket(_ number: Int32) throws(Errno) -> UnixSocket {
    try file(number, as: UnixSocket.self, else: ENOTSOCK)
  }

  func sockets(connectedTo socket: UnixSocket) -> [UnixSocket] {
    descriptors.compactMap { openFile($0.number) as? UnixSocket }.filter { $0.peer === socket }
  }

  /// Creates a Unix socket; `kind` may include SOCK_NONBLOCK and SOCK_CLOEXEC.
  public func makeSocket(_ kind: Int32 = stream) throws(Errno) -> Int32 {
    let socket = UnixSocket(self, type: kind & 0xF, status: kind & O_NONBLOCK)
    return try install(socket, closesOnExec: kind & O_CLOEXEC != 0)
  }

  /// SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, the kind of most clients.
  public static let stream = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK

  func makeSocket(domain: Int32, kind: Int32, protocol number: Int32) throws(Errno) -> Int32 {
    guard domain == AF_UNIX else { throw Errno(EAFNOSUPPORT) }
    try checkKind(kind, number)
    return try makeSocket(kind)
  }

  private func checkKind(_ kind: Int32, _ number: Int32) throws(Errno) {
    guard kind & ~(0xF | O_NONBLOCK | O_CLOEXEC) == 0 else { throw Errno(EINVAL) }
    guard number == 0 || number == AF_UNIX else { throw Errno(EPROTONOSUPPORT) }
    guard [1, 2, 5].contains(kind & 0xF) else { throw Errno(ESOCKTNOSUPPORT) }
  }

  /// Creates a pair of connected sockets.
  public func makeSocketPair(_ kind: Int32 = stream) throws(Errno) -> (Int32, Int32) {
    try checkKind(kind, 0)
    try checkRoom(for: 2)
    let first = UnixSocket(self, type: kind & 0xF, status: kind & O_NONBLOCK)
    let second = UnixSocket(self, type: kind & 0xF, status: kind & O_NONBLOCK)
    first.join(second, own: credentials, other: credentials)
    let closes = kind & O_CLOEXEC != 0
    return (
      try install(first, closesOnExec: closes), try install(second, closesOnExec: closes)
    )
  }

  /// Binds a socket to a path.
  public func bind(_ number: Int32, to path: String) throws(Errno) {
    try socket(number).bind(to: path, by: self)
  }

  /// Listens.
  public func listen(_ number: Int32, backlog: Int32 = 64) throws(Errno) {
    try socket(number).listen(backlog: backlog, by: self)
  }

  /// Connects a socket to the one that is bound to a path.
  public func connect(_ number: Int32, to path: String) throws(Errno) {
    try socket(number).connect(to: path, by: self)
  }

  /// Creates a socket connected to the listener at a path.
  public func connect(to path: String, kind: Int32 = stream) throws(Errno) -> Int32 {
    let number = try makeSocket(kind)
    do throws(Errno) {
      try connect(number, to: path)
    } catch {
      try close(number)
      throw error
    }
    return number
  }

  /// Accepts the connection that has waited longest; `flags` are SOCK_NONBLOCK and SOCK_CLOEXEC.
  public func accept(_ number: Int32, flags: Int32 = O_CLOEXEC | O_NONBLOCK) throws(Errno) -> Int32
  {
    let listener = try socket(number)
    try checkRoom()
    let connection = try listener.accept()
    connection.creator = pid
    connection.status |= flags & O_NONBLOCK
    defer { connection.release() }
    return try install(connection, closesOnExec: flags & O_CLOEXEC != 0)
  }

  /// Shuts down one direction (SHUT_RD, SHUT_WR) or both of a connection.
  public func shutdown(_ number: Int32, _ how: Int32) throws(Errno) {
    let socket = try socket(number)
    guard (0...2).contains(how) else { throw Errno(EINVAL) }
    socket.shutDown(UInt8(how + 1))
  }

  /// Sends bytes, with descriptors attached to the first of them; returns how many bytes were sent.
  ///
  /// A simulated program never waits and is never signalled.
  public func send(
    _ number: Int32, _ bytes: [UInt8], passing descriptors: [Int32] = []
  ) throws(Errno) -> Int {
    let socket = try socket(number)
    var files: [OpenFile] = []
    for descriptor in descriptors { files.append(try file(descriptor)) }
    return try bytes.lend { (bytes) throws(Errno) in
      try socket.send(bytes, files: files, flags: Int32(MSG_NOSIGNAL), by: self)
    }
  }

  /// Receives at most `limit` bytes with the descriptors attached to them; no bytes if the other
  /// side has finished.
  public func receive(
    _ number: Int32, limit: Int = 65536
  ) throws(Errno) -> (bytes: [UInt8], descriptors: [Int32]) {
    let socket = try socket(number)
    let (bytes, received) = try [UInt8].filled(limit: limit, \UnixSocket.Received.count) {
      (buffer) throws(Errno) in
      try socket.receive(into: buffer, flags: 0)
    }
    return (bytes, take(received, limit: UnixSocket.fileLimit, closesOnExec: true))
  }

  /// Installs received descriptions, as far as `limit` and the table allow, and closes the others.
  func take(
    _ received: UnixSocket.Received, limit: Int, closesOnExec: Bool
  ) -> [Int32] {
    var numbers: [Int32] = []
    for file in received.files {
      var number: Int32?
      if numbers.count < limit { number = try? install(file, closesOnExec: closesOnExec) }
      if let number { numbers.append(number) }
      if let sender = received.sender, sender !== self {
        kernel.onTransfer?(
          Transfer(from: sender.pid, to: pid, file: file.identity, descriptor: number))
      }
      file.release()
    }
    return numbers
  }
}

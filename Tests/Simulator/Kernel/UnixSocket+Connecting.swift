import Glibc

/// Addresses and connections.
extension UnixSocket {
  func bind(to path: String, by process: Process) throws(Errno) {
    guard node == nil, !isGone else { throw Errno(EINVAL) }
    let place = try kernel.files.find(path, by: process, followsLast: false)
    guard place.node == nil else { throw Errno(EADDRINUSE) }
    node = try kernel.files.make(.socket, at: place, mode: 0o777 & ~process.mask, by: process)
    node?.bound = self
    self.path = path
  }

  func listen(backlog: Int32, by process: Process) throws(Errno) {
    guard isConnected else { throw Errno(EOPNOTSUPP) }
    guard node != nil, state != .established else { throw Errno(EINVAL) }
    state = .listening
    self.backlog = Int(UInt32(bitPattern: backlog).clamped(to: 4096))
    own = process.credentials
  }

  /// The socket that is bound to a path.
  static func bound(
    to path: String, type: Int32, by process: Process
  ) throws(Errno) -> UnixSocket {
    let node = try process.kernel.files.existing(path, by: process)
    guard process.may(2, node) else { throw Errno(EACCES) }
    guard let socket = node.bound else { throw Errno(ECONNREFUSED) }
    guard socket.type == type else { throw Errno(EPROTOTYPE) }
    return socket
  }

  func connect(to path: String, by process: Process) throws(Errno) {
    guard isConnected else {
      peer = try Self.bound(to: path, type: type, by: process)
      state = .established
      return
    }
    let listener = try waiting { () throws(Errno) in
      let listener = try Self.bound(to: path, type: type, by: process)
      guard listener.state == .listening, listener.shut & Self.readShut == 0 else {
        throw Errno(ECONNREFUSED)
      }
      if listener.waiting.count > listener.backlog { throw Errno(EAGAIN) }
      return listener
    }
    guard state == .closed else { throw Errno(state == .established ? EISCONN : EINVAL) }
    let server = UnixSocket(process, type: type)
    server.retain()
    server.path = listener.path
    join(server, own: process.credentials, other: listener.own)
    listener.waiting.append(server)
    listener.notify(Ready.readable | Ready.priority)
  }

  /// Connects two ends with each other; `own` are the credentials of this end's holder.
  func join(_ server: UnixSocket, own: Credentials?, other: Credentials?) {
    (self.own, self.other, server.own, server.other) = (own, other, other, own)
    (peer, server.peer) = (server, self)
    (state, server.state) = (.established, .established)
  }

  /// The next pending connection, which the caller then holds.
  func accept() throws(Errno) -> UnixSocket {
    guard isConnected else { throw Errno(EOPNOTSUPP) }
    guard state == .listening else { throw Errno(EINVAL) }
    return try waiting { () throws(Errno) in
      guard !waiting.isEmpty else {
        throw Errno(shut & Self.readShut != 0 && !isNonblocking ? EINVAL : EAGAIN)
      }
      return waiting.removeFirst()
    }
  }
}

extension UInt32 {
  fileprivate func clamped(to limit: UInt32) -> UInt32 { Swift.min(self, limit) }
}

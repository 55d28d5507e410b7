import Glibc

/// Sending and receiving.
extension UnixSocket {
  /// The memory that a message is charged to the sender's buffer, rounded up as in the kernel.
  private static func cost(_ count: Int, stream: Bool) -> Int {
    // The message's own structure, the structure behind its data, a page, and the number of bytes
    // that share an allocation with the latter.
    let (structure, tail, page) = (256, 320, 4096)
    let linearLimit = stream ? page - tail : 4 * page - tail
    var paged = max(0, count - linearLimit)
    let pages = (paged + page - 1) / page * page
    paged = min(count, pages)
    var linear = 512
    while linear < count - paged + tail { linear *= 2 }
    return structure + linear + pages
  }

  /// The maximum number of bytes that are sent as one message of a stream.
  private var chunkLimit: Int { min(Int(sendBuffer) / 2 - 64, 3776 + 32768) }

  /// Sends bytes, with descriptions attached to the first of them.
  func send(
    _ bytes: UnsafeRawBufferPointer, files: [OpenFile] = [], flags: Int32, by process: Process,
    to address: UnixSocket? = nil
  ) throws(Errno) -> Int {
    guard files.count <= Self.fileLimit else { throw Errno(EINVAL) }
    try checkInFlight(files, process)
    let nonblocking = isNonblocking || flags & Int32(MSG_DONTWAIT) != 0
    guard isStream else {
      return try sendWhole(bytes, files, nonblocking, process, to: address)
    }
    if address != nil { throw Errno(state == .established ? EISCONN : EOPNOTSUPP) }
    guard let peer else { throw Errno(ENOTCONN) }
    let deadline = sendTimeout.map { kernel.now + $0 }
    var sent = 0
    var files = files
    while sent < bytes.count {
      let count = min(bytes.count - sent, chunkLimit)
      do throws(Errno) {
        try waiting(nonblocking: nonblocking, until: deadline) { () throws(Errno) in
          try checkRoom()
        }
        if peer.isGone || peer.shut & Self.readShut != 0 { throw Errno(EPIPE) }
      } catch {
        if sent > 0 { return sent }
        if error.code == EPIPE, flags & Int32(MSG_NOSIGNAL) == 0 {
          process.post(SIGPIPE, from: process)
        }
        throw error
      }
      let part = UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)])
      enqueue(part, files, at: peer, by: process)
      files.removeAll()
      sent += count
    }
    if bytes.isEmpty, shut & Self.writeShut != 0 { throw Errno(EPIPE) }
    return sent
  }

  /// Throws if there is no room for another message, which may be larger than the room.
  private func checkRoom() throws(Errno) {
    if isStream, shut & Self.writeShut != 0 { throw Errno(EPIPE) }
    try throwError()
    if shut & Self.writeShut != 0 { throw Errno(EPIPE) }
    if underWay >= Int(sendBuffer) { throw Errno(EAGAIN) }
  }

  private func enqueue(
    _ bytes: UnsafeRawBufferPointer, _ files: [OpenFile], at peer: UnixSocket,
    by process: Process
  ) {
    let cost = Self.cost(bytes.count, stream: isStream)
    underWay += cost
    for file in files { file.retain() }
    if !files.isEmpty { kernel.inFlight[process.uid, default: 0] += files.count }
    peer.queue.append(Message(Array(bytes), files, from: self, of: process, cost: cost))
    peer.notify(Ready.readable | Ready.priority)
  }

  private func checkInFlight(_ files: [OpenFile], _ process: Process) throws(Errno) {
    guard !files.isEmpty, process.uid != 0 else { return }
    guard kernel.inFlight[process.uid] ?? 0 <= process.descriptorLimit else {
      throw Errno(ETOOMANYREFS)
    }
  }

  /// Sends a datagram, or a packet of a connection.
  private func sendWhole(
    _ bytes: UnsafeRawBufferPointer, _ files: [OpenFile], _ nonblocking: Bool,
    _ process: Process, to address: UnixSocket?
  ) throws(Errno) -> Int {
    if isConnected {
      try throwError()
      guard state == .established else { throw Errno(ENOTCONN) }
    }
    guard bytes.count <= Int(sendBuffer) - 32 else { throw Errno(EMSGSIZE) }
    let target = try waiting(nonblocking: nonblocking) { () throws(Errno) in
      try checkRoom()
      do throws(Errno) {
        return try recipient(at: address)
      } catch {
        // The kernel has already allocated the message; freeing it makes room, which watchers see.
        notify(Ready.socketWritable)
        throw error
      }
    }
    enqueue(bytes, files, at: target, by: process)
    return bytes.count
  }

  /// The socket that receives a datagram or packet.
  private func recipient(at address: UnixSocket?) throws(Errno) -> UnixSocket {
    guard let target = isConnected ? peer : address ?? peer else { throw Errno(ENOTCONN) }
    if target.isGone {
      if target === peer, !isConnected {
        peer = nil
        state = .closed
        discardQueue()
      }
      throw Errno(ECONNREFUSED)
    }
    if target.shut & Self.readShut != 0 { throw Errno(EPIPE) }
    if target.peer !== self, target !== self, target.queue.count > Self.datagramLimit {
      throw Errno(EAGAIN)
    }
    return target
  }

  /// A received message.
  struct Received {
    var count = 0
    var files: [OpenFile] = []
    var sender: Process?
    /// Whether a datagram was longer than the buffer.
    var isCut = false
  }

  /// Receives bytes and descriptions.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, flags: Int32
  ) throws(Errno) -> Received {
    let nonblocking = isNonblocking || flags & Int32(MSG_DONTWAIT) != 0
    let peeks = flags & Int32(MSG_PEEK) != 0
    if isStream {
      guard state == .established else { throw Errno(EINVAL) }
      return try waiting(nonblocking: nonblocking) { () throws(Errno) in
        try receiveBytes(into: buffer, peeks: peeks)
      }
    }
    if isConnected, state != .established { throw Errno(ENOTCONN) }
    return try waiting(nonblocking: nonblocking) { () throws(Errno) in
      try receiveWhole(into: buffer, peeks: peeks, endsNow: isConnected || !nonblocking)
    }
  }

  private func receiveBytes(
    into buffer: UnsafeMutableRawBufferPointer, peeks: Bool
  ) throws(Errno) -> Received {
    var received = Received()
    var index = 0
    while index < queue.count {
      let message = queue[index]
      let count = min(message.count, buffer.count - received.count)
      message.bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: buffer[received.count...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[message.start..<(message.start + count)]))
      }
      received.count += count
      if peeks {
        index += 1
        if received.count == buffer.count { break }
        continue
      }
      message.start += count
      if !message.files.isEmpty {
        received.files = takeFiles(of: message)
        received.sender = message.process
      }
      if message.count > 0 { break }
      queue.removeFirst()
      free(message)
      if received.sender != nil || received.count == buffer.count { break }
    }
    if index > 0 || received.count > 0 || !queue.isEmpty { return received }
    try throwError()
    guard shut & Self.readShut != 0 else { throw Errno(EAGAIN) }
    return received
  }

  private func receiveWhole(
    into buffer: UnsafeMutableRawBufferPointer, peeks: Bool, endsNow: Bool
  ) throws(Errno) -> Received {
    try throwError()
    guard let message = queue.first else {
      guard shut & Self.readShut != 0, endsNow else { throw Errno(EAGAIN) }
      return Received()
    }
    let count = min(message.count, buffer.count)
    buffer.copyBytes(from: message.bytes[..<count])
    var received = Received(count: count, isCut: count < message.count)
    if peeks { return received }
    queue.removeFirst()
    if !message.files.isEmpty { received.sender = message.process }
    received.files = takeFiles(of: message)
    free(message)
    if !isConnected { notifyBlockedSenders() }
    return received
  }

  /// Notifies sockets that wait to send a datagram to a full queue.
  private func notifyBlockedSenders() {
    guard queue.count == Self.datagramLimit else { return }
    for process in kernel.processes {
      for sender in process.sockets(connectedTo: self) { sender.notify(Ready.socketWritable) }
    }
  }
}

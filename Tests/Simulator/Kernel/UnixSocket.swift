import Glibc

/// A Unix socket: its message queue, its peer, and the limit of its unread data.
final class UnixSocket: OpenFile {
  enum State { case closed, listening, established }

  /// The credentials of an end, as the kernel recorded them when it was connected.
  struct Credentials {
    var pid: Int32
    var uid: UInt32
    var gid: UInt32
    var groups: [UInt32]
  }

  /// The data of one call to send, or of a part of it.
  final class Message {
    var bytes: [UInt8]
    var start = 0
    var files: [OpenFile]
    let sender: UnixSocket
    let process: Process
    /// The bytes charged to the sender's buffer.
    let cost: Int

    init(
      _ bytes: [UInt8], _ files: [OpenFile], from sender: UnixSocket, of process: Process,
      cost: Int
    ) {
      self.bytes = bytes
      self.files = files
      self.sender = sender
      self.process = process
      self.cost = cost
    }

    var count: Int { bytes.count - start }
  }

  static let readShut: UInt8 = 1
  static let writeShut: UInt8 = 2
  /// The maximum number of descriptors in one message: SCM_MAX_FD.
  static let fileLimit = 253
  /// The maximum number of unread datagrams in a queue: max_dgram_qlen.
  static let datagramLimit = 10

  let type: Int32
  var state = State.closed
  var shut: UInt8 = 0
  var error: Int32 = 0
  /// The other end; kept after that end has closed.
  var peer: UnixSocket?
  var isGone = false
  var queue: [Message] = []
  /// Connections that wait to be accepted, and their maximum number.
  var waiting: [UnixSocket] = []
  var backlog = 0
  /// The path that the socket is bound to.
  var path = ""
  var node: Inode?
  var own: Credentials?
  var other: Credentials?
  var sendBuffer: Int32 = 212_992
  var receiveBuffer: Int32 = 212_992
  /// The timeout of a blocked write, in nanoseconds.
  var sendTimeout: UInt64?
  /// The memory charged for sent data that has not been read.
  var underWay = 0

  init(_ process: Process, type: Int32, status: Int32 = 0) {
    self.type = type
    super.init(process, status: O_RDWR | status)
  }

  var isStream: Bool { type == Int32(SOCK_STREAM.rawValue) }
  var isConnected: Bool { type != Int32(SOCK_DGRAM.rawValue) }

  override var kind: FileIdentity.Kind { state == .listening ? .listener : .socket }
  override var name: String { path }
  override var peerProcess: Int32? { other?.pid }
  override var mayBeShort: Bool { isStream }

  override func describe(_ information: inout stat) {
    information.st_mode = S_IFSOCK | 0o777
    information.st_ino = ino_t(id)
    information.st_nlink = 1
  }

  override var readiness: UInt32 {
    var bits: UInt32 = error != 0 ? Ready.error : 0
    if shut == Self.readShut | Self.writeShut { bits |= Ready.hangup }
    if shut & Self.readShut != 0 { bits |= Ready.readHangup | Ready.readable }
    if !queue.isEmpty || !waiting.isEmpty { bits |= Ready.readable }
    if isConnected, state == .closed { bits |= Ready.hangup }
    if isWritable { bits |= Ready.socketWritable }
    return bits
  }

  /// Whether at least a quarter of the send buffer is free and a datagram's receiver is not full.
  private var isWritable: Bool {
    guard state != .listening, underWay * 4 <= Int(sendBuffer) else { return false }
    guard !isStream, let peer, peer.peer !== self else { return true }
    return peer.queue.count <= Self.datagramLimit
  }

  /// Returns the charge of a message that was read or discarded to its sender.
  func free(_ message: Message) {
    message.sender.underWay -= message.cost
    if message.sender.isWritable { message.sender.notify(Ready.socketWritable) }
  }

  /// Hands the message's descriptions over to the caller.
  func takeFiles(of message: Message) -> [OpenFile] {
    defer { message.files.removeAll() }
    kernel.inFlight[message.process.uid, default: 0] -= message.files.count
    return message.files
  }

  func shutDown(_ how: UInt8) {
    shut |= how
    notify()
    guard let peer, isConnected, !peer.isGone else { return }
    if how & Self.readShut != 0 { peer.shut |= Self.writeShut }
    if how & Self.writeShut != 0 { peer.shut |= Self.readShut }
    peer.notify()
  }

  override func close() {
    let wasListening = state == .listening
    isGone = true
    state = .closed
    shut = Self.readShut | Self.writeShut
    if node?.bound === self { node?.bound = nil }
    if let peer {
      self.peer = nil
      if isConnected, !peer.isGone {
        peer.shut = Self.readShut | Self.writeShut
        // An empty packet at the front does not count as unread.
        if queue.count > (queue.first?.count == 0 ? 1 : 0) { peer.error = ECONNRESET }
        peer.notify()
      }
    }
    if wasListening {
      for connection in waiting {
        // The client learns that its data was never read.
        connection.peer?.error = ECONNRESET
        connection.release()
      }
      waiting.removeAll()
    }
    discardQueue()
  }

  /// Discards messages that can no longer be read.
  func discardQueue() {
    let messages = queue
    queue.removeAll()
    for message in messages {
      for file in takeFiles(of: message) { file.release() }
      free(message)
    }
  }

  /// Throws the pending error, once.
  func throwError() throws(Errno) {
    guard error != 0 else { return }
    defer { error = 0 }
    throw Errno(error)
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard !buffer.isEmpty else { return 0 }
    let received = try receive(into: buffer, flags: 0)
    for file in received.files { file.release() }
    return received.count
  }

  override func control(_ request: UInt, _ argument: Int) throws(Errno) -> Int {
    guard let result = UnsafeMutablePointer<Int32>(bitPattern: argument) else {
      throw Errno(EFAULT)
    }
    switch request {
    case UInt(TIOCOUTQ): result.pointee = Int32(underWay)
    case UInt(FIONREAD):
      if state == .listening { throw Errno(EINVAL) }
      let count = isConnected ? queue.reduce(0) { $0 + $1.count } : queue.first?.count ?? 0
      result.pointee = Int32(count)
    default: throw Errno(ENOTTY)
    }
    return 0
  }
}

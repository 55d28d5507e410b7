public import SnapbackDocument
public import SnapbackFrames
import SnapbackMessages
public import SnapbackTiming
import Synchronization

/// What a client says, and what it waits for.
extension Client {
  /// Asks for a snapshot.
  public func resync() throws(ClientError) {
    try say { $0.resync() }
  }

  /// Asks for other frames per second from now on, 1…1000.
  public func changeRate(to rate: Double) throws(ClientError) {
    try say { $0.text("rate") { $0.factor(rate, "rate") } }
  }

  /// Asks for the frame of a moment, with pacing by pull; it comes as a message, or `idle` does.
  ///
  /// - Parameters:
  ///   - time: when the picture will be seen, at most a second ahead.
  ///   - refresh: from one refresh of the screen to the next, in nanoseconds; 0 if that varies.
  public func requestFrame(for time: Instant, refresh: UInt64 = 0) throws(ClientError) {
    try say { $0.frameRequest(for: time, refresh: refresh) }
  }

  /// Says that a frame was on the screen: an acknowledgement, and what frames are timed by.
  ///
  /// - Parameters:
  ///   - sequence: that of the frame.
  ///   - time: when it was seen.
  ///   - refresh: as in ``requestFrame(for:refresh:)``.
  ///   - isDiscarded: whether it was not shown, because a later one took its place.
  public func presented(
    _ sequence: UInt64, at time: Instant, refresh: UInt64 = 0, isDiscarded: Bool = false
  ) throws(ClientError) {
    try say { $0.presented(sequence, at: time, refresh: refresh, isDiscarded: isDiscarded) }
  }

  /// Asks for the daemon's time and waits for it: a round trip.
  public func ping(within seconds: Double = patience) throws(ClientError) -> Instant {
    let id = newIdentifier()
    try say(awaiting: .pong(id)) { $0.ping(id) }
    guard case .pong(_, let now) = try answer(to: .pong(id), within: seconds) else { throw .gone }
    return now
  }

  /// Has a command carried out and waits for its reply: ``ClientError/rejected(code:message:)`` if
  /// it is refused, which leaves everything as it was.
  ///
  /// - Parameters:
  ///   - name: what `docs/control.md` calls it.
  ///   - body: writes its keys, all but `id`.
  @discardableResult
  public func perform(
    _ name: String, within seconds: Double = patience,
    _ body: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> Reply {
    try reply(to: try post(name, body), within: seconds)
  }

  /// Sends a command and does not wait; its reply comes as a message, or is asked for with
  /// ``reply(to:within:)``.
  @discardableResult
  public func post(
    _ name: String, _ body: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> UInt64 {
    let id = newIdentifier()
    try say(awaiting: .reply(id)) {
      $0.text(name) { writer in
        writer.integer(id, "id")
        body(&writer)
      }
    }
    return id
  }

  /// Sends a message as it is, without a number of its own; what answers it comes as a message.
  public func post(document message: DocumentNode.Member) throws(ClientError) {
    guard case .object(let members) = message.value.value else {
      throw .unsayable("the value of \"\(message.key)\" is no object")
    }
    try say {
      $0.text(message.key) { writer in
        for member in members { writer.document(member.value, member.key) }
      }
    }
  }

  /// Waits for the reply to a command that was sent, in whatever order replies come.
  public func reply(
    to id: UInt64, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try Self.accepted(try answer(to: .reply(id), within: seconds))
  }

  /// The reply that a message is, if it says that the command was carried out.
  static func accepted(_ message: ServerMessage?) throws(ClientError) -> Reply {
    guard case .text(_, let json) = message else { throw .gone }
    let reply = try Reply(json: json, limit: Inbox.limit)
    if let failure = reply.failure {
      throw .rejected(code: failure.code, message: failure.message)
    }
    return reply
  }

  /// What `snapback status` prints: views, motion, layout, clients, devices.
  public func status(within seconds: Double = patience) throws(ClientError) -> Reply {
    try perform("status", within: seconds)
  }

  /// Asks for shared memory and maps it.
  public func attachSharedFrames(
    within seconds: Double = patience
  ) throws(ClientError) -> SharedFrames {
    try say(awaiting: .memory) { $0.text("shm_attach") { _ in } }
    _ = try answer(to: .memory, within: seconds)
    guard let frames = try takeSharedFrames() else {
      throw .memory("the daemon sent no descriptors with it")
    }
    return frames
  }

  /// Maps the shared memory that came with the last `shm`: a new one when the scene is replaced.
  ///
  /// Nil when none has come since this was asked last.
  public func takeSharedFrames() throws(ClientError) -> SharedFrames? {
    guard let memory = conversation.withLock({ $0.takeMemory() }) else { return nil }
    return try SharedFrames(memory)
  }

  private func answer(
    to topic: Conversation.Topic, within seconds: Double
  ) throws(ClientError) -> ServerMessage? {
    do throws(ClientError) {
      return try wait(for: topic, within: seconds)
    } catch {
      conversation.withLock { $0.forget(topic) }
      throw error
    }
  }
}

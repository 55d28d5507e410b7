public import SnapbackBasics
public import SnapbackDocument
public import SnapbackProtocol
import Synchronization

/// The requests of a client. Some of them wait for an answer.
extension Client {
  /// Requests a snapshot.
  public func resync() throws(ClientError) {
    try say { $0.resync() }
  }

  /// Requests a different frame rate from now on, 1…1000 frames per second.
  public func changeRate(to rate: Double) throws(ClientError) {
    try say { $0.text("rate") { $0.factor(rate, "rate") } }
  }

  /// With pull pacing, requests the frame for a time. The frame arrives as a message. If nothing
  /// has changed, `idle` arrives instead.
  ///
  /// - Parameters:
  ///   - time: the time at which the picture will be visible, at most a second ahead.
  ///   - refresh: the refresh interval of the screen in nanoseconds; 0 if it varies.
  public func requestFrame(for time: Instant, refresh: UInt64 = 0) throws(ClientError) {
    try say { $0.frameRequest(for: time, refresh: refresh) }
  }

  /// Reports the time at which a frame was displayed. The report acknowledges the frame, and the
  /// daemon computes the times of later frames from it.
  ///
  /// - Parameters:
  ///   - sequence: the sequence number of the frame.
  ///   - time: the time at which the frame became visible.
  ///   - refresh: as in ``requestFrame(for:refresh:)``.
  ///   - isDiscarded: whether the frame was never displayed, because a later frame replaced it.
  public func presented(
    _ sequence: UInt64, at time: Instant, refresh: UInt64 = 0, isDiscarded: Bool = false
  ) throws(ClientError) {
    try say { $0.presented(sequence, at: time, refresh: refresh, isDiscarded: isDiscarded) }
  }

  /// Requests the daemon's time and waits for the answer: one round trip.
  public func ping(within seconds: Double = patience) throws(ClientError) -> Instant {
    let id = newIdentifier()
    try say(awaiting: .pong(id)) { $0.ping(id) }
    guard case .pong(_, let now) = try answer(to: .pong(id), within: seconds) else { throw .gone }
    return now
  }

  /// Performs a command and waits for its reply. If the daemon refuses the command, throws
  /// ``ClientError/rejected(code:message:)``; nothing is changed in that case.
  ///
  /// - Parameters:
  ///   - name: the command's name in `docs/control.md`.
  ///   - body: writes the keys of the command, except `id`.
  @discardableResult
  public func perform(
    _ name: String, within seconds: Double = patience,
    _ body: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> Reply {
    try reply(to: try post(name, body), within: seconds)
  }

  /// Sends a command without waiting, and returns its identifier. Get the reply with
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

  /// Sends a message exactly as given, without adding an `id`. The daemon's answer, if any, arrives
  /// like any other message.
  public func post(document message: DocumentNode.Member) throws(ClientError) {
    guard case .object(let members) = message.value.value else {
      throw .unsayable("the value of \"\(message.key)\" is not an object")
    }
    try say {
      $0.text(message.key) { writer in
        for member in members { writer.document(member.value, member.key) }
      }
    }
  }

  /// Waits for the reply to a command that ``post(_:_:)`` sent. Replies may arrive in any order.
  public func reply(
    to id: UInt64, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try Self.accepted(try answer(to: .reply(id), within: seconds))
  }

  /// Parses a message as a reply. Throws if the command failed.
  static func accepted(_ message: ServerMessage?) throws(ClientError) -> Reply {
    guard case .text(_, let json) = message else { throw .gone }
    let reply = try Reply(json: json, limit: Inbox.limit)
    if let failure = reply.failure {
      throw .rejected(code: failure.code, message: failure.message)
    }
    return reply
  }

  /// Requests shared memory for frames and maps it.
  public func attachSharedFrames(
    within seconds: Double = patience
  ) throws(ClientError) -> SharedFrames {
    try say(awaiting: .memory) { $0.text("shm_attach") { _ in } }
    _ = try answer(to: .memory, within: seconds)
    guard let frames = try takeSharedFrames() else {
      throw .memory("the daemon sent no descriptors")
    }
    return frames
  }

  /// Maps the shared memory that arrived with the last `shm` message. When the scene is replaced,
  /// the daemon sends a new memory.
  ///
  /// Nil if no `shm` message has arrived since the last call.
  public func takeSharedFrames() throws(ClientError) -> SharedFrames? {
    guard let memory = conversation.withLock({ $0.removeMemory() }) else { return nil }
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

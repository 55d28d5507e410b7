import Glibc
import SnapbackLinux
import SnapbackProtocol

/// The state of a client's connection: received bytes, expected answers, and messages kept for
/// later.
struct Conversation {
  /// An answer that a caller waits for.
  enum Topic: Hashable {
    case reply(UInt64)
    case pong(UInt64)
    case memory
  }

  /// The result of a step.
  enum Step {
    /// The requested answer, or the next message.
    case message(ServerMessage)
    /// No input has arrived yet.
    case nothing
    /// The daemon has disconnected, and all its messages have been read.
    case ended
  }

  /// The contents of an `shm` message. The receiver owns the descriptors.
  struct Memory {
    let size: UInt64
    let memory: Int32
    let event: Int32
  }

  /// The maximum number of bytes received during the wait for a reply.
  static let backlogLimit = 64 << 20
  /// The maximum number of received descriptors whose message has not arrived yet.
  static let descriptorLimit = 8

  var writer: RequestWriter
  private var inbox: Inbox
  private var buffer = [UInt8](repeating: 0, count: 65536)
  private var queue = MessageQueue()
  private var backlog = 0
  private var expected: Set<Topic> = []
  private var answers: [Topic: ServerMessage] = [:]
  private var descriptors: [Int32] = []
  private var memory: Memory?
  private var lastIdentifier: UInt64 = 0
  private var failure: ClientError?

  init(_ encoding: Greeting.Encoding) {
    writer = RequestWriter(encoding)
    inbox = Inbox(encoding)
  }

  mutating func newIdentifier() -> UInt64 {
    lastIdentifier &+= 1
    return lastIdentifier
  }

  /// Expects an answer to `topic`: keeps it for the caller that asks for this topic.
  mutating func expect(_ topic: Topic) { expected.insert(topic) }

  /// Stops expecting an answer. If it still arrives, it is delivered as an ordinary message.
  mutating func forget(_ topic: Topic) {
    expected.remove(topic)
    answers[topic] = nil
  }

  /// Removes and returns the contents of the last `shm` message; nil if there are none.
  mutating func removeMemory() -> Memory? {
    defer { memory = nil }
    return memory
  }

  /// Returns the answer to `topic` or, if `topic` is nil, the next message. Reads available bytes,
  /// but does not wait.
  mutating func advance(_ link: Link, to topic: Topic?) throws(ClientError) -> Step {
    if let topic {
      if let answer = answers.removeValue(forKey: topic) { return .message(answer) }
    } else if let message = queue.popFirst() {
      return .message(message)
    }
    if queue.isEmpty { backlog = 0 }
    if let failure { throw failure }
    do throws(ClientError) {
      return try read(link, to: topic)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func read(_ link: Link, to topic: Topic?) throws(ClientError) -> Step {
    while true {
      while let message = try inbox.next() {
        if case .error(let code, let text) = message {
          throw .refused(code: code, message: text)
        }
        if case .sharedMemory(let size) = message { keepMemory(size) }
        let subject = try subject(of: message)
        if let subject, expected.remove(subject) != nil {
          if subject == topic { return .message(message) }
          answers[subject] = message
        } else if topic == nil {
          return .message(message)
        } else if !queue.append(message) {
          throw .overrun
        }
      }
      switch link.receive(into: &buffer, descriptors: &descriptors) {
      case .wouldBlock: return .nothing
      case .closed, .failed: return .ended
      case .bytes(let count):
        backlog += count
        guard topic == nil || backlog <= Self.backlogLimit else { throw .overrun }
        inbox.append(buffer[..<count])
      }
      while descriptors.count > Self.descriptorLimit { close(descriptors.removeLast()) }
    }
  }

  /// The topic that a message answers. Parses a reply only while an answer is expected.
  private func subject(of message: ServerMessage) throws(ClientError) -> Topic? {
    switch message {
    case .text("reply", let json) where !expected.isEmpty:
      try Reply(json: json, limit: Inbox.limit).id.map(Topic.reply)
    case .pong(let id, _): .pong(id)
    case .sharedMemory: .memory
    default: nil
    }
  }

  /// Keeps the descriptors of an `shm` message. Discards those of an earlier message that
  /// ``removeMemory()`` has not returned, because they are out of date.
  private mutating func keepMemory(_ size: UInt64) {
    let old = memory
    memory = nil
    if let old { descriptors = [old.memory, old.event] + descriptors }
    while descriptors.count > 2 { close(descriptors.removeFirst()) }
    guard descriptors.count == 2 else { return }
    memory = Memory(size: size, memory: descriptors[0], event: descriptors[1])
    descriptors = []
  }

  /// Closes the descriptors that ``removeMemory()`` has not returned.
  mutating func closeDescriptors() {
    if let memory { descriptors += [memory.memory, memory.event] }
    memory = nil
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

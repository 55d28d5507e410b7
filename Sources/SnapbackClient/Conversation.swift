import Glibc
import SnapbackFrames
import SnapbackMessages
import SnapbackLinux

/// The state of a conversation: what has come, what is expected, what is kept for whom.
struct Conversation {
  /// An answer that somebody waits for.
  enum Topic: Hashable {
    case reply(UInt64)
    case pong(UInt64)
    case memory
  }

  /// What a step came to.
  enum Step {
    /// The answer that was asked for, or the next message.
    case message(ServerMessage)
    /// Nothing is there yet.
    case nothing
    /// The daemon has gone, and all that it said has been read.
    case ended
  }

  /// What comes with an `shm`; the descriptors belong to who takes it.
  struct Memory {
    let size: UInt64
    let memory: Int32
    let event: Int32
  }

  /// The most bytes that come while a reply is waited for.
  static let backlogLimit = 64 << 20
  /// The most descriptors that wait for their message.
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

  /// From now on the answer to this is kept for who asks for it.
  mutating func expect(_ topic: Topic) { expected.insert(topic) }

  /// Nobody waits for this any more; when it comes, it is a message like any other.
  mutating func forget(_ topic: Topic) {
    expected.remove(topic)
    answers[topic] = nil
  }

  /// The shared memory of the last `shm`, once: its size as it was announced, and the descriptors.
  mutating func takeMemory() -> Memory? {
    defer { memory = nil }
    return memory
  }

  /// The answer to `topic` or, without one, the next message; reads, but does not wait.
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

  /// What a message answers; a reply is read only while somebody waits for one.
  private func subject(of message: ServerMessage) throws(ClientError) -> Topic? {
    switch message {
    case .text("reply", let json) where !expected.isEmpty:
      try Reply(json: json, limit: Inbox.limit).id.map(Topic.reply)
    case .pong(let id, _): .pong(id)
    case .sharedMemory: .memory
    default: nil
    }
  }

  /// A new memory takes the place of one that nobody has taken: that one is at its end.
  private mutating func keepMemory(_ size: UInt64) {
    let old = memory
    memory = nil
    if let old { descriptors = [old.memory, old.event] + descriptors }
    while descriptors.count > 2 { close(descriptors.removeFirst()) }
    guard descriptors.count == 2 else { return }
    memory = Memory(size: size, memory: descriptors[0], event: descriptors[1])
    descriptors = []
  }

  /// Closes what nobody has taken.
  mutating func closeDescriptors() {
    if let memory { descriptors += [memory.memory, memory.event] }
    memory = nil
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

import SnapbackDocument
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The vectors of the protocol, which were not generated with this library.
enum Vectors {
  /// An entry of the list: its name and its sender.
  struct Entry: Sendable, CustomTestStringConvertible {
    var name: String
    var sender: String
    var testDescription: String { name }
  }

  /// All entries.
  static let all: [Entry] = {
    do {
      let list = try DocumentNode.parse(bytes("vectors.json"), file: "vectors")
      var reader = try ObjectReader(list, file: "vectors")
      return try reader.array("vectors").map { node in
        var entry = try ObjectReader(node, file: "vectors")
        return Entry(name: try entry.string("name"), sender: try entry.string("from"))
      }
    } catch {
      return []
    }
  }()

  /// The entries of a sender.
  static func from(_ sender: String) -> [Entry] { all.filter { $0.sender == sender } }

  static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes(Fixture.repository + "/Tests/Fixtures/protocol/" + name)
  }

  /// The lines of a file, without their ends.
  static func lines(_ name: String) throws -> [[UInt8]] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The messages of a file of bytes.
  static func binaryMessages(_ bytes: [UInt8]) throws -> [ServerMessage] {
    var decoder = BinaryDecoder()
    decoder.feed(bytes)
    var messages: [ServerMessage] = []
    while let message = try decoder.nextMessage() { messages.append(message) }
    return messages
  }

  /// The messages of lines, read after the snapshot that names their views.
  static func messages(_ lines: [[UInt8]]) throws -> [ServerMessage] {
    var decoder = LineDecoder()
    for line in try Vectors.lines("snapshot.json") { _ = try decoder.message(of: line) }
    return try lines.map { try decoder.message(of: $0) }
  }

  /// The appearances of the snapshot.
  static func appearances() throws -> [ViewAppearance] {
    guard case .snapshot(let snapshot) = try binaryMessages(bytes("snapshot.bin")).first else {
      return []
    }
    return snapshot.appearances
  }
}

extension WireEncoder {
  /// Encodes a message that was decoded.
  mutating func write(_ message: ServerMessage, appearances: [ViewAppearance]) {
    switch message {
    case .welcome(let message): welcome(message)
    case .snapshot(let message):
      snapshot(
        message.frame, screen: message.screen, appearances: message.appearances,
        sequence: message.sequence, epoch: message.epoch)
    case .frame(let message):
      var frame = SceneFrame(count: appearances.count)
      frame.time = message.time
      frame.revision = message.revision
      for update in message.views {
        guard let values = update.look else { continue }
        var look = SceneFrame.Look(view: update.view, values: values)
        look.isFree = true
        frame.looks.append(look)
      }
      for update in message.views { frame.views[update.view] = update.state }
      self.frame(
        frame, views: message.views.map(\.view), computed: message.computed,
        appearances: appearances, sequence: message.sequence)
    case .segment(let message):
      segment(
        message.channels.map(\.motion), revision: message.revision, at: message.time,
        isAhead: message.isAhead, appearances: appearances, sequence: message.sequence)
    case .gesture(let event): gesture(event, appearances: appearances)
    case .event(let message): event(message)
    case .decision(let message): decision(message)
    case .layout(let message): layout(message, appearances: appearances)
    case .done(let message): done(message)
    case .idle(let sequence, let time): idle(at: time, sequence: sequence)
    case .lagged(let dropped): lagged(dropped: dropped)
    case .error(let code, let message): error(code: code, message: message)
    case .pong(let id, let now): pong(id: id, now: now)
    case .device(let message): device(message)
    case .touch(let time, let contacts): touch(contacts, at: time)
    case .looks(let time, let views): looks(views, at: time, appearances: appearances)
    case .sharedMemory(let size): sharedMemory(size: size)
    case .text(_, let json): text(json)
    case .unknown: break
    }
  }
}

extension SceneSnapshot {
  /// Its states as a frame of the engine.
  var frame: SceneFrame {
    var frame = SceneFrame(count: states.count)
    frame.time = time
    frame.revision = revision
    frame.views = states
    return frame
  }
}

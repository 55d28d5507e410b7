import SnapbackBasics
import SnapbackDocument

/// Decodes the payload of each kind of binary message.
enum PayloadDecoding {
  typealias Fault = PayloadReader.Fault

  static func message(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> ServerMessage {
    switch MessageType(rawValue: head.type) {
    case .text: return try json(&reader)
    case .welcome: return .welcome(try welcome(head, &reader))
    case .snapshot: return .snapshot(try snapshot(head, &reader))
    case .frame: return .frame(try frame(head, &reader))
    case .segment: return .segment(try segment(head, &reader))
    case .gesture:
      return try gesture(head, &reader).map { .gesture($0) } ?? .unknown("gesture")
    case .event: return try event(head, &reader).map { .event($0) } ?? .unknown("event")
    case .layout: return .layout(try layout(head, &reader))
    case .done: return .done(try done(head, &reader))
    case .idle: return try idle(head, &reader)
    case .lagged: return try lagged(&reader)
    case .error: return try error(&reader)
    case .pong: return try pong(head, &reader)
    case .device: return .device(try device(&reader))
    case .touch: return try touch(head, &reader)
    case .looks: return try looks(head, &reader)
    case .sharedMemory: return try sharedMemory(&reader)
    case nil: return .unknown("\(head.type)")
    }
  }

  private static func json(_ reader: inout PayloadReader) throws(Fault) -> ServerMessage {
    let start = reader
    let json = Array(try reader.bytes(reader.left, for: "the text"))
    guard let (name, value) = try? MessageLine.member(of: json) else {
      throw start.fault("the text is not a JSON object with one key")
    }
    guard name == "decision" else { return .text(name: name, json: json) }
    do throws(DocumentError) {
      return try LineDecoding.decision(value).map { .decision($0) } ?? .unknown(name)
    } catch {
      throw start.fault(error.description)
    }
  }
}

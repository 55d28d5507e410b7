import SnapbackBasics
import SnapbackDocument

/// The payloads of binary messages.
enum PayloadDecoding {
  typealias Fault = PayloadReader.Fault

  static func message(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> ServerMessage {
    switch MessageType(rawValue: head.type) {
    case .text: return try text(&reader)
    case .welcome: return .welcome(try welcome(head, &reader))
    case .snapshot: return .snapshot(try snapshot(head, &reader))
    case .frame: return .frame(try frame(head, &reader))
    case .segment: return .segment(try segment(head, &reader))
    case .gesture:
      return try gesture(head, &reader).map { .gesture($0) } ?? .unknown("gesture")
    case .layout: return .layout(try layout(head, &reader))
    case .done: return .done(try done(head, &reader))
    case .idle: return .idle(sequence: head.sequence, time: head.time)
    case .lagged: return .lagged(dropped: try reader.integer("the number of events"))
    case .error:
      return .error(
        code: try reader.string("the code"), message: try reader.string("the message"))
    case .pong: return .pong(id: try reader.integer("the id"), now: head.time)
    case .device: return .device(try device(&reader))
    case .touch: return .touch(time: head.time, contacts: try contacts(&reader))
    case .sharedMemory: return .sharedMemory(size: try reader.integer("the size"))
    case nil: return .unknown("\(head.type)")
    }
  }

  private static func text(_ reader: inout PayloadReader) throws(Fault) -> ServerMessage {
    let start = reader
    let json = Array(try reader.take(reader.left, for: "the text"))
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

  private static func welcome(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> Welcome {
    let version: UInt16 = try reader.integer("the version")
    let roles = Role(rawValue: try reader.integer("the roles"))
    let features = Feature(rawValue: try reader.integer("the features"))
    var welcome = Welcome(
      now: head.time, session: try reader.integer("the session"),
      epoch: try reader.integer("the epoch"), rate: try reader.number("the rate"), roles: roles,
      features: features)
    welcome.version = version
    let clock = reader.offset
    guard let known = Welcome.Clock(rawValue: try reader.integer("the clock")) else {
      throw Fault(offset: clock, problem: "the clock is unknown")
    }
    welcome.clock = known
    welcome.pacing = Pacing(number: try reader.integer("the pacing")) ?? .timer
    try reader.skip(2)
    welcome.unacknowledged = try reader.integer("the unacknowledged frames")
    return welcome
  }

  private static func gesture(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> GestureEvent? {
    let id: UInt64 = try reader.integer("the id")
    let view = Int(clamping: try reader.integer("the view", as: UInt32.self))
    let kind = GestureNames.kind(try reader.integer("the kind"))
    let phase = GestureNames.phase(try reader.integer("the phase"))
    let flags: UInt8 = try reader.integer("the flags")
    try reader.skip(1)
    let location = try reader.point("the location")
    let translation = try reader.vector("the translation")
    let velocity = try reader.vector("the velocity")
    let scale = try reader.vector("the scale")
    let rotation = try reader.vector("the rotation")
    let name = try reader.string("the name")
    // A kind or phase of a later version is not an error.
    guard let kind, let phase else { return nil }
    var event = GestureEvent(
      id: id, time: head.time, view: view, kind: kind, name: name.isEmpty ? nil : name,
      phase: phase, location: location, translation: translation, velocity: velocity)
    if flags & 1 != 0 { event.scale = .init(value: scale.dx, velocity: scale.dy) }
    if flags & 2 != 0 { event.rotation = .init(value: rotation.dx, velocity: rotation.dy) }
    event.isInjected = flags & 4 != 0
    return event
  }

  private static func layout(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> LayoutUpdate {
    let transaction: UInt64 = try reader.integer("the transaction")
    var update = LayoutUpdate(
      time: head.time, transaction: transaction == 0 ? nil : transaction, changes: [])
    for _ in 0..<(try reader.count("views", atLeast: 40)) {
      let view = Int(clamping: try reader.integer("a view", as: UInt32.self))
      try reader.skip(4)
      update.changes.append(
        FrameChange(
          view: view, from: try reader.rect("a previous frame"), to: try reader.rect("a frame")))
    }
    return update
  }

  private static func done(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> TransactionEnd {
    let id: UInt64 = try reader.integer("the id")
    let moment: UInt8 = try reader.integer("the moment")
    let isInterrupted: UInt8 = try reader.integer("whether it was interrupted")
    return TransactionEnd(
      id: id, time: head.time, isSettled: moment == 1, isInterrupted: isInterrupted == 1)
  }

  private static func device(_ reader: inout PayloadReader) throws(Fault) -> DeviceChange {
    let id: UInt64 = try reader.integer("the id")
    let phase: UInt8 = try reader.integer("the phase")
    try reader.skip(7)
    return DeviceChange(
      id: id, isThere: phase == 1, name: try reader.string("the name"),
      kind: try reader.string("the kind"))
  }

  private static func contacts(_ reader: inout PayloadReader) throws(Fault) -> [TouchContact] {
    var contacts: [TouchContact] = []
    for _ in 0..<(try reader.count("contacts", atLeast: 24)) {
      let id: UInt64 = try reader.integer("an id")
      let phase = TouchContact.Phase(rawValue: try reader.integer("a phase"))
      let flags: UInt8 = try reader.integer("flags")
      try reader.skip(2)
      let position = try reader.point("a position")
      try reader.skip(4)
      guard let phase else { continue }
      contacts.append(
        TouchContact(id: id, phase: phase, position: position, isInjected: flags & 1 != 0))
    }
    return contacts
  }
}

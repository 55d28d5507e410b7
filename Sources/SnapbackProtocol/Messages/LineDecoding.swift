import SnapbackBasics
import SnapbackDocument

/// Decodes the values that follow the names of messages.
enum LineDecoding {
  static func welcome(_ reader: inout ObjectReader) throws(DocumentError) -> Welcome {
    var (roles, features) = (Role(), Feature())
    // Roles of later versions are ignored.
    for name in try names(&reader, "roles") { roles.formUnion(Role(name: name) ?? []) }
    for name in try names(&reader, "features") { features.formUnion(Feature(name: name) ?? []) }
    let session = try reader.string("session")
    guard let number = UInt64(session, radix: 16) else {
      throw reader.error("the session is not hexadecimal", atKey: "session")
    }
    var welcome = Welcome(
      now: try reader.instant("now"), session: number, epoch: try reader.count("epoch"),
      rate: try reader.number("rate"), roles: roles, features: features)
    welcome.version = UInt16(saturating: try reader.number("version"))
    if try reader.string("clock") == "replay" { welcome.clock = .replay }
    welcome.pacing = try reader.optionalString("pacing").flatMap(Pacing.init(rawValue:)) ?? .timer
    welcome.unacknowledged = UInt32(
      saturating: try reader.optionalNumber("unacknowledged") ?? 0)
    return welcome
  }

  /// The strings of an array; empty if the key is missing.
  private static func names(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> [String] {
    var names: [String] = []
    for node in try reader.optionalArray(key) ?? [] {
      names.append(try node.string(file: MessageLine.file))
    }
    return names
  }

  static func gesture(
    _ reader: inout ObjectReader, _ views: [String: Int]
  ) throws(DocumentError) -> GestureEvent? {
    // A phase of a later version is not an error.
    guard let phase = GesturePhase(rawValue: try reader.string("phase")) else { return nil }
    let location = try reader.pair("location")
    var event = GestureEvent(
      id: try reader.count("id"), time: try reader.instant("time"),
      view: views[try reader.string("view")] ?? -1, kind: try reader.string("kind"),
      name: try reader.optionalString("name"), phase: phase,
      location: Point(x: location.dx, y: location.dy),
      translation: try reader.pair("translation"), velocity: try reader.pair("velocity"))
    if let scale = try reader.optionalNumber("scale") {
      event.scale = .init(value: scale, velocity: try reader.number("scaleVelocity"))
    }
    if let rotation = try reader.optionalNumber("rotation") {
      event.rotation = .init(value: rotation, velocity: try reader.number("rotationVelocity"))
    }
    event.isInjected = try reader.optionalBoolean("injected") ?? false
    return event
  }

  static func layout(
    _ reader: inout ObjectReader, _ views: [String: Int]
  ) throws(DocumentError) -> LayoutUpdate {
    var update = LayoutUpdate(
      time: try reader.instant("time"),
      transaction: reader.has("transaction") ? try reader.count("transaction") : nil, changes: [])
    for node in try reader.array("views") {
      var change = try ObjectReader(node, file: MessageLine.file)
      guard let view = views[try change.string("id")] else { continue }
      update.changes.append(
        FrameChange(view: view, from: try change.rect("from"), to: try change.rect("to")))
    }
    return update
  }

  static func done(_ reader: inout ObjectReader) throws(DocumentError) -> TransactionEnd {
    TransactionEnd(
      id: try reader.count("id"), time: try reader.instant("time"),
      isSettled: try reader.string("moment") == "settled",
      isInterrupted: try reader.boolean("interrupted"))
  }

  static func device(_ reader: inout ObjectReader) throws(DocumentError) -> DeviceChange {
    DeviceChange(
      id: try reader.count("id"), isThere: try reader.string("phase") == "added",
      name: try reader.string("name"), kind: try reader.string("kind"))
  }

  static func contacts(_ reader: inout ObjectReader) throws(DocumentError) -> [TouchContact] {
    var contacts: [TouchContact] = []
    for node in try reader.array("contacts") {
      var contact = try ObjectReader(node, file: MessageLine.file)
      let name = try contact.string("phase")
      guard let phase = TouchContact.Phase.allCases.first(where: { $0.name == name }) else {
        continue
      }
      contacts.append(
        TouchContact(
          id: try contact.count("id"), phase: phase,
          position: Point(x: try contact.number("x"), y: try contact.number("y")),
          isInjected: try contact.optionalBoolean("injected") ?? false))
    }
    return contacts
  }
}

import SnapbackBasics
import SnapbackDocument

/// Decodes text requests.
enum RequestReader {
  /// The name of the document in error messages.
  static let file = "message"
  /// The names of all messages, for suggestions.
  static let names =
    ["hello", "resync", "ping", "rate", "frame_request", "presented", "shm_attach", "status"]
    + Command.allCases.map(\.rawValue)

  /// Decodes an object with one key.
  ///
  /// - Parameter isFirst: whether the message has to be a hello. Later messages must not be a
  ///   hello.
  static func request(_ text: [UInt8], isFirst: Bool) throws(ProtocolError) -> ClientRequest {
    let message: DocumentNode.Member
    do throws(DocumentError) {
      message = try onlyMember(of: text)
    } catch {
      throw ProtocolError(.badMessage, error.description)
    }
    if message.key == "hello" {
      guard isFirst else { throw ProtocolError(.badMessage, "hello was already sent") }
      return .hello(try hello(message.value))
    }
    guard !isFirst else {
      throw ProtocolError(.noHello, "the first message has to be {\"hello\":{}}")
    }
    if let command = Command(rawValue: message.key) {
      return self.command(message.value) { id, body in .command(command, id: id, body: body) }
    }
    if message.key == "status" { return command(message.value) { id, _ in .status(id: id) } }
    do throws(DocumentError) {
      if let request = try plain(message.key, message.value) { return request }
    } catch {
      throw ProtocolError(.badMessage, error.description)
    }
    return try unknown(message)
  }

  private static func onlyMember(
    of text: [UInt8]
  ) throws(DocumentError) -> DocumentNode.Member {
    let document = try DocumentNode.parse(text, file: file)
    let members = try document.members(file: file)
    guard members.count == 1, let message = members.first else {
      throw document.error(
        "a message is an object with one key, such as {\"hello\":{}}; this one has "
          + "\(members.count)", file: file)
    }
    return message
  }

  /// Decodes a message that is not answered by a reply. Ignores unknown keys, because newer clients
  /// may send more keys.
  private static func plain(
    _ name: String, _ node: DocumentNode
  ) throws(DocumentError) -> ClientRequest? {
    switch name {
    case "resync": return .resync
    case "shm_attach": return .shmAttach
    case "ping":
      var reader = try ObjectReader(node, file: file)
      return .ping(id: UInt64(clamping: try reader.optionalInteger("id", in: 0...Int.max) ?? 0))
    case "rate":
      var reader = try ObjectReader(node, file: file)
      return .rate(try reader.number("rate", in: ProtocolLimits.rates))
    case "frame_request":
      var reader = try ObjectReader(node, file: file)
      return .frameRequest(
        time: Instant(nanoseconds: try nanoseconds(reader.node("time"))),
        refresh: try reader.optionalNode("refresh").map(nanoseconds) ?? 0)
    case "presented":
      return try presented(node)
    default:
      return nil
    }
  }

  private static func presented(_ node: DocumentNode) throws(DocumentError) -> ClientRequest {
    var reader = try ObjectReader(node, file: file)
    let isDiscarded = try reader.optionalBoolean("discarded") ?? false
    // A picture that was never displayed has no time.
    let time = isDiscarded ? reader.optionalNode("time") : try reader.node("time")
    return .presented(
      sequence: UInt64(clamping: try reader.integer("seq", in: 0...Int.max)),
      time: Instant(nanoseconds: try time.map(nanoseconds) ?? 0),
      refresh: try reader.optionalNode("refresh").map(nanoseconds) ?? 0,
      isDiscarded: isDiscarded)
  }

  /// Reads a number of nanoseconds. Fractions are truncated.
  ///
  /// Beyond 2⁵³ (104 days), text that is parsed as a double is exact only to a few nanoseconds.
  private static func nanoseconds(_ node: DocumentNode) throws(DocumentError) -> UInt64 {
    UInt64(saturating: try node.number(in: 0...0x1.0p64, file: file))
  }

  /// Decodes a message that is answered by a reply. An error in the message does not close the
  /// connection.
  private static func command(
    _ node: DocumentNode, _ make: (UInt64?, DocumentNode) -> ClientRequest
  ) -> ClientRequest {
    do throws(DocumentError) {
      _ = try node.members(file: file)
      return make(try id(of: node), node.removing("id"))
    } catch {
      return .refused(ProtocolError(.badMessage, error.description), id: nil)
    }
  }

  private static func id(of node: DocumentNode) throws(DocumentError) -> UInt64? {
    guard let id = node.member("id") else { return nil }
    return UInt64(clamping: try id.integer(in: 0...Int.max, file: file))
  }

  /// Handles a message with an unknown name, for example a command of a newer client. If the
  /// message has an id, a reply reports the error and the connection continues. Otherwise throws.
  private static func unknown(
    _ message: DocumentNode.Member
  ) throws(ProtocolError) -> ClientRequest {
    let hint = Spelling.hint(for: message.key, in: names).map { " - \($0)" } ?? ""
    let error = ProtocolError(
      .unknownMessage, "no message is called \(DocumentError.quoted(message.key))\(hint)")
    guard let id = try? id(of: message.value) else { throw error }
    return .refused(error, id: id)
  }

  private static func hello(_ node: DocumentNode) throws(ProtocolError) -> HelloRequest {
    do throws(DocumentError) {
      var reader = try ObjectReader(node, file: "hello")
      if try speaksOurVersion(&reader) { return try hello(&reader) }
    } catch {
      throw ProtocolError(.badMessage, error.description)
    }
    throw ProtocolError(.version, "this daemon speaks version 1 only")
  }

  private static func speaksOurVersion(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    let count = 0...ProtocolLimits.helloElements
    guard let versions = try reader.optionalArray("versions", count: count) else { return true }
    var speaks = false
    for version in versions where try version.number(file: "hello") == 1 { speaks = true }
    return speaks
  }

  private static func hello(_ reader: inout ObjectReader) throws(DocumentError) -> HelloRequest {
    var hello = HelloRequest()
    if let name = try reader.optionalString("name") {
      hello.name = String(
        String.UnicodeScalarView(
          name.unicodeScalars.prefix(ProtocolLimits.nameScalars)))
    }
    let count = 0...ProtocolLimits.helloElements
    if let wants = try reader.optionalArray("want", count: count) {
      hello.wants = []
      for want in wants {
        // Ignore features that only newer daemons have. The welcome will not list them.
        if let feature = Feature(wanted: try want.string(file: "hello")) {
          hello.wants.insert(feature)
        }
      }
    }
    if let views = try reader.optionalArray("views", count: 0...ProtocolLimits.viewPatterns) {
      var patterns: [String] = []
      for view in views { patterns.append(try view.string(file: "hello")) }
      hello.views = ViewFilter(patterns)
    }
    hello.rate = try reader.optionalNumber("rate", in: ProtocolLimits.rates)
    hello.pacing = try reader.optionalOneOf("pacing") ?? .timer
    hello.acknowledges = try reader.optionalBoolean("ack") ?? false
    for part in try reader.optionalArray("parts", count: count) ?? [] {
      // Ignore parts that only newer daemons write.
      switch try part.string(file: "hello") {
      case "cornerRadius": hello.readsRadii = true
      case "looks": hello.readsLooks = true
      default: break
      }
    }
    return hello
  }
}

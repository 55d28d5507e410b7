import SnapbackDocument
import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackClient

/// Commands against `Tests/Fixtures/commands`.
@Suite struct CommandTests {
  /// The arguments of a vector.
  private struct Arguments {
    let node: DocumentNode

    func string(_ key: String) throws -> String {
      try #require(node.member(key)).string(file: "vector")
    }

    func optionalString(_ key: String) throws -> String? {
      try node.member(key)?.string(file: "vector")
    }

    func number(_ key: String) throws -> Double {
      try #require(node.member(key)).number(file: "vector")
    }

    func optionalNumber(_ key: String) throws -> Double? {
      try node.member(key)?.number(file: "vector")
    }

    func integer(_ key: String) throws -> UInt64 { UInt64(try number(key)) }

    func optionalInteger(_ key: String) throws -> UInt64? {
      try optionalNumber(key).map { UInt64($0) }
    }

    func boolean(_ key: String) throws -> Bool {
      try #require(node.member(key)).boolean(file: "vector")
    }

    func optionalBoolean(_ key: String) throws -> Bool? {
      try node.member(key)?.boolean(file: "vector")
    }

    func object(_ key: String) throws -> DocumentNode { try #require(node.member(key)) }

    func optionalObject(_ key: String) -> DocumentNode? { node.member(key) }

    func objects(_ key: String) throws -> [DocumentNode] {
      try object(key).array(file: "vector")
    }
  }

  private func send(_ name: String, _ given: Arguments, by client: Client) throws {
    switch name {
    // generated: command calls
    case "status": try client.status()
    case "inspect": try client.inspect(given.optionalString("view"))
    case "document": try client.document()
    case "change":
      try client.change(
        given.objects("changes"), animate: given.optionalObject("animate"),
        controlled: given.optionalBoolean("controlled"))
    case "run": try client.run(given.string("action"))
    case "animation":
      try client.animation(
        given.integer("transaction"), action: given.string("do"),
        fraction: given.optionalNumber("fraction"), at: given.optionalString("at"),
        linearly: given.optionalBoolean("linearly"), animate: given.optionalObject("animate"))
    case "load": try client.load(given.object("scene"), animate: given.optionalObject("animate"))
    case "patch": try client.patch(given.object("scene"), animate: given.optionalObject("animate"))
    case "retarget":
      try client.retarget(
        given.string("constraint"), side: given.string("side"), view: given.optionalString("view"),
        attribute: given.optionalString("attribute"), term: given.optionalInteger("term"),
        animate: given.optionalObject("animate"))
    case "measured":
      try client.measured(
        given.integer("request"), width: given.number("width"), height: given.number("height"),
        firstBaseline: given.optionalNumber("firstBaseline"),
        lastBaseline: given.optionalNumber("lastBaseline"))
    case "motion":
      try client.motion(
        given.optionalNumber("rate"), reduced: given.optionalBoolean("reduced"),
        instant: given.optionalBoolean("instant"))
    case "rotate": try client.rotate(given.integer("rotation"))
    case "inject": try client.inject(given.objects("touches"), time: given.optionalInteger("time"))
    // end of generated
    default: Issue.record("the protocol has no command \"\(name)\"")
    }
  }

  private func document(_ path: String) throws -> DocumentNode {
    try DocumentNode.parse(try Files.read(Fixture.repository + path), file: path)
  }

  @Test func eachCommandSendsItsMessage() throws {
    let vectors = try document("/Tests/Fixtures/commands/commands.json").array(file: "vectors")
    #expect(vectors.count > 20)
    for vector in vectors {
      let daemon = FakeDaemon()
      let client = try Client(
        owning: daemon.clientEnd, Greeting(name: "test", encoding: .lines))
      _ = daemon.heard()
      daemon.say("{\"reply\":{\"id\":1,\"ok\":true}}")
      let name = try #require(vector.member("command")).string(file: "vectors")
      let arguments = try #require(vector.member("arguments"))
      try send(name, Arguments(node: arguments), by: client)
      let heard = try DocumentNode.parse(Array(daemon.heard().utf8), file: "heard")
      let message = try #require(vector.member("message"))
      #expect(heard.messageValues == message.messageValues)
    }
  }

  @Test func eachCommandOfTheProtocolHasAVector() throws {
    let vectors = try document("/Tests/Fixtures/commands/commands.json").array(file: "vectors")
    let known = try vectors.map { try #require($0.member("command")).string(file: "vectors") }
    let protocolDocument = try document("/Sources/Wire/protocol.json")
    let commands = try #require(protocolDocument.member("commands")).array(file: "protocol")
    #expect(commands.count >= 12)
    for command in commands {
      let name = try #require(command.member("name")).string(file: "protocol")
      #expect(known.contains(name))
    }
  }
}

import SnapbackBasics
import SnapbackClient
import SnapbackDocument
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The time in the reply to a command.
@Suite(.serialized) struct CommandTimeTests {
  /// A scene with as many boxes as given, whose widths follow that of the first.
  private static func scene(boxes: Int) -> String {
    let names = (1..<boxes).map { "{ id: \"b\($0)\" }" }.joined(separator: ", ")
    let rules = (1..<boxes).map { "\"b\($0).width = b0.width\"" }.joined(separator: ", ")
    return """
      { snapback: 1, screen: { width: 390, height: 844 }, views: [ { id: "b0" }, \(names) ],
        constraints: [ { rule: "b0.width = 10", id: "width" }, \(rules) ] }
      """
  }

  private func time(of reply: Reply) throws -> UInt64 {
    let node = try #require(reply.body.member("time"))
    return UInt64(saturating: try node.number(file: "reply"))
  }

  /// Animates the width of all boxes.
  private func widen(_ client: Client) throws -> Reply {
    try client.perform("change") { writer in
      writer.beginArray("changes")
      writer.beginObject()
      writer.string("width", "constraint")
      writer.factor(20, "constant")
      writer.endObject()
      writer.endArray()
      writer.beginObject("animate")
      writer.string("linear", "curve")
      writer.factor(0.5, "duration")
      writer.endObject()
    }
  }

  /// With 300 boxes, the worker thread computes the layout, and the change takes effect later.
  @Test(arguments: [2, 300])
  func motionsBeginAtTheTimeInTheReply(boxes: Int) throws {
    let folder = try TemporaryFolder()
    try Files.write(Array(Self.scene(boxes: boxes).utf8), to: folder.path + "/scene.json5")
    let daemon = try RunningDaemon(scene: folder.path + "/scene.json5", in: folder)
    let watcher = try Client(to: [daemon.socket], Greeting(name: "watcher", features: .segments))
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    let time = try time(of: try widen(client))
    while let message = try watcher.next(within: 10) {
      guard case .segment(let segment) = message,
        let term = segment.channels.compactMap(\.motion.terms.first).first
      else { continue }
      #expect(UInt64(term.clock.anchor.nanoseconds) == time)
      return
    }
    Issue.record("no segment arrived")
  }

  @Test func queriesHaveNoTime() throws {
    let daemon = try RunningDaemon()
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    #expect(try client.perform("inspect").body.member("time") == nil)
    #expect(try client.perform("document").body.member("time") == nil)
  }
}

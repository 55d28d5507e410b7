import SnapbackBasics
import SnapbackDocument
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

@testable import SnapbackClient

/// Motions in closed form, checked against tables that were computed with 60 digits.
@Suite struct SegmentTests {
  /// A mirror of a scene with one view, `card`, that has received channels as a JSON line.
  private static func mirror(_ channels: [DocumentNode]) throws -> MotionMirror {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("segment")
    for key in ["seq", "time", "revision"] { writer.integer(1, key) }
    writer.beginArray("channels")
    for channel in channels { writer.document(channel) }
    writer.endArray()
    writer.endObject()
    writer.endObject()
    writer.endLine()
    var inbox = Inbox(.lines)
    inbox.append(snapshot[...])
    inbox.append(writer.bytes[...])
    var mirror = MotionMirror()
    while let message = try inbox.next() { mirror.apply(message) }
    return mirror
  }

  private static let snapshot = Array(
    """
    {"snapshot":{"seq":1,"time":1,"revision":1,"epoch":1,"screen":{"width":390,"height":844,\
    "scale":1,"background":"#000000"},"views":[{"id":"card","cornerRadius":0,"anchor":[0.5,0.5],\
    "frame":[0,0,1,1],"translation":[0,0],"rotation":0,"scale":[1,1],"alpha":1,\
    "toScreen":[1,0,0,1,0,0],"box":[0,0,1,1],"velocity":{"translation":[0,0],"rotation":0}}]}}

    """.utf8)

  @Test func everyMotionOfTheTableIsMetWithinABillionth() throws {
    let file = "segments.json"
    let bytes = try Fixture.bytes(
      Fixture.repository + "/Tests/Fixtures/protocol/" + file)
    let document = try DocumentNode.parse(bytes, file: file)
    var table = try ObjectReader(document, file: file)
    var (count, worst) = (0, 0.0)
    for row in try table.array("cases") {
      var reader = try ObjectReader(row, file: file)
      let node = try reader.node("channel")
      var channel = try ObjectReader(node, file: file)
      let name = try channel.string("channel")
      let source = reader.optionalNode("source")
      let mirror = try Self.mirror([node] + (source.map { [$0] } ?? []))
      for entry in try reader.array("at") {
        let numbers = try entry.array(count: 3...3, file: file)
        let time = Instant(
          nanoseconds: UInt64(saturating: try numbers[0].number(file: file)))
        let seen = mirror.value(
          of: try #require(MotionChannel(name: name)), view: 0, at: time)
        let value = try numbers[1].number(file: file)
        #expect((seen.value - value).magnitude <= 1e-9, "\(name) at \(time): \(seen) \(value)")
        if case .number(let velocity) = numbers[2].value {
          let limit = 1e-9 * max(1, velocity.magnitude)
          #expect((seen.velocity - velocity).magnitude <= limit, "\(name) at \(time)")
        }
        worst = max(worst, (seen.value - value).magnitude)
        count += 1
      }
    }
    #expect(count > 200)
    print("segments.json: \(count) moments, worst difference \(worst)")
  }

  @Test func theSpringTableIsMetWithinABillionth() throws {
    let table = try FixtureTable("physics/spring_reference.csv")
    var worst = 0.0
    for row in table.rows {
      let mass = row.number("mass")
      // `local` gives the term's time exactly; an instant would round it to nanoseconds.
      let text = """
        {view:"card",channel:"translationX",generation:1,held:0,velocity:0,terms:[{kind:"spring",
        anchor:1000,end:null,local:\(row.text("t")),x:\(row.text("x0")),v:\(row.text("v0")),
        beta:\(row.number("damping") / (2 * mass)),omega2:\(row.number("stiffness") / mass)}]}
        """
      let mirror = try Self.mirror([try DocumentNode.parse(text, file: "test")])
      let seen = mirror.value(
        of: .animated(.translationX), view: 0, at: Instant(nanoseconds: 1000))
      let difference = (seen.value - row.number("x")).magnitude
      #expect(difference <= 1e-9, "line \(row.line): \(seen.value)")
      worst = max(worst, difference)
    }
    #expect(table.rows.count > 100)
    print("spring_reference.csv: \(table.rows.count) lines, worst difference \(worst)")
  }
}

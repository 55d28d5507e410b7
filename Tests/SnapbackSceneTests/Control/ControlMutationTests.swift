import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import Testing

/// Damaged and made-up messages: each is refused or carried out, and none traps.
@Suite struct ControlMutationTests {
  private static let messages: [(command: String, body: String)] = [
    (
      "change",
      """
      {"changes":[{"constraint":"barHeight","constant":90},
      {"view":"card","alpha":0.4,"rotation":30},
      {"addConstraint":"card.width = 0.3 * screen.width + 5 @ 700"},"layoutIfNeeded",
      {"screen":{"size":[300,500],"safeArea":{"top":20},"contentSize":"small"}},
      {"animate":{"curve":"easeIn","duration":0.3},
      "changes":[{"view":"list","scrollOffset":[0,9]}]}],
      "animate":{"spring":{"duration":1,"dampingRatio":0.33},"repeat":2},"controlled":true}
      """
    ),
    ("run", "{\"action\":\"open\"}"), ("animation", "{\"transaction\":1,\"do\":\"reverse\"}"),
    ("animation", "{\"transaction\":2,\"do\":\"scrub\",\"fraction\":0.5}"),
    ("retarget", "{\"constraint\":\"cardLeft\",\"side\":\"second\",\"view\":\"bar.margins\"}"),
    (
      "retarget", "{\"constraint\":\"sum\",\"side\":\"second\",\"term\":1,\"attribute\":\"height\"}"
    ),
    ("measured", "{\"request\":1,\"width\":40,\"height\":20,\"firstBaseline\":9}"),
    ("motion", "{\"rate\":0.5,\"reduced\":true,\"instant\":false}"),
    ("rotate", "{\"rotation\":90}"), ("inspect", "{\"view\":\"card\"}"),
    ("document", "{}"),
    (
      "patch",
      """
      {"scene":{"views":[{"id":"card","before":"bar","alpha":0.9},{"id":"list","remove":false},
      {"id":"new","text":"some text"}],"constraints":[{"id":"barHeight","rule":"bar.height = 50"},
      {"id":"n","rule":"new.width <= 60"}],"screen":{"width":500,"scale":null}},
      "animate":{"curve":"linear","duration":1}}
      """
    ),
    (
      "load",
      """
      {"scene":{"snapback":1,"screen":{"width":90,"height":80},"views":[{"id":"bar"},{"id":"card",
      "text":{"string":"a b c","lines":0}}],"constraints":[
      {"id":"barHeight","rule":"bar.height = 9"},"card.width = 20"],
      "gestures":[{"pan":"card","name":"drag"}]}}
      """
    ),
  ]

  /// Words and numbers that may replace a value.
  private static let values = [
    "null", "true", "[]", "{}", "\"\"", "\"card\"", "\"bar.width\"", "-1", "0", "1e9", "1e-300",
    "1e300", "0.5", "\"forever\"", "[[]]", "{\"id\":\"card\"}", "9007199254740993", "\"screen\"",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func damagedMessagesNeverTrap(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var controlled = try Controlled(barScene)
    var injector = TouchInjector()
    var (carriedOut, now) = (0, 0.0)
    for _ in 0..<600 {
      now += Double.random(in: 0...0.2, using: &generator)
      guard let message = Self.messages.randomElement(using: &generator),
        let command = Command(rawValue: message.command)
      else { continue }
      let text = Self.damaged(message.body, using: &generator)
      _ = controlled.desk.drainMeasureRequests(of: controlled.engine)
      guard let body = try? DocumentNode.parse(text, file: "message") else { continue }
      _ = try? injector.add(body, from: seed, at: Controlled.moment(now))
      do throws(ControlError) {
        let reply = try controlled.desk.perform(
          command, body, on: &controlled.engine, at: Controlled.moment(now))
        carriedOut += 1
        var writer = JSONWriter(precision: .shortest)
        writer.beginObject()
        reply.write(to: &writer)
        writer.endObject()
        #expect((try? DocumentNode.parse(writer.bytes, file: "reply")) != nil)
      } catch {
        #expect(!error.message.isEmpty)
      }
      for view in controlled.views(at: now) {
        let map = view.toScreen
        let isFinite = [map.a, map.b, map.c, map.d, map.tx, map.ty, view.alpha, view.frame.right]
          .allSatisfy(\.isFinite)
        #expect(isFinite, "seed \(seed): \(message.command) \(text)")
      }
    }
    #expect(carriedOut > 60)
  }

  private static func damaged(
    _ text: String, using generator: inout SeededGenerator
  ) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      switch Int.random(in: 0...3, using: &generator) {
      case 0:
        // Replaces a value by another one.
        let starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
        guard let start = starts.randomElement(using: &generator),
          let value = values.randomElement(using: &generator)
        else { continue }
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
        guard let end else { continue }
        bytes.replaceSubrange((start + 1)..<end, with: value.utf8)
      case 1:
        let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
        guard let place = digits.randomElement(using: &generator) else { continue }
        bytes[place] = UInt8.random(in: 48...57, using: &generator)
      case 2:
        guard let place = bytes.indices.randomElement(using: &generator) else { continue }
        bytes.remove(at: place)
      default:
        guard let place = bytes.indices.randomElement(using: &generator) else { continue }
        bytes[place] = UInt8.random(in: 32...126, using: &generator)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

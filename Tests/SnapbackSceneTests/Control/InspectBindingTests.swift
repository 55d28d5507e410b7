import Foundation
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import Testing

/// The bindings in the reply to `inspect`. The oracle is the arithmetic of the maps, written a
/// second time, and the closed form of a damped oscillator.
@Suite struct InspectBindingTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "sheet" }, { id: "shade" }, { id: "dial" }, { id: "bead" }, { id: "card" } ],
      constraints: [
        "sheet.left = 0", "sheet.top = 400", "sheet.width = 400", "sheet.height = 400",
        "shade.left = 0", "shade.top = 0", "shade.width = 400", "shade.height = 300",
        "dial.left = 0", "dial.top = 0", "dial.width = 40", "dial.height = 40",
        "bead.left = 50", "bead.top = 0", "bead.width = 40", "bead.height = 40",
        "card.left = 100", "card.top = 0", "card.height = 40",
        { id: "wide", rule: "card.width = 50" } ],
      gestures: [ { pan: "sheet", name: "raise" },
        { pan: "screen", name: "twist", drives: "nothing" } ],
      bindings: [
        { name: "dim", from: "sheet.translation.y", to: "shade.alpha", map: [[-300, 0.6], [0, 0]] },
        { from: "raise.translation.x", to: "dial.translation.x" },
        { name: "tint", from: "sheet.translation.y", to: "shade.color",
          map: [[-300, "#fe8000"], [0, "#000000"]] },
        { name: "turn", from: "dial.translation.x", to: "dial.rotation", map: [[0, 0], [100, 90]] },
        { name: "bend", from: "sheet.translation.y", to: "bead.translation.y",
          map: [[-300, 30], [0, 0, "easeOut"]] },
        { name: "tail", from: "sheet.translation.y", to: "bead.translation.x",
          follow: { response: 0.3, dampingRatio: 0.6 } },
        { name: "swell", from: "wide.constant", to: "card.scale", map: [[0, 1], [200, 2]],
          combine: "multiply" },
        { name: "left", from: "sheet.translation.x", to: "card.translation.x", combine: "add" },
        { name: "right", from: "dial.translation.x", to: "card.translation.x", combine: "add" },
        { name: "spin", from: "twist.translation.x", to: "card.rotation",
          map: [[0, 0], [100, 90]] } ] }
    """

  /// A binding, decoded as a client would decode it.
  private struct Told {
    var name: String
    var kind: String
    var numbers: String
    var sourceView: String?
    var source: Double
    var target: String
    var rests: Bool

    init(_ node: DocumentNode) throws {
      var reader = try ObjectReader(node, file: "reply")
      name = try reader.string("name")
      kind = try reader.string("kind")
      numbers = "\(try reader.string("from")) \(try reader.string("to"))"
      sourceView = try reader.optionalString("sourceView")
      source = try reader.number("source")
      let value = try reader.node("target")
      target =
        if case .string(let text) = value.value { text } else {
          "\(try value.number(file: "reply"))"
        }
      rests = try reader.boolean("rests")
      try reader.finish()
    }

    var value: Double { Double(target) ?? .nan }
  }

  private func inspection(
    _ controlled: inout Controlled, _ body: String = "{}", at seconds: Double = 0
  ) throws -> DocumentNode {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    try controlled.send("inspect", body, at: seconds).write(to: &writer)
    writer.endObject()
    let reply = try DocumentNode.parse(writer.bytes, file: "reply")
    return try #require(reply.member("inspect"))
  }

  private func told(
    _ controlled: inout Controlled, _ body: String = "{}", at seconds: Double = 0
  ) throws -> [String: Told] {
    let list = try inspection(&controlled, body, at: seconds).member("bindings")
    let told = try list?.array(file: "reply").map(Told.init) ?? []
    return Dictionary(uniqueKeysWithValues: told.map { ($0.name, $0) })
  }

  private func raise(_ controlled: inout Controlled, _ animation: String = "") throws {
    try controlled.send(
      "change", "{changes: [{view: \"sheet\", translation: [40, -150]}]\(animation)}")
  }

  @Test func theTextsAreThoseOfTheDocumentAndTheKindsThoseOfItsKeys() throws {
    var controlled = try Controlled(Self.scene)
    let told = try told(&controlled)
    #expect(told.count == 10)
    #expect(
      told.mapValues(\.kind) == [
        "dim": "linear", "binding2": "linear", "tint": "linear", "turn": "linear", "bend": "curve",
        "tail": "follower", "swell": "product", "left": "sum", "right": "sum", "spin": "linear",
      ])
    #expect(told["binding2"]?.numbers == "raise.translation.x dial.translation.x")
    #expect(told["swell"]?.numbers == "wide.constant card.scale")
    #expect(told["tint"]?.numbers == "sheet.translation.y shade.color")
    #expect(
      told.compactMapValues(\.sourceView) == [
        "dim": "sheet", "binding2": "sheet", "tint": "sheet", "turn": "dial", "bend": "sheet",
        "tail": "sheet", "swell": "card", "left": "sheet", "right": "dial", "spin": "screen",
      ])
  }

  @Test func theValuesAreThoseOfTheMapsInTheUnitsOfTheDocument() throws {
    var controlled = try Controlled(Self.scene)
    try raise(&controlled)
    let told = try told(&controlled, at: 20)
    #expect(!told.values.contains { !$0.rests })
    #expect(told["dim"]?.source == -150 && told["dim"].map { abs($0.value - 0.3) < 1e-9 } == true)
    #expect(told["tint"]?.target == "#7f4000")
    #expect(told["binding2"]?.source == 40 && told["binding2"]?.value == 40)
    #expect(told["turn"].map { abs($0.value - 36) < 1e-9 } == true)
    #expect(told["left"]?.source == 40 && told["left"]?.value == 80)
    #expect(told["right"]?.value == 80)
    #expect(told["swell"]?.source == 50 && told["swell"]?.value == 1.25)
    #expect(told["spin"]?.source == 0 && told["spin"]?.value == 0)
    #expect(told["tail"].map { abs($0.value + 150) < 1e-6 } == true)
    // Cubic Bézier (0, 0), (0.58, 1): half of the way in x is at this share of the way in y.
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let rest = 1 - middle
      let x = 3 * rest * middle * middle * 0.58 + middle * middle * middle
      if x < 0.5 { low = middle } else { high = middle }
    }
    let share = 3 * (1 - low) * low * low + low * low * low
    #expect(told["bend"].map { abs($0.value - 30 * (1 - share)) < 1e-6 } == true)
  }

  @Test func aFollowerMovesAfterItsSourceRests() throws {
    var controlled = try Controlled(Self.scene)
    try raise(&controlled)
    let now = try told(&controlled, at: 0.1)
    let tail = try #require(now["tail"])
    let omega = 2 * Double.pi / 0.3
    let damped = omega * 0.8
    let angle = damped * 0.1
    let value = -150 * (1 - exp(-0.6 * omega * 0.1) * (cos(angle) + 0.75 * sin(angle)))
    #expect(abs(tail.value - value) < 1e-6, "\(tail.value) instead of \(value)")
    #expect(!tail.rests && tail.source == -150)
    #expect(now.values.filter { !$0.rests }.map(\.name) == ["tail"])
  }

  @Test func aSourceThatMovesIsReadAtTheMomentOfTheCommand() throws {
    var controlled = try Controlled(Self.scene)
    try raise(&controlled, ", animate: {curve: \"linear\", duration: 1}")
    for (seconds, height) in [(0.0, 0.0), (0.25, -37.5), (0.5, -75), (1, -150)] {
      let told = try told(&controlled, at: seconds)
      #expect(told["dim"].map { abs($0.source - height) < 1e-9 } == true, "at \(seconds) s")
      #expect(told["dim"].map { abs($0.value + height / 500) < 1e-9 } == true, "at \(seconds) s")
      #expect(told["dim"]?.rests == (seconds == 1))
      #expect(told["swell"]?.rests == true)
    }
  }

  @Test func aSourceIsNotLimitedToWhatIsDrawnButATargetIs() throws {
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "sheet" }, { id: "shade" }, { id: "dial" } ],
        bindings: [
          { name: "dim", from: "sheet.translation.y", to: "shade.alpha", map: [[-100, 1], [0, 0]],
            extend: true },
          { name: "turn", from: "shade.alpha", to: "dial.rotation", map: [[-1, -90], [0, 0]] },
          { name: "round", from: "sheet.translation.y", to: "shade.cornerRadius",
            map: [[-100, 20], [0, 0]], extend: true },
          { name: "lift", from: "shade.cornerRadius", to: "dial.translation.y" } ] }
      """)
    try controlled.send("change", "{changes: [{view: \"sheet\", translation: [0, 40]}]}")
    // The maps give -0.4 and -8; both are drawn as 0.
    let told = try told(&controlled)
    for (name, source, target) in [
      ("dim", 40.0, 0.0), ("turn", -0.4, -36), ("round", 40, 0), ("lift", -8, -8),
    ] {
      let binding = try #require(told[name])
      #expect(abs(binding.source - source) < 1e-9, "\(name): \(binding.source)")
      #expect(abs(binding.value - target) < 1e-9, "\(name): \(binding.value)")
    }
  }

  @Test func numbersOfLooksAreToldAsTheyAreDrawn() throws {
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "sheet" }, { id: "shade", border: {} }, { id: "dial" } ],
        bindings: [
          { name: "fade", from: "sheet.translation.y", to: "shade.shadow.opacity",
            map: [[-100, 1], [0, 0]], extend: true },
          { name: "thin", from: "sheet.translation.y", to: "shade.border.width",
            map: [[-100, 20], [0, 0]], extend: true },
          { name: "tint", from: "sheet.translation.y", to: "shade.textColor",
            map: [[0, "#000000"], [80, "#fe8000"]] },
          { name: "lift", from: "shade.border.width", to: "dial.translation.y" } ] }
      """)
    try controlled.send("change", "{changes: [{view: \"sheet\", translation: [0, 40]}]}")
    // The maps of the first two give -0.4 and -8; both are drawn as 0.
    let told = try told(&controlled)
    #expect(told["fade"]?.value == 0 && told["thin"]?.value == 0)
    #expect(told["tint"]?.target == "#7f4000" && told["tint"]?.kind == "linear")
    let lift = try #require(told["lift"])
    #expect(abs(lift.source + 8) < 1e-9 && abs(lift.value + 8) < 1e-9)
    #expect(lift.sourceView == "shade")
    #expect(throws: ControlError.self) {
      try controlled.send("change", "{changes: [{view: \"shade\", border: {width: 3}}]}")
    }
  }

  @Test func aViewHasTheBindingsThatSetOrReadItsNumbers() throws {
    var controlled = try Controlled(Self.scene)
    func names(_ view: String) throws -> Set<String> {
      Set(try told(&controlled, "{view: \"\(view)\"}").keys)
    }
    #expect(try names("shade") == ["dim", "tint"])
    #expect(try names("dial") == ["binding2", "turn", "right"])
    #expect(try names("card") == ["swell", "left", "right", "spin"])
    #expect(try names("screen") == ["spin"])
    #expect(try names("sheet") == ["dim", "binding2", "tint", "bend", "tail", "left"])
  }

  @Test func aPatchedSceneHasItsPresentBindings() throws {
    var controlled = try Controlled(Self.scene)
    try controlled.send(
      "patch", "{scene: {bindings: [{name: \"dim\", map: [[-100, 1], [0, 0]]}]}}")
    try raise(&controlled)
    #expect(try told(&controlled)["dim"]?.value == 1)
    try controlled.send("patch", "{scene: {bindings: null}}")
    let inspection = try inspection(&controlled)
    #expect(inspection.member("bindings") == nil)
  }

  @Test func aLongListIsCut() throws {
    let count = ControlLimits.inspectedBindings + 3
    let views = (0..<count).map { "{ id: \"v\($0)\" }" }.joined(separator: ", ")
    let bindings = (0..<count).map { "{ from: \"source.alpha\", to: \"v\($0).alpha\" }" }
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 9, height: 9 }, views: [{ id: "source" }, \(views)],
        bindings: [\(bindings.joined(separator: ", "))] }
      """)
    let inspection = try inspection(&controlled)
    let list = try #require(inspection.member("bindings")).array(file: "reply")
    #expect(list.count == ControlLimits.inspectedBindings)
    #expect(try inspection.member("truncated")?.number(file: "reply") == 3)
  }
}

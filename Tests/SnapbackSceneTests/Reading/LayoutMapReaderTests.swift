import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing maps and thresholds with sums and metrics.
@Suite struct LayoutMapReaderTests {
  private static func read(
    _ bindings: String, on triggers: String = "'appear'"
  ) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        metrics: { gap: 20, faint: 0.25, turn: 90 },
        views: [ { id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }, { id: "e" } ],
        bindings: [\(bindings)], actions: [{ on: \(triggers), changes: [] }] }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  private static func triggers(_ text: String) throws -> [CrossingTrigger] {
    try #require(try read("", on: text).actions.first).crossings
  }

  @Test func bothNumbersOfAPointMayBeSums() throws {
    let binding = try #require(
      try Self.read(
        """
        { from: "a.translation.x", to: "b.translation.y", extend: true,
          map: [[0, "gap"], ["a.width / 2", "b.width + 3"], ["screen.width", 90]] }
        """
      ).bindings.first)
    let map = try #require(binding.layoutMap)
    #expect(map.points.map(\.x.constant) == [0, 0, 0])
    #expect(map.points.map(\.y.constant) == [20, 3, 90])
    #expect(map.points[1].x.terms.map(\.multiplier) == [0.5])
    #expect(map.points[1].y.terms.map(\.multiplier) == [1])
    #expect(map.points.map(\.x.isConstant) == [true, false, false])
    #expect(map.extends && map.points.allSatisfy { $0.curve == nil })
  }

  /// Metrics do not depend on the layout, so a map of metrics is an ordinary map.
  @Test func metricsAreNumbersOfAnyUnit() throws {
    let bindings = try Self.read(
      """
      { from: "a.alpha", to: "b.alpha", map: [[0, "faint"], ["4 * faint", "2 * faint"]] },
      { from: "a.translation.x", to: "b.rotation", map: [[0, 0], ["a.width", "turn"]] }
      """
    ).bindings
    try #require(bindings.count == 2)
    #expect(bindings[0].layoutMap == nil)
    #expect(bindings[0].map.state(at: MotionState(value: 0.5)).value == 0.375)
    #expect(bindings[1].layoutMap?.points[1].y == LayoutNumber(90 * (.pi / 180)))
  }

  @Test func eachComponentOfAColorHasTheSums() throws {
    let bindings = try Self.read(
      """
      { from: "a.translation.x", to: "b.color",
        map: [[0, "#102030"], ["a.width", "#405060", "easeIn"]] }
      """
    ).bindings
    #expect(bindings.map { $0.layoutMap?.points[1].y.constant } == [64, 80, 96])
    #expect(bindings.allSatisfy { $0.layoutMap?.points[1].curve == .easeIn })
    #expect(bindings.allSatisfy { $0.layoutMap?.points[1].x.terms.count == 1 })
  }

  @Test func aThresholdMayBeASum() throws {
    let fixed = try Self.triggers(
      "{ crosses: 'a.rotation', at: 'turn', going: 'up', hysteresis: 'turn / 2' }")
    #expect(
      fixed == [
        CrossingTrigger(
          .channel(.rotation, view: 1), at: 90 * (.pi / 180), .up,
          hysteresis: 45 * (.pi / 180))
      ])
    let moving = try Self.triggers(
      "{ crosses: 'a.translation.y', at: 'a.height / 2 + gap', hysteresis: 'b.height' }")
    #expect(moving.map(\.direction) == [.up, .down] && moving.map(\.threshold) == [0, 0])
    #expect(moving.allSatisfy { $0.origin?.constant == 20 && $0.origin?.terms.count == 1 })
    #expect(moving.allSatisfy { $0.layoutHysteresis?.terms.map(\.multiplier) == [1] })
  }

  private static let faults: [(String, String)] = [
    (
      "{ from: 'a.translation.x', to: 'b.alpha', map: [[0, 0], [100, 'a.width']] }",
      "[0].map[1][1]: a sum that depends on the layout is in points, but this number is a plain "
        + "number; use numbers and metrics only"
    ),
    (
      "{ from: 'a.rotation', to: 'b.translation.x', map: [[0, 0], ['a.width', 1]] }",
      "[0].map[1][0]: a sum that depends on the layout is in points, but this number is in degrees;"
    ),
    (
      "{ from: 'a.translation.x', to: 'b.alpha', map: [[0, 0], ['gpa', 1]] }",
      "[0].map[1][0]: unknown metric \"gpa\" in \"gpa\" — did you mean \"gap\"?"
    ),
    (
      "{ from: 'a.translation.x', to: 'b.alpha', map: [['gap', 0], ['gap', 1]] }",
      "[0].map[1][0]: the values of the source have to rise from point to point"
    ),
    (
      "{ from: 'a.translation.x', to: 'b.alpha', map: [[0, 0], ['gap * 10000', 1]] }",
      "[0].map[1][0]: expected a number from -100000 to 100000; \"gap * 10000\" is 200000.0"
    ),
    (
      "{ from: 'a.translation.x', to: 'b.alpha', map: [[0, '#ffffff'], [1, 1]] }",
      "[0].map[0][1]: expected a number or a sum, found a color"
    ),
    (
      "{ from: 'a.translation.x', to: 'b.translation.x', map: [[0, 0], ['a.width', 1]] }, "
        + "{ from: 'b.translation.x', to: 'c.translation.x', map: [[0, 0], ['a.width', 1]] }, "
        + "{ from: 'c.translation.x', to: 'd.translation.x', map: [[0, 0], ['a.width', 1]] }, "
        + "{ from: 'd.translation.x', to: 'e.translation.x', map: [[0, 0], ['a.width', 1]] }",
      "[3]: the maps of the chain to \"binding4\" multiply its source by up to 1000000000000.0; "
        + "the limit is 1000000000.0"
    ),
  ]

  @Test(arguments: faults) func aFaultIsOneLine(bindings: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read(bindings) }
    let text = error?.description ?? ""
    #expect(text.contains("bindings" + message), "\(text)")
    #expect(!text.contains("\n"))
  }

  @Test func bindingsHaveAtMostAThousandSums() throws {
    func scene(_ count: Int) throws -> SceneBlueprint {
      let points = (1...100).map { "['\($0) * a.width', 0]" }.joined(separator: ",")
      let binding = """
        { from: "a.translation.x", to: "b.translation.x", combine: "add", map: [\(points)] }
        """
      return try Self.read(Array(repeating: binding, count: count).joined(separator: ","))
    }
    #expect(try scene(10).bindings.count == 10)
    #expect {
      try scene(11)
    } throws: { error in
      "\(error)".contains("bindings: maps have more than 1000 sums")
    }
  }
}

import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing the keys of bindings that make followers, products, curves and colors.
@Suite struct BindingKeyTests {
  private func read(_ bindings: String) throws -> [ChannelBinding] {
    try BindingReaderTests.read("[\(bindings)]").bindings
  }

  private func value(_ map: PiecewiseMap, at x: Double) -> Double {
    map.state(at: MotionState(value: x)).value
  }

  @Test func aFollowerHasTheSpringOfItsKey() throws {
    let springs = [
      ("{ response: 0.3, dampingRatio: 0.6 }", try Spring(response: 0.3, dampingRatio: 0.6)),
      (
        "{ duration: 0.5, dampingRatio: 1 }",
        try Spring(uikitDuration: 0.5, dampingRatio: 1, initialVelocity: 0)
      ),
      (
        "{ mass: 2, stiffness: 200, damping: 20 }",
        try Spring(mass: 2, stiffness: 200, damping: 20)
      ),
    ]
    for (text, spring) in springs {
      let bindings = try read("{ from: 'a.alpha', to: 'b.alpha', follow: \(text) }")
      #expect(bindings.map(\.follow) == [spring], "\(text)")
    }
    let plain = try read("{ from: 'a.alpha', to: 'b.alpha' }")
    #expect(plain.map(\.follow) == [nil])
  }

  @Test func aFollowerCanAdd() throws {
    let bindings = try read(
      """
      { from: 'a.alpha', to: 'b.alpha', combine: 'add', follow: { response: 1, dampingRatio: 1 } },
      { from: 'c.alpha', to: 'b.alpha', combine: 'add' }
      """)
    #expect(bindings.map(\.combination) == [.add, .add])
    #expect(bindings.map { $0.follow == nil } == [false, true])
  }

  @Test func factorsOfAProductMultiply() throws {
    let bindings = try read(
      """
      { from: 'a.alpha', to: 'b.scale', map: [[0, 1], [1, 2]], combine: 'multiply' },
      { from: 'c.alpha', to: 'b.scale.y', map: [[0, 1], [1, 3]], combine: 'multiply' },
      { from: 'a.alpha', to: 'c.alpha' }
      """)
    #expect(bindings.map(\.combination) == [.multiply, .multiply, .add])
  }

  @Test func aThirdItemIsTheCurveOfThePieceBeforeThePoint() throws {
    let points = "[0, 0], [100, 1, 'easeInOut'], [200, 3]"
    let map = try read("{ from: 'a.translation.x', to: 'b.alpha', map: [\(points)] }")[0].map
    #expect(!map.isLinear)
    // The curve is symmetric, and slow at its ends.
    #expect(abs(value(map, at: 50) - 0.5) < 1e-9)
    #expect(value(map, at: 25) < 0.2)
    #expect(abs(value(map, at: 25) + value(map, at: 75) - 1) < 1e-9)
    // The piece without a curve is a line.
    #expect(abs(value(map, at: 125) - 1.5) < 1e-9)
    let numbers = "[0, 0], [100, 1, [0.42, 0, 0.58, 1]], [200, 3]"
    #expect(
      try read("{ from: 'a.translation.x', to: 'b.alpha', map: [\(numbers)] }")[0].map == map)
  }

  @Test func aLinearCurveIsALine() throws {
    let bindings = try read(
      """
      { from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, 1, 'linear']] },
      { from: 'a.alpha', to: 'c.alpha', map: [[0, 0], [1, 1]] }
      """)
    #expect(bindings[0].map == bindings[1].map)
    #expect(bindings[0].map.isLinear)
  }

  @Test func aMapThatExtendsMayHaveCurvesInside() throws {
    let map = try read(
      """
      { from: 'a.translation.x', to: 'b.translation.x', extend: true,
        map: [[0, 0], [10, 10], [20, 30, 'ease'], [30, 50]] }
      """)[0].map
    #expect(!map.isLinear)
    #expect(value(map, at: -5) == -5)
    #expect(abs(value(map, at: 40) - 70) < 1e-9)
  }

  @Test func aColorIsABindingForEachComponent() throws {
    let scene = try BindingReaderTests.read(
      """
      [{ name: 'tint', from: 'a.translation.y', to: 'b.color',
         map: [[0, '#102030'], [100, '#fe8800'], [200, '#FFFFFF', 'easeOut']],
         follow: { response: 1, dampingRatio: 1 } }]
      """)
    #expect(scene.bindings.map(\.name) == ["tint", "tint", "tint"])
    #expect(scene.bindings.map(\.channels) == [[.red], [.green], [.blue]])
    #expect(scene.bindings.allSatisfy { $0.view == 2 && $0.follow != nil })
    let maps = scene.bindings.map(\.map)
    let expected: [(Double, [Double])] = [
      (0, [16, 32, 48]), (50, [135, 84, 24]), (200, [255, 255, 255]),
    ]
    for (x, components) in expected {
      for (map, component) in zip(maps, components) {
        #expect(abs(value(map, at: x) - component) < 1e-9, "at \(x)")
      }
    }
    #expect(maps.allSatisfy { !$0.isLinear })
    // The view has no color of its own.
    #expect(scene.views[2].appearance.color == Color(red: 0x10, green: 0x20, blue: 0x30))
    #expect(scene.views[1].appearance.color == nil)
  }

  @Test func colorsAdd() throws {
    let map = "map: [[0, '#000000'], [1, '#0a0b0c']], combine: 'add'"
    let bindings = try read(
      "{ from: 'a.alpha', to: 'b.color', \(map) }, { from: 'c.alpha', to: 'b.color', \(map) }")
    #expect(bindings.map(\.name) == ["binding1", "binding2"].flatMap { [$0, $0, $0] })
    #expect(bindings.map(\.channels) == [[.red], [.green], [.blue], [.red], [.green], [.blue]])
  }

  @Test func anActionMustNotSetABoundColor() {
    let error = #expect(throws: DocumentError.self) {
      try BindingReaderTests.read(
        "[{ name: 'tint', from: 'a.alpha', to: 'b.color', map: [[0, '#000000'], [1, '#ffffff']] }]",
        actions: "[{ on: 'appear', changes: [{ view: 'b', color: '#ff0000' }] }]")
    }
    let text = error?.description ?? ""
    #expect(
      text.hasSuffix(
        "actions[0].changes[0].color: the binding \"tint\" sets \"b.color\"; an action cannot set "
          + "it, too"), "\(text)")
  }

  private static let faults: [(String, String)] = [
    (
      "{ from: 'a.alpha', to: 'b.alpha', follow: 'bouncy' }",
      "[0].follow: expected an object, found a string"
    ),
    ("{ from: 'a.alpha', to: 'b.alpha', follow: {} }", "[0].follow: missing key \"response\""),
    (
      "{ from: 'a.alpha', to: 'b.alpha', follow: { response: 0.3, dampingRatio: 0.01 } }",
      "[0].follow.dampingRatio: expected a number from 0.05 to 100, found 0.01"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', folow: { response: 0.3, dampingRatio: 1 } }",
      "[0].folow: unknown key \"folow\" — did you mean \"follow\"?"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', combine: 'multiply' }",
      "[0].combine: a binding with \"combine\": \"multiply\" needs a \"map\", so that its values "
        + "have a bound"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1], [1, 2]], extend: true, "
        + "combine: 'multiply' }",
      "[0].extend: a binding with \"combine\": \"multiply\" needs a \"map\" without \"extend\", so "
        + "that its values have a bound"
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'b.scale', combine: 'add' }, "
        + "{ name: 'y', from: 'a.alpha', to: 'b.scale.y', map: [[0, 1], [1, 2]], "
        + "combine: 'multiply' }",
      "[1].to: the binding \"y\" has \"combine\": \"multiply\", but the binding \"x\" has \"add\"; "
        + "give both the same, because both set \"b.scale.y\""
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'b.alpha' }, "
        + "{ name: 'y', from: 'a.alpha', to: 'b.alpha', map: [[0, 1], [1, 2]], "
        + "combine: 'multiply' }",
      "[1].to: the binding \"y\" and the binding \"x\" both set \"b.alpha\"; keep one of them, or "
        + "give both \"combine\": \"add\" or \"multiply\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1, 'ease'], [1, 2]] }",
      "[0].map[0][2]: the first point of a map has no curve, because no piece ends there; give the "
        + "curve to the second point"
    ),
    (
      "{ from: 'a.alpha', to: 'b.scale', map: [[0, 0], [1, 1], [2, 3, 'ease']], extend: true }",
      "[0].map[2][2]: a piece that \"extend\" continues is a line; remove this curve or \"extend\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.scale', map: [[0, 0], [1, 1, 'ease'], [2, 3]], extend: true }",
      "[0].map[1][2]: a piece that \"extend\" continues is a line; remove this curve or \"extend\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, 1, 'wobble']] }",
      "[0].map[1][2]: expected one of \"linear\", \"ease\", \"easeIn\", \"easeOut\", "
        + "\"easeInOut\", \"materialStandard\", \"materialEmphasizedDecelerate\", "
        + "\"materialEmphasizedAccelerate\", found \"wobble\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, 1, [0, 0, 1]]] }",
      "[0].map[1][2]: expected an array with a count of 4, found a count of 3"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, 1, 2]] }",
      "[0].map[1][2]: expected an array, found a number"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, 1, 'ease', 2]] }",
      "[0].map[1]: expected an array with a count from 2 to 3, found a count of 4"
    ),
    (
      "{ from: 'a.alpha', to: 'b.color' }",
      "[0]: \"alpha\" is a plain number, and \"color\" is a color; give a \"map\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.color', map: [[0, 0], [1, 255]] }",
      "[0].map[0][1]: expected a string, found a number"
    ),
    (
      "{ from: 'a.alpha', to: 'b.color', map: [[0, '#ff000080'], [1, '#ff0000']] }",
      "[0].map[0][1]: expected a color \"#rrggbb\", found \"#ff000080\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 0], [1, '#ff0000']] }",
      "[0].map[1][1]: expected a number or a sum, found a color"
    ),
    (
      "{ from: 'a.alpha', to: 'red.color', map: [[0, '#ff0000'], [1, '#000000']] }",
      "[0].to: the binding \"binding1\" and the view's own key \"color\" both set \"red.color\"; "
        + "keep one of them"
    ),
    (
      "{ from: 'a.alpha', to: 'b.color', map: [[0, '#ff0000'], [1, '#000000']] }, "
        + "{ from: 'c.alpha', to: 'b.color', map: [[0, '#ff0000'], [1, '#000000']] }",
      "[1].to: the binding \"binding2\" and the binding \"binding1\" both set \"b.color\"; "
        + "keep one of them, or give both \"combine\": \"add\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.color', combine: 'multiply', "
        + "map: [[0, '#ff0000'], [1, '#000000']] }",
      "[0].combine: colors cannot be multiplied; use \"add\""
    ),
    ("{ from: 'a.color', to: 'b.alpha' }", "[0].from: unknown number \"color\""),
  ]

  @Test(arguments: faults) func aFaultIsSaidInOneLine(bindings: String, message: String) {
    let error = #expect(throws: DocumentError.self) {
      try BindingReaderTests.read("[\(bindings)]")
    }
    let text = error?.description ?? ""
    #expect(text.hasSuffix(": bindings" + message), "\(text)")
  }
}

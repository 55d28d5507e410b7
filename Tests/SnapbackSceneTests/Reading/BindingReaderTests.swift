import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing a scene's `bindings`, and the errors of documents that bind what they cannot.
@Suite struct BindingReaderTests {
  static func read(
    _ bindings: String, gestures: String = "[]", actions: String = "[]"
  ) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "a" }, { id: "b" }, { id: "c" }, { id: "list", scroll: true },
          { id: "faint", alpha: 0.5 }, { id: "red", color: "#ff0000" } ],
        constraints: [ { id: "high", rule: "a.height = 20" },
          { id: "row", format: "H:|[a(20)][b]|" } ],
        gestures: \(gestures), actions: \(actions), bindings: \(bindings) }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  private func one(_ binding: String) throws -> ChannelBinding {
    let bindings = try Self.read("[\(binding)]").bindings
    try #require(bindings.count == 1)
    return bindings[0]
  }

  @Test func everySourceIsReadByItsName() throws {
    let sources: [(String, BindingSource)] = [
      ("translation.x", .channel(.translationX, view: 1)),
      ("translation.y", .channel(.translationY, view: 1)),
      ("frame.left", .frame(.left, view: 1)), ("frame.top", .frame(.top, view: 1)),
      ("frame.right", .frame(.right, view: 1)), ("frame.bottom", .frame(.bottom, view: 1)),
      ("frame.width", .frame(.width, view: 1)), ("frame.height", .frame(.height, view: 1)),
    ]
    for (name, source) in sources {
      let binding = try one("{ from: 'a.\(name)', to: 'b.translation.x' }")
      #expect(binding.source == source, "\(name)")
      #expect(binding.view == 2 && binding.channels == [.translationX])
      #expect(binding.map == .identity && binding.name == "binding1")
    }
    let plain: [(String, BindingSource)] = [
      ("scale", .channel(.scaleX, view: 1)), ("scale.x", .channel(.scaleX, view: 1)),
      ("scale.y", .channel(.scaleY, view: 1)), ("alpha", .channel(.alpha, view: 1)),
    ]
    for (name, source) in plain {
      #expect(try one("{ from: 'a.\(name)', to: 'b.alpha' }").source == source, "\(name)")
    }
    #expect(
      try one("{ from: 'list.scrollOffset.y', to: 'b.translation.y' }").source
        == .channel(.scrollY, view: 4))
    #expect(
      try one("{ from: 'screen.frame.width', to: 'b.translation.y' }").source
        == .frame(.width, view: 0))
    for name in ["high", "row[1]"] {
      #expect(
        try one("{ from: '\(name).constant', to: 'b.translation.y' }").source == .constant(name))
    }
  }

  @Test func everyTargetIsReadByItsName() throws {
    let targets: [(String, [Channel])] = [
      ("translation.x", [.translationX]), ("translation.y", [.translationY]),
      ("rotation", [.rotation]), ("scale", [.scaleX, .scaleY]), ("scale.x", [.scaleX]),
      ("scale.y", [.scaleY]), ("alpha", [.alpha]), ("cornerRadius", [.cornerRadius]),
    ]
    for (name, channels) in targets {
      let binding = try one("{ from: 'a.alpha', to: 'b.\(name)', map: [[0, 0], [1, 1]] }")
      #expect(binding.channels == channels && binding.view == 2, "\(name)")
    }
  }

  @Test func mapsAreInTheUnitsOfTheScene() throws {
    let turn = try one(
      "{ name: 'turn', from: 'a.rotation', to: 'b.translation.x', map: [[-90, 3], [90, 5]] }")
    #expect(turn.name == "turn")
    let seen = turn.map.state(at: MotionState(value: .pi / 4, velocity: 1))
    #expect(abs(seen.value - 4.5) < 1e-12)
    #expect(abs(seen.velocity - 2 / .pi) < 1e-12)
    let spin = try one(
      "{ from: 'a.translation.x', to: 'b.rotation', map: [[0, 0], [100, 180]], extend: true }")
    #expect(abs(spin.map.state(at: MotionState(value: 200)).value - 2 * .pi) < 1e-12)
    let far = try one(
      "{ from: 'a.translation.x', to: 'b.scale', map: [[0, 0], [1, 100000]], extend: true }")
    #expect(far.map.state(at: MotionState(value: 5, velocity: 1)).value == 500_000)
    #expect(
      far.map.state(at: MotionState(value: -40, velocity: 1))
        == MotionState(value: -1_000_000, velocity: 0))
    let same = try one("{ from: 'a.rotation', to: 'b.rotation' }")
    #expect(same.map.state(at: MotionState(value: 1.25)).value == 1.25)
  }

  private static let faults = [
    ("{ to: 'b.alpha' }", "[0]: missing key \"from\""),
    ("{ from: 'a.alpha' }", "[0]: missing key \"to\""),
    (
      "{ from: 'a', to: 'b.alpha' }",
      "[0].from: expected a view and a number, such as \"sheet.translation.y\", found \"a\""
    ),
    ("{ from: 'lsit.alpha', to: 'b.alpha' }", "unknown view \"lsit\" — did you mean \"list\"?"),
    (
      "{ from: 'a.translaton.y', to: 'b.alpha' }",
      "[0].from: unknown number \"translaton.y\" — did you mean \"translation.y\"?"
    ),
    (
      "{ from: 'a.alpha', to: 'b.frame.top' }",
      "[0].to: unknown number that a binding sets \"frame.top\""
    ),
    (
      "{ from: 'a.alpha', to: 'screen.alpha' }",
      "[0].to: the screen does not move; name one of its views"
    ),
    (
      "{ from: 'a.scrollOffset.y', to: 'b.translation.y' }", "[0].from: \"a\" does not scroll"
    ),
    (
      "{ from: 'a.translation.y', to: 'b.alpha' }",
      "[0]: \"translation.y\" is in points, and \"alpha\" is a plain number; give a \"map\""
    ),
    (
      "{ from: 'hihg.constant', to: 'b.translation.y' }",
      "[0].from: unknown constraint \"hihg\" — did you mean \"high\"?"
    ),
    (
      "{ from: 'high.constant', to: 'b.alpha' }",
      "[0]: \"constant\" is in points, and \"alpha\" is a plain number; give a \"map\""
    ),
    (
      "{ from: 'a.rotation', to: 'b.translation.y' }",
      "[0]: \"rotation\" is in degrees, and \"translation.y\" is in points; give a \"map\""
    ),
    ("{ from: 'a.alpha', to: 'b.alpha', extend: true }", "[0].extend: \"extend\" needs a \"map\""),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1]] }",
      "[0].map: expected an array with a count"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1], [0, 2]] }",
      "[0].map[1][0]: the values of the source have to rise from point to point"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1], [1e-7, 2], [1, 2]] }",
      "[0].map[1][0]: two values of the source have to be at least 1e-06 apart"
    ),
    (
      "{ from: 'a.alpha', to: 'b.scale', map: [[0, 0], [0.001, 4000]] }, "
        + "{ from: 'b.scale', to: 'c.alpha', map: [[0, 0], [1, 500]] }",
      "[1]: the maps of the chain to \"binding2\" multiply its source by up to 2000000000.0; "
        + "the limit is 1000000000.0"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', map: [[0, 1], [1]] }",
      "[0].map[1]: expected an array with a count"
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'b.alpha' }, "
        + "{ name: 'x', from: 'a.alpha', to: 'c.alpha' }",
      "[1].name: two bindings are called \"x\""
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'b.scale' }, "
        + "{ name: 'y', from: 'a.alpha', to: 'b.scale.y' }",
      "[1].to: the binding \"y\" and the binding \"x\" both set \"b.scale.y\"; keep one of them, "
        + "or give both \"combine\": \"add\""
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'b.scale', combine: 'add' }, "
        + "{ name: 'y', from: 'a.alpha', to: 'b.scale.y' }",
      "[1].to: the binding \"y\" and the binding \"x\" both set \"b.scale.y\"; keep one of them, "
        + "or give both"
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', combine: 'subtract' }",
      "[0].combine: expected one of \"add\", \"multiply\", found \"subtract\""
    ),
    (
      "{ name: 'binding2', from: 'a.alpha', to: 'b.scale' }, { from: 'a.alpha', to: 'c.alpha' }",
      "[1]: another binding has the default name of this one, \"binding2\"; give this one a "
        + "\"name\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.scale' }, { name: 'binding1', from: 'a.alpha', to: 'c.alpha' }",
      "[1].name: two bindings are called \"binding1\""
    ),
    (
      "{ from: 'a.alpha', to: 'b.alpha', combine: 'add' }, "
        + "{ from: 'c.alpha', to: 'b.alpha', combine: 'add' }, { from: 'b.alpha', to: 'c.alpha' }",
      "[1]: bindings follow each other in a circle: \"b.alpha\" follows \"c.alpha\" follows "
        + "\"b.alpha\""
    ),
    (
      "{ from: 'a.alpha', to: 'faint.alpha' }",
      "[0].to: the binding \"binding1\" and the view's own key \"alpha\" both set \"faint.alpha\""
    ),
    (
      "{ from: 'a.alpha', to: 'a.alpha' }",
      "[0]: bindings follow each other in a circle: \"a.alpha\" follows \"a.alpha\""
    ),
    (
      "{ from: 'b.scale.y', to: 'a.alpha' }, { from: 'c.alpha', to: 'b.scale' }, "
        + "{ from: 'a.alpha', to: 'c.alpha' }",
      "[0]: bindings follow each other in a circle: \"a.alpha\" follows \"b.scale.x\" follows "
        + "\"c.alpha\" follows \"a.alpha\""
    ),
  ]

  @Test(arguments: faults) func aFaultIsOneLine(bindings: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read("[\(bindings)]") }
    let text = error?.description ?? ""
    #expect(text.contains(message), "\(text)")
    #expect(!text.contains("\n"))
  }

  @Test func severalBindingsAddToANumber() throws {
    let scene = try Self.read(
      "[{ from: 'a.alpha', to: 'b.scale', combine: 'add' }, "
        + "{ from: 'c.alpha', to: 'b.scale.y', combine: 'add' }]")
    #expect(scene.bindings.map(\.channels) == [[.scaleX, .scaleY], [.scaleY]])
  }

  /// Each number is the sum of two bindings from the one before it, so the fourth depends on 2 + 4
  /// + 8 + 16 of them.
  @Test func aNumberDependsOnSixteenBindingsCountedOnEachWay() throws {
    func sums(_ count: Int) -> String {
      let views = (0...count).map { "{ id: 'v\($0)' }" }.joined(separator: ",")
      let bindings = (1...count).flatMap {
        let binding = "{ from: 'v\($0 - 1).alpha', to: 'v\($0).alpha', combine: 'add' }"
        return [binding, binding]
      }
      return """
        { snapback: 1, screen: { width: 40, height: 80 }, views: [\(views)],
          bindings: [\(bindings.joined(separator: ","))] }
        """
    }
    #expect(try SceneReader.read(Array(sums(3).utf8), file: "c").bindings.count == 6)
    let error = #expect(throws: DocumentError.self) {
      try SceneReader.read(Array(sums(4).utf8), file: "c")
    }
    let text = error?.description ?? ""
    #expect(
      text.contains("bindings[6]: \"v4.alpha\" depends on more than 16 bindings"), "\(text)")
    #expect(throws: DocumentError.self) {
      try SceneReader.read(Array(sums(400).utf8), file: "c")
    }
  }

  @Test func aChainHasSixteenBindings() throws {
    func chain(_ count: Int) -> String {
      let views = (0...count).map { "{ id: 'v\($0)' }" }.joined(separator: ",")
      let bindings = (1...count).map { "{ from: 'v\($0 - 1).alpha', to: 'v\($0).alpha' }" }
      return """
        { snapback: 1, screen: { width: 40, height: 80 }, views: [\(views)],
          bindings: [\(bindings.joined(separator: ","))] }
        """
    }
    #expect(try SceneReader.read(Array(chain(16).utf8), file: "c").bindings.count == 16)
    let error = #expect(throws: DocumentError.self) {
      try SceneReader.read(Array(chain(17).utf8), file: "c")
    }
    let text = error?.description ?? ""
    #expect(
      text.contains(
        "bindings[16]: \"v17.alpha\" depends on more than 16 bindings"), "\(text)")
  }

  /// Gestures, a binding on a number that they set, and the writer in the error.
  private static let writers = [
    ("{ pan: 'b' }", "translation.x", "a pan"),
    ("{ pan: 'b', axes: 'vertical' }", "translation.x", "a pan"),
    ("{ pan: 'b', name: 'drag' }", "rotation", "the gesture \"drag\""),
    ("{ pinch: 'b' }", "scale.x", "a pinch"), ("{ rotation: 'b' }", "translation.y", "a rotation"),
  ]

  @Test(arguments: writers)
  func aGestureIsASecondWriter(gesture: String, target: String, writer: String) {
    let error = #expect(throws: DocumentError.self) {
      try Self.read(
        "[{ name: 'dim', from: 'a.alpha', to: 'b.\(target)', map: [[0, 0], [1, 1]] }]",
        gestures: "[\(gesture)]")
    }
    let text = error?.description ?? ""
    #expect(text.contains("the binding \"dim\" and \(writer) both set \"b."), "\(text)")
  }

  @Test func gesturesThatSetOtherNumbersAreAllowed() throws {
    let scene = try Self.read(
      "[{ from: 'a.translation.y', to: 'b.alpha', map: [[0, 0], [1, 1]] }]",
      gestures: "[{ pan: 'b' }, { pinch: 'b', simultaneous: true }, { pan: 'a' }]")
    #expect(scene.bindings.count == 1)
  }

  @Test func theRotationOfATiltedViewIsNoSource() {
    let error = #expect(throws: DocumentError.self) {
      try Self.read(
        "[{ from: 'a.rotation', to: 'b.rotation' }]",
        gestures: "[{ pan: 'a', tilt: { degrees: 12, reach: 160 } }]")
    }
    #expect(error?.description.contains("[0].from: the rotation of \"a\" is tilted") == true)
  }

  @Test(arguments: ["alpha: 0.5", "scale: [1, 1]", "rotation: 3", "translation: [0, 1]"])
  func anActionIsASecondWriter(change: String) {
    let key = change.split(separator: ":")[0]
    let target = key == "translation" ? "translation.y" : String(key)
    let error = #expect(throws: DocumentError.self) {
      try Self.read(
        "[{ name: 'dim', from: 'a.alpha', to: 'b.\(target)', map: [[0, 0], [1, 1]] }]",
        actions: "[{ on: 'appear', changes: [{ changes: [{ view: 'b', \(change) }] }] }]")
    }
    let text = error?.description ?? ""
    #expect(text.contains("the binding \"dim\" sets \"b.\(key)"), "\(text)")
    #expect(text.contains("an action cannot set it, too"), "\(text)")
  }
}

import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

@Suite struct SceneReaderTests {
  private static let screen = "screen: { width: 400, height: 800 }"

  private func read(_ text: String) throws(DocumentError) -> SceneBlueprint {
    try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  @Test func aScreenWithoutABackgroundIsBlack() throws {
    func background(_ key: String) throws -> Color {
      let scene = try SceneReader.read(
        Array("{ snapback: 1, screen: { width: 9, height: 9\(key) } }".utf8), file: "test")
      return scene.screen.background
    }
    #expect(try background("") == Color(red: 0, green: 0, blue: 0))
    #expect(try background(", background: '#102030'") == Color(red: 16, green: 32, blue: 48))
  }

  @Test func aSceneIsReadWithItsDefaults() throws {
    let scene = try read(
      """
      { snapback: 1, \(Self.screen), views: [ { id: "a", views: [ { id: "b" } ] }, { id: "c" } ],
        constraints: [ "a.left = 1", { id: "named", rule: "b.left = a.left + 2" } ],
        gestures: [ { pan: "c" } ] }
      """)
    #expect(scene.views.map(\.appearance.name) == ["screen", "a", "b", "c"])
    #expect(scene.views.map(\.appearance.parent) == [nil, 0, 1, 0])
    #expect(scene.screen.scale == 1)
    #expect(scene.layout.constraintIdentifiers == ["constraints[0] a.left = 1", "named"])
    let pan = try #require(scene.gestures.first)
    #expect(pan.view == 3)
    #expect(pan.recognizer.settings == .pan(PanSettings()))
    guard case .translation(let behavior) = pan.binding else {
      Issue.record("a pan drives the translation")
      return
    }
    #expect(behavior.follow == .center)
    #expect(behavior.origin == .presentation)
    #expect(behavior.release == .spring)
    #expect(behavior.tilt == nil)
  }

  @Test(arguments: ["center", "centre"])
  func bothSpellingsOfTheCenterAreRead(spelling: String) throws {
    let text = """
      { snapback: 1, screen: { width: 100, height: 100 }, views: [ { id: "a" } ],
        gestures: [ { pan: "a", follow: "\(spelling)" } ] }
      """
    let scene = try read(text)
    guard case .translation(let behavior) = try #require(scene.gestures.first).binding else {
      Issue.record("a pan drives the translation")
      return
    }
    #expect(behavior.follow == .center)
  }

  @Test func aSizeFromOutsideStandsInForTheScenes() throws {
    let bytes = Array("{ snapback: 1, \(Self.screen) }".utf8)
    let scene = try SceneReader.read(bytes, file: "s", size: Size(width: 10, height: 20))
    #expect(scene.screen.size == Size(width: 10, height: 20))
    #expect(scene.layout.screenSize == Size(width: 10, height: 20))
  }

  @Test(arguments: [
    ("{", "1:2: expected"),
    ("[]", "1:1: expected an object, found an array"),
    ("{ snapback: 2, S }", "1:13: snapback: expected"),
    ("{ S }", "1:1: missing key \"snapback\""),
    ("{ snapback: 1 }", "1:1: missing key \"screen\""),
    ("{ snapback: 1, screen: { width: 0, height: 5 } }", "1:33: screen.width: expected a number"),
    ("{ snapback: 1, S, vews: [] }", "did you mean \"views\"?"),
    ("{ snapback: 1, S, views: [ { id: \"a\", colour: \"#123456\" } ] }", "\"color\"?"),
    ("{ snapback: 1, S, views: [ { id: \"a\", color: \"red\" } ] }", "a color \"#rrggbb\""),
    ("{ snapback: 1, S, views: [ { id: \"1a\" } ] }", "cannot be an id"),
    ("{ snapback: 1, S, views: [ { id: \"\" } ] }", "cannot be an id"),
    (
      "{ snapback: 1, S, views: [\n{ id: 'NaN' } ] }",
      "json5:2:7: views[0].id: \"NaN\" cannot be an id, because it is a number in JSON5 — choose"
    ),
    (
      "{ snapback: 1, S, views: [\n{ id: NaN } ] }",
      "json5:2:7: numbers must be finite, found NaN — text needs quotes"
    ),
    (
      "{ snapback: 1, S, metrics: {\nInfinity: 5 } }",
      "json5:2:11: metrics.Infinity: \"Infinity\" cannot be a metric, because it is a number in "
        + "JSON5"
    ),
    (
      "{ snapback: 1, S, views: [{id:'a'}], constraints: [\n'a.width = NaN * 2' ] }",
      "json5:2:12: constraints[0]: \"NaN\" is not a finite number in \"a.width = NaN * 2\" — write "
        + "a number of points or the name of a metric"
    ),
    (
      "{ snapback: 1, S, views: [ { id: \"screen\" } ] }",
      "two views or guides are called \"screen\""
    ),
    (
      "{ snapback: 1, S, views: [ { id: \"a\" }, { id: \"a\" } ] }",
      "two views or guides are called \"a\""
    ),
    ("{ snapback: 1, S, views: [ { id: \"a\", alpha: 2 } ] }", "expected a number from 0 to 1"),
    (
      "{ snapback: 1, S, views: [ { id: \"card\" } ], constraints: [ \"crad.left = 1\" ] }",
      "did you mean \"card\"?"
    ),
    ("{ snapback: 1, S, constraints: [ \"screen.left < 1\" ] }", "has to be \"<=\""),
    (
      "{ snapback: 1, S, constraints: [\n\"screen.left => 1\" ] }",
      "json5:2:14: constraints[0]: \"=>\" is not a relation in \"screen.left => 1\" — write \">=\""
    ),
    (
      "{ snapback: 1, S, views: [{id:'a'}], constraints: [\n'a.width = a.width + 10' ] }",
      "json5:2:12: constraints[0]: no layout satisfies 0 = 10, which remains when \"a.width\" "
        + "cancels in \"a.width = a.width + 10\" — compare \"a.width\" with another attribute "
        + "or a number"
    ),
    (
      "{ snapback: 1, S, constraints: [ 5 ] }",
      "expected a rule, or an object with \"rule\" or \"format\", found"
    ),
    (
      "{ snapback: 1, S, constraints: [\n{ id: 'x' } ] }",
      "json5:2:1: constraints[0]: expected \"rule\" or \"format\", found neither — add a rule, such"
    ),
    (
      "{ snapback: 1, S, constraints: [\n{ in: 'x' } ] }",
      "json5:2:1: constraints[0]: expected \"rule\" or \"format\", found neither"
    ),
    (
      "{ snapback: 1, S, constraints: [\n{ formt: '|[x]|', align: 'top' } ] }",
      "json5:2:3: constraints[0].formt: unknown key \"formt\" — did you mean \"format\"?"
    ),
    (
      "{ snapback: 1, S, constraints: [\n{ rule: 'x.top = 1', format: '|[x]|' } ] }",
      "json5:2:1: constraints[0]: expected \"rule\" or \"format\", found both — give each a "
        + "constraint of its own"
    ),
    (
      "{ snapback: 1, S, constraints: [ \"screen.left = screen.top\" ] }",
      "a position follows positions along its own axis"
    ),
    (
      "{ snapback: 1, S, views: [{id:'a'}], constraints: [ \"a.left = 9999999999999\" ] }",
      "a number is at most 1000000000"
    ),
    ("{ snapback: 1, S, gestures: [ { pan: \"screen\" } ] }", "the screen does not move"),
    ("{ snapback: 1, S, gestures: [ { pan: \"x\" } ] }", "unknown view \"x\""),
    (
      "{ snapback: 1, S, views: [{id:'a'}], gestures: [ { pan: \"a\" }, { pan: \"a\" } ] }",
      "already has the same pan"
    ),
    (
      "{ snapback: 1, S, views: [{id:'a'}], gestures: [ { pan: \"a\", follow: \"centr\" } ] }",
      "did you mean \"center\"?"
    ),
    (
      """
      { snapback: 1, S, views: [{id:'a'}],
        gestures: [ { pan: "a", spring: { response: 1, dampingRatio: 0 } } ] }
      """, "2:64: gestures[0].spring.dampingRatio: expected a number"
    ),
    (
      """
      { snapback: 1, S, views: [{id:'a'}],
        gestures: [ { pan: "a", spring: { stiffness: 1e8, damping: 0.001 } } ] }
      """, "the damping ratio is"
    ),
    (
      "{ snapback: 1, S, views: [{id:'a'}], gestures: [ { pan: \"a\", slop: NaN } ] }",
      "finite"
    ),
  ])
  func faultsNameFilePlaceAndCure(text: String, expected: String) {
    let whole = text.replacing("S", with: Self.screen, maxReplacements: 1)
    do throws(DocumentError) {
      _ = try read(whole)
      Issue.record("accepted \(whole)")
    } catch {
      #expect(error.description.hasPrefix("scene.json5:"))
      #expect(error.description.contains(expected), "\(error.description)")
      #expect(!error.description.contains("\n"))
    }
  }

  @Test func aFaultInARuleIsPlacedAtItsCharacter() {
    do throws(DocumentError) {
      _ = try read(
        "{ snapback: 1, \(Self.screen),\n  constraints: [ \"screen.left = nobody.top\" ] }")
      Issue.record("accepted")
    } catch {
      // The quote is in column 18, so the name's first letter is in column 33.
      #expect(error.position.line == 2)
      #expect(error.position.column == 33)
    }
  }

  @Test func anAnchorIsAtMostTenSizesAway() throws {
    func anchor(_ text: String) throws -> Point {
      try read("{ snapback: 1, \(Self.screen), views: [ { id: 'a', anchor: \(text) } ] }")
        .views[1].appearance.anchor
    }
    #expect(try anchor("[10, -10]") == Point(x: 10, y: -10))
    for text in ["[10.5, 0]", "[0, 10.5]", "[-10.5, 0]", "[0, -10.5]"] {
      #expect(throws: DocumentError.self, "\(text)") { try anchor(text) }
    }
  }

  @Test func everyBundledSceneIsReadAndHasNoConflict() throws {
    let names = [
      "card", "red-square", "transform-1-stays", "transform-2-from-frame", "transform-3-resets",
      "transform-4-springs",
    ]
    for name in names {
      let path = Fixture.repository + "/configs/scenes/\(name).json5"
      var scene = try SceneReader.read(Fixture.bytes(path), file: path)
      for size in [Size(width: 390, height: 844), Size(width: 320, height: 480)] {
        try scene.layout.setScreenSize(size)
        #expect(scene.layout.layoutIfNeeded()?.conflicts ?? [] == [], "\(name)")
      }
    }
  }

  @Test func mutatedScenesNeverTrap() throws {
    let path = Fixture.repository + "/configs/scenes/card.json5"
    let seed = try Fixture.bytes(path)
    var generator = SeededGenerator(seed: 10)
    var accepted = 0
    for _ in 0..<3_000 {
      var bytes = seed
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 32...126, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      if let scene = try? SceneReader.read(bytes, file: "m") {
        var engine = Engine(scene)
        var frames = FrameSource(engine)
        frames.update(&engine, at: .zero)
        #expect(
          frames.frame.views.allSatisfy { $0.toScreen.tx.isFinite && $0.frame.right.isFinite })
        accepted += 1
      }
    }
    #expect(accepted > 100)
  }
}

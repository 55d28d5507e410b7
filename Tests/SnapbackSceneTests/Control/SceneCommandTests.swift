import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches
import Testing

/// Scenes and parts of scenes that a client sends. The oracle is the complete scene.
@Suite struct SceneCommandTests {
  private static let twoViews = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [{ id: "a", views: [{ id: "b" }] }],
      constraints: ["a.left = 10", "a.width = 50", "b.left = a.left + 3"] }
    """

  @Test func aLoadedSceneIsThatScene() throws {
    var controlled = try Controlled(barScene)
    let reply = try controlled.send("load", "{id: 1, scene: \(Self.twoViews)}")
    #expect(reply.isSceneReplaced && reply.needsSnapshot)
    #expect(controlled.engine.appearances.map(\.name) == ["screen", "a", "b"])
    #expect(try controlled.views() == Controlled.views(of: Self.twoViews))
    // Its constraints have the names that they would have in a file.
    try controlled.send(
      "change", "{changes: [{constraint: \"constraints[0] a.left = 10\", constant: 7}]}")
    #expect(try controlled.frame(of: "a").left == 7)
  }

  @Test func aPatchIsTheMergedFile() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "patch",
      """
      {scene: {
        views: [
          {id: "bar", color: null, views: [{id: "title", text: {string: "Bye", style: "title1"}}]},
          {id: "badge", before: "card", color: "#ff0000"}, {id: "list", before: "bar"},
        ],
        constraints: [
          {id: "barHeight", rule: "bar.height = 75"}, {id: "sum", remove: true},
          {id: "badgeSize", rule: "badge.width = 12"},
        ],
        gestures: [{name: "press", tap: "bar", taps: 2}, {name: "drag", remove: true}],
        screen: {width: 500},
      }}
      """)
    let sum = "{ id: \"sum\", rule: \"list.width = 0.5 * bar.width + card.width\" },\n"
    let list = "{ id: \"list\", scroll: true, views: [{ id: \"row\" }] },\n"
    let written =
      barScene
      .replacing("width: 400", with: "width: 500").replacing("color: \"#102030\", ", with: "")
      .replacing("text: \"Hello\"", with: "text: {string: \"Bye\", style: \"title1\"}")
      .replacing(list, with: "").replacing("{ id: \"bar\"", with: "\(list){ id: \"bar\"")
      .replacing("{ id: \"card\"", with: "{ id: \"badge\", color: \"#ff0000\" }, { id: \"card\"")
      .replacing("bar.height = 60", with: "bar.height = 75").replacing(sum, with: "")
      .replacing(
        "\"middle.width = 0\"",
        with: "\"middle.width = 0\", { id: \"badgeSize\", rule: \"badge.width = 12\" }"
      )
      .replacing("{ pan: \"card\", name: \"drag\" },", with: "")
      .replacing(
        "{ tap: \"bar\", name: \"press\" }", with: "{ tap: \"bar\", taps: 2, name: \"press\" }")
    var twin = try Controlled(written)
    #expect(controlled.engine.appearances == twin.engine.appearances)
    #expect(controlled.views() == twin.views())
    #expect(
      controlled.engine.layoutTree.constraintIdentifiers
        == twin.engine.layoutTree.constraintIdentifiers)
    #expect(controlled.engine.gestureNames == ["press"])
  }

  @Test func aPatchKeepsTheCornerRadiiThatItDoesNotSet() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "change",
      "{changes: [{view: \"bar\", cornerRadius: 3}, {view: \"card\", cornerRadius: 12}]}")
    // A change of the library can be below 0.
    try controlled.engine.apply([.cornerRadius("list", -5)], at: .zero)
    try controlled.send("patch", "{scene: {views: [{id: \"bar\", cornerRadius: 9}]}}")
    let (states, expected) = (controlled.views(), ["bar": 9.0, "card": 12, "list": 0])
    for (appearance, state) in zip(controlled.engine.appearances, states) {
      guard let radius = expected[appearance.name] else { continue }
      #expect(appearance.cornerRadius == radius && state.cornerRadius == radius)
      #expect(!state.hasMovingRadius)
    }
  }

  @Test func whatHasNoNameGoesOnlyWithItsArray() throws {
    var controlled = try Controlled(barScene)
    let error = try controlled.refusal(
      "patch", "{scene: {views: [{id: \"list\", remove: true}]}}")
    #expect(error?.code == .unknownName && error?.message.contains("list") == true)
  }

  @Test func errorsHaveAPathAndNothingIsChanged() throws {
    let faults: [(String, String, ControlError.Code, String)] = [
      ("load", "{scene: {snapback: 1}}", .badMessage, "screen"),
      ("load", "{scene: \"configs/scenes/card.json5\"}", .badMessage, "object"),
      ("load", "{}", .badMessage, "scene"),
      ("load", "{scene: \(Self.twoViews), animate: 3}", .badMessage, "animate"),
      (
        "patch", "{scene: {views: [{id: \"card\", colour: \"#ffffff\"}]}}", .badMessage,
        "views[1].colour"
      ),
      (
        "patch", "{scene: {constraints: [{id: \"x\", rule: \"crad.left = 0\"}]}}", .unknownName,
        "card"
      ),
      ("patch", "{scene: {views: [{id: \"cadr\", remove: true}]}}", .unknownName, "card"),
      ("patch", "{scene: {views: [{id: \"new\", before: \"cadr\"}]}}", .unknownName, "card"),
      (
        "patch", "{scene: {views: [{id: \"card\", remove: true, alpha: 1}]}}", .badMessage,
        "to remove"
      ),
      ("patch", "{scene: {screen: null}}", .badMessage, "screen"),
      ("patch", "{scene: []}", .badMessage, "object"),
    ]
    for (command, body, code, part) in faults {
      var controlled = try Controlled(barScene)
      let error = try controlled.refusal(command, body)
      #expect(error?.code == code, "\(body): \(String(describing: error))")
      #expect(error?.message.contains(part) == true, "\(body): \(String(describing: error))")
    }
  }

  @Test func aSceneThatIsTooLargeIsRefused() throws {
    var controlled = try Controlled(barScene)
    let views = (0..<ControlLimits.views).map { "{id: \"v\($0)\"}" }.joined(separator: ",")
    let rules = Array(repeating: "\"a.left >= 1\"", count: ControlLimits.constraints + 1)
    let head = "snapback: 1, screen: {width: 9, height: 9}"
    let zeros = Array(repeating: "0", count: ControlLimits.documentValues)
      .joined(separator: ",")
    let row = (0..<40).map { "[v\($0)]" }.joined(separator: "-")
    let some = (0..<40).map { "{id: \"v\($0)\"}" }.joined(separator: ",")
    let formats = Array(repeating: "{format: \"|-\(row)-|\"}", count: 20).joined(separator: ",")
    let scenes = [
      "{\(head), views: [\(views)]}",
      "{\(head), views: [\(some)], constraints: [\(formats)]}",
      "{\(head), views: [{id: \"a\"}], constraints: [\(rules.joined(separator: ","))]}",
      "{\(head), views: [\(zeros)]}",
    ]
    for scene in scenes {
      #expect(try controlled.refusal("load", "{scene: \(scene)}")?.code == .limit)
    }
    let chain = barScene.replacing(
      "on: { tap: \"card\" },",
      with: "on: { completion: \"open\" }, animate: {curve: \"linear\", duration: 0.01},")
    #expect(try controlled.refusal("load", "{scene: \(chain)}")?.code == .limit)
    let few = (0..<ControlLimits.views - 1).map { "{id: \"v\($0)\"}" }.joined(separator: ",")
    try controlled.send("load", "{scene: {\(head), views: [\(few)]}}")
  }

  @Test func aSceneThatIsHardToSolveHoldsNobodyUp() throws {
    let views = (1..<ControlLimits.views).map { "{id: \"v\($0)\"}" }
    let kinds = [
      ("left", ">=", "right"), ("width", "=", "height"), ("top", "<=", "bottom"),
      ("centerX", "=", "right"),
    ]
    var state: UInt32 = 1
    func draw(_ count: UInt32) -> UInt32 {
      state = (1_103_515_245 &* state &+ 12_345) & 0x7FFF_FFFF
      return state / 65_536 % count
    }
    let rules = (0..<ControlLimits.constraints).map { _ in
      let (first, relation, second) = kinds[Int(clamping: draw(4))]
      return "\"v\(1 + draw(99)).\(first) \(relation) \(1 + draw(17)) * v\(1 + draw(99)).\(second)"
        + " + \(draw(300)) @\(1 + draw(899))\""
    }
    let scene = """
      {snapback: 1, screen: {width: 400, height: 800}, views: [\(views.joined(separator: ","))],
        constraints: [\(rules.joined(separator: ","))]}
      """
    var controlled = try Controlled(barScene)
    let reply = try controlled.send("load", "{scene: \(scene)}")
    #expect(reply.warnings.contains { $0.contains("may not be optimal") })
    let work = controlled.engine.layoutTree.statistics.work
    #expect(work > ControlLimits.layoutWork && work < 2 * ControlLimits.layoutWork)
    #expect(controlled.engine.layoutTree.frames.allSatisfy { $0.left.isFinite && $0.top.isFinite })
    // A realistic scene stays far below the limit.
    var sensible = try Controlled(barScene)
    let quiet = try sensible.send("load", "{scene: \(Self.twoViews)}")
    #expect(quiet.warnings.isEmpty)
    #expect(sensible.engine.layoutTree.statistics.work < ControlLimits.layoutWork / 100)
  }

  @Test func aPatchLeavesAloneWhatItDoesNotName() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "change",
      """
      {changes: [{constraint: "barHeight", constant: 90}, {view: "card", alpha: 0.25, hidden: true},
        {view: "title", text: "Changed"}, {removeConstraint: "cardTop"},
        {addConstraint: "card.width = 77", id: "extra"}, {screen: {keyboardHeight: 100}},
        {constraint: "titleTop", replaceBy: "title.top = bar.top + 11"},
        {view: "list", scrollOffset: [0, 40]}, {gesture: "press", enabled: false},
        {view: "card", translation: [5, 6]}]}
      """)
    var expected = controlled.views()
    try controlled.send("patch", "{scene: {views: [{id: \"bar\", cornerRadius: 9}]}}")
    expected[1].cornerRadius = 9
    #expect(controlled.views() == expected)
    #expect(controlled.engine.appearances[1].cornerRadius == 9)
    #expect(controlled.engine.disabledGestureNames == ["press"])
    #expect(controlled.engine.layoutTree.traits.keyboardHeight == 100)
    // The constraint and the view that a patch names are set as the patch says, and the next patch
    // sets them again.
    try controlled.send(
      "patch",
      """
      {scene: {constraints: [{id: "barHeight", rule: "bar.height = 61"}],
        views: [{id: "card", alpha: 0.75}]}}
      """)
    #expect(try controlled.frame(of: "bar").size.height == 61)
    #expect(try controlled.frame(of: "card").size.width == 77)
    #expect(controlled.engine.motion(of: .alpha, view: 3)?.held.value == 0.75)
    let views = try controlled.desk.document.parsed().member("views")
    #expect(views?.path.description == "views")
  }

  @Test func whatSpeaksOfAViewThatIsGoneIsNotKept() throws {
    var controlled = try Controlled(Self.twoViews)
    try controlled.send(
      "change",
      "{changes: [{addConstraint: \"b.top = a.top\", id: \"x\"},"
        + " {addConstraint: \"a.top = 4\", id: \"y\"}]}"
    )
    try controlled.send(
      "patch",
      "{scene: {views: [{id: \"a\", views: []}], constraints: [\"a.left = 10\"]}}")
    #expect(
      controlled.engine.layoutTree.constraintIdentifiers == ["constraints[0] a.left = 10", "y"])
    #expect(try controlled.frame(of: "a").top == 4)
  }

  @Test func aPatchGoesOnAndALoadBeginsAnew() throws {
    var controlled = try Controlled(barScene)
    let turned = controlled.views()[3].transform.rotation
    #expect(turned != 0)
    try controlled.send("change", "{changes: [{view: \"card\", rotation: 0}]}")
    try controlled.send("patch", "{scene: {screen: {background: \"#ffffff\"}}}")
    #expect(controlled.views()[3].transform.rotation == 0)
    try controlled.send("load", "{scene: \(barScene)}")
    #expect(controlled.views()[3].transform.rotation == turned)
  }

  @Test func aPatchKeepsTheStepOfEachAction() throws {
    func steps(_ name: String, _ view: String) -> String {
      let list = [0.125, 0.25, 0.75].map { "[{ view: \"\(view)\", alpha: \($0) }]" }
      return "{ name: \"\(name)\", on: [], steps: [\(list.joined(separator: ", "))] }, "
    }
    let scene = barScene.replacing(
      "{ name: \"appears\"",
      with: steps("fadeCard", "card") + steps("fadeList", "list") + "{ name: \"appears\"")
    var controlled = try Controlled(scene)
    for (index, name) in ["fadeCard", "fadeList", "fadeList"].enumerated() {
      try controlled.send("run", "{action: \"\(name)\"}", at: Double(index + 1))
    }
    try controlled.send("patch", "{scene: {views: [{id: \"bar\", clips: true}]}}", at: 4)
    // `fadeCard` has made its first step, `fadeList` its second; each continues with its next step.
    try controlled.send("run", "{action: \"fadeCard\"}", at: 5)
    try controlled.send("run", "{action: \"fadeList\"}", at: 6)
    let views = controlled.views(at: 7)
    #expect(views[3].alpha == 0.25 && views[4].alpha == 0.75)
  }

  @Test func aPatchWaitsWithAnActionForItsEnd() throws {
    let chain = barScene.replacing(
      "{ name: \"appears\"",
      with: "{ name: \"then\", on: { completion: \"open\" }, "
        + "changes: [{ view: \"card\", alpha: 1 }] }, { name: \"appears\"")
    var controlled = try Controlled(chain)
    try controlled.send("run", "{action: \"open\"}")
    try controlled.send("patch", "{scene: {views: [{id: \"bar\", clips: true}]}}", at: 0.5)
    #expect(controlled.views(at: 0.9)[3].alpha == 0.5)
    #expect(controlled.views(at: 1.1)[3].alpha == 1)
  }

  @Test func whatIsUnderWayGoesOnAndTheRestIsAnimated() throws {
    var controlled = try Controlled(barScene)
    try controlled.send("run", "{action: \"open\"}")
    let reply = try controlled.send(
      "patch",
      """
      {scene: {constraints: [{id: "cardLeft", rule: "card.left = screen.left + 120 @ high"}]},
        animate: {curve: "linear", duration: 1}}
      """, at: 0.5)
    #expect(reply.transaction != nil)
    #expect(try controlled.frame(of: "bar", at: 0.75).size.height == 135)
    #expect(try controlled.frame(of: "card", at: 1).left == 70)
  }

  @Test func gesturesOfASceneThatGoesAreEnded() throws {
    var controlled = try Controlled(barScene)
    let card = try controlled.frame(of: "card").center
    for (index, x) in [0.0, 20, 40].enumerated() {
      controlled.engine.handle(
        TouchFrame(
          time: Controlled.moment(Double(index) * 0.01),
          contacts: [
            Contact(
              id: 1, phase: index == 0 ? .began : .moved, position: card + Vector(dx: x, dy: 0))
          ]))
    }
    #expect(controlled.engine.drainGestureEvents().contains { $0.phase == .began })
    let reply = try controlled.send("load", "{scene: \(Self.twoViews)}", at: 0.1)
    #expect(reply.gestures.map(\.view) == ["card"])
    #expect(reply.gestures.map(\.event.phase) == [.cancelled])
    #expect(controlled.engine.drainGestureEvents().isEmpty)
  }

  @Test func fourQuarterTurnsAreNoneAndChangesStay() throws {
    let scene = barScene.replacing(
      "width: 400, height: 800,", with: "width: 400, height: 800, safeArea: {top: 44, left: 3},")
    var controlled = try Controlled(scene)
    try controlled.send(
      "change",
      "{changes: [{constraint: \"barHeight\", constant: 99}, {screen: {contentSize: \"small\"}}]}")
    let before = controlled.views()
    for (rotation, size) in [(90, 800.0), (180, 400), (270, 800), (0, 400)] {
      let reply = try controlled.send("rotate", "{rotation: \(rotation)}")
      #expect(reply.rotation?.rawValue == rotation && reply.needsSnapshot)
      #expect(controlled.engine.screen.size.width == size)
      // A patch refers to the scene as it was written, and its result is rotated.
      try controlled.send("patch", "{scene: {views: [{id: \"bar\", cornerRadius: \(rotation)}]}}")
      #expect(controlled.engine.screen.size.width == size)
      #expect(controlled.engine.layoutTree.traits.contentSize == .small)
    }
    #expect(controlled.views() == before)
    let still = try controlled.send("rotate", "{rotation: 0}")
    #expect(still.rotation == PanelRotation.none && !still.needsSnapshot)
  }
}

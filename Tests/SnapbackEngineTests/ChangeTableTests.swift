import SnapbackBasics
import SnapbackConstraints
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Every kind of change, animated: no property jumps at the start, and at the end the scene is
/// exactly as without an animation.
@Suite struct ChangeTableTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 }, states: { mode: ["a", "b"] },
      views: [ { id: "one", color: "#102030", alpha: 0.8 },
        { id: "rows", stack: { axis: "vertical", spacing: 10 }, views: [
          { id: "up", contents: { width: 40, height: 100 } },
          { id: "down", contents: { width: 40, height: 60 } } ] },
        { id: "text", text: "Hello" },
        { id: "list", scroll: true, views: [ { id: "row" } ] } ],
      constraints: [
        { id: "x", rule: "one.left = 20", variations: {
          "regular x any": { constant: 70 }, "any x compact": { constant: 45 },
          "mode = b": { constant: 95 } } },
        "one.top = 0", "one.height = 50",
        "one.width = 50 @ 400", { id: "wide", rule: "one.width = 80 @ 300" },
        { id: "end", rule: "one.width = screen.width / 4 @ 200" },
        { id: "big", rule: "one.height = 70", active: false }, "rows.top = one.bottom",
        "rows.left = one.right", "text.leading = screen.leading + 100",
        "text.lastBaseline = screen.keyboard.top",
        "list.left = 200", "list.top = 200",
        "list.width = 100", "list.height = 100", "list.content.width = 100",
        "list.content.height = 1000", "row.left = list.content.left",
        "row.top = list.content.top", "row.width = 100", "row.height = 20" ] }
    """

  private static let one = Anchor(ViewID(index: 1), .top)
  private static let traits: LayoutTraits = {
    var traits = LayoutTraits()
    traits.contentSize = .xSmall
    traits.keyboardHeight = 120
    return traits
  }()
  private static let row: StackProperties = {
    var stack = StackProperties()
    stack.spacing = .points(24)
    return stack
  }()

  private static func constraint(
    _ name: String, of view: Int, _ attribute: LayoutAttribute, at constant: Double
  ) -> LayoutConstraint {
    LayoutConstraint(
      identifier: name, first: Anchor(ViewID(index: view), attribute), constant: constant)
  }

  /// One example of each change, and the view that it moves; several examples for changes with
  /// several parts.
  static let table: [[SceneChange]] = [
    [.constant("x", 120)], [.constantBy("x", 5)], [.active("end", true), .active("x", false)],
    [.priority("wide", .defaultHigh)],
    [.addConstraint(constraint("new", of: 3, .left, at: 12)), .constant("x", 33)],
    [.removeConstraint("x")],
    [.replaceConstraint("x", constraint("x", of: 1, .right, at: 390))],
    [.replaceConstraint("x", constraint("y", of: 1, .left, at: 90))],
    [.screenSize(Size(width: 800, height: 400))], [.traits(traits)],
    [.contentSizeCategory(.accessibility2)], [.keyboardHeight(240)], [.hidden("up", true)],
    [.widthClass(.regular)], [.heightClass(.compact)], [.direction(.rightToLeft)],
    [.state("mode", "b")],
    [.safeArea(EdgeInsets(left: 10, top: 20, right: 30, bottom: 40))],
    [.baselines("text", first: nil, last: 12)],
    [.toggleHidden("down")], [.stack("rows", row)],
    [.contents("up", PerAxis(horizontal: 90, vertical: 30))],
    [.contents("down", PerAxis(horizontal: 90, vertical: nil))], [.text("text", "Good bye, world")],
    [.scrollOffset("list", Vector(dx: 0, dy: 300))],
    [
      .contentInset("list", EdgeInsets(top: 60)), .scrollOffset("list", Vector(dx: 0, dy: -60)),
    ],
    [.scrollToVisible("list", .rect(Rect(x: 0, y: 400, width: 100, height: 20)))],
    [.frame("one", Rect(x: 1, y: 2, width: 3, height: 4))],
    [.frame("rows", Rect(x: 1, y: 2, width: 3, height: 4))], [.center("up", x: 7, y: nil)],
    [.centerBy("rows", Vector(dx: -9, dy: 5))],
    [
      .transform(
        "one",
        TransformComponents(
          translation: Vector(dx: 3, dy: 4), rotation: 2, shear: 0.25, scale: Vector(dx: 2, dy: 0.5)
        ))
    ],
    [.translation("rows", Vector(dx: 10, dy: 20))], [.rotation("one", -7)],
    [.scale("down", Vector(dx: 0, dy: -1))], [.alpha("one", 0.1)],
    [.color("one", Color(red: 255, green: 0, blue: 7))], [.cornerRadius("one", 30)],
    [.constant("x", 90), .layoutIfNeeded, .constant("x", 80)],
    [.animate(.curve(.easeIn, duration: 0.6), [.constant("x", 80), .alpha("up", 0.5)])],
  ]

  /// The number of a change's kind. The compiler requires that every kind has one.
  private static func kind(_ change: SceneChange) -> Int {
    switch change {
    case .constant: 0
    case .constantBy: 1
    case .active: 2
    case .priority: 3
    case .addConstraint: 4
    case .removeConstraint: 5
    case .replaceConstraint: 6
    case .screenSize: 7
    case .traits: 8
    case .contentSizeCategory: 9
    case .keyboardHeight: 10
    case .hidden: 11
    case .toggleHidden: 12
    case .stack: 13
    case .contents: 14
    case .text: 15
    case .scrollOffset: 16
    case .frame: 17
    case .center: 18
    case .centerBy: 19
    case .transform: 20
    case .translation: 21
    case .rotation: 22
    case .scale: 23
    case .alpha: 24
    case .color: 25
    case .layoutIfNeeded: 26
    case .animate: 27
    // Not visible; see GestureSwitchTests, HitTestingTests and ActionProgressTests.
    case .gesture: 28
    case .touches: 34
    case .progress: 39
    // See LookTests.
    case .theme: 40
    case .look: 41
    case .widthClass: 29
    case .heightClass: 30
    case .direction: 31
    case .safeArea: 32
    case .baselines: 33
    case .scrollToVisible: 35
    case .contentInset: 36
    case .state: 37
    case .cornerRadius: 38
    }
  }

  @Test func theTableHasEveryKindThatIsSeen() {
    let unseen: Set = [28, 34, 39, 40, 41]
    #expect(Set(Self.table.joined().map(Self.kind)) == Set(0...41).subtracting(unseen))
  }

  private static let animations: [Animation] = [
    .curve(.easeInOut, duration: 1), .spring(.critical(response: 0.5)),
    .curve(.linear, duration: 0.5, delay: 0.25),
    Animation(.curve(.easeOut, duration: 0.3), repeatCount: 2.5, autoreverses: true),
  ]

  private func picture(_ driver: inout EngineDriver, _ seconds: Double) -> [ViewState] {
    driver.updateFrame(at: EngineDriver.moment(seconds))
    return driver.frame.views
  }

  @Test(arguments: table) func nothingJumpsAndTheEndIsExact(changes: [SceneChange]) throws {
    var plain = try EngineDriver(scene: Self.scene)
    let start = picture(&plain, 0)
    try plain.apply(changes, nil, 0)
    let end = picture(&plain, 60)
    #expect(end != start, "the change has to show")
    for animation in Self.animations {
      for isControlled in [false, true] {
        var driver = try EngineDriver(scene: Self.scene)
        let id = try driver.apply(changes, animation, isControlled: isControlled, 1)
        Self.expectClose(picture(&driver, 1), start)
        let half = picture(&driver, 1.4)
        #expect(half != start && half != end, "it is on its way")
        #expect(driver.ends(of: id, 60).settled.count == 1)
        #expect(picture(&driver, 60) == end)
        #expect(driver.engine.isAtRest == true)
      }
    }
  }

  /// Compares what is drawn with what is expected: numbers to rounding, colors to one step.
  private static func expectClose(_ seen: [ViewState], _ wanted: [ViewState]) {
    ReversalTests.expectSame(seen, wanted, within: 1e-9)
    for (a, b) in zip(seen, wanted) { #expect(a.color == b.color) }
  }

  @Test func colorsGoByComponentAndAreClamped() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.4, dampingRatio: 0.2)
    let goal = Color(red: 255, green: 0, blue: 100)
    try driver.apply([.color("one", goal)], .spring(spring), 0)
    var seen: Set<UInt8> = []
    var highest = 0.0
    for step in 0...200 {
      let now = Double(step) / 200
      let progress = Textbook.progress(.spring(spring), after: now)
      func part(_ from: Double, _ to: Double) -> UInt8 {
        UInt8(min(max((from + (to - from) * progress).rounded(), 0), 255))
      }
      let color = try #require(driver.see("one", now).color)
      #expect(color == Color(red: part(16, 255), green: part(32, 0), blue: part(48, 100)))
      seen.insert(color.red)
      highest = max(highest, driver.seen(.red, of: "one", now).value)
    }
    #expect(highest > 300 && seen.contains(255) && seen.count > 50)
    #expect(driver.see("one", 60).color == goal)
  }

  @Test func aViewWithoutAColorHasNoneToComeFrom() throws {
    var driver = try EngineDriver(scene: Self.scene)
    #expect(driver.see("rows", 0).color == nil)
    let blue = Color(red: 0, green: 0, blue: 255)
    try driver.apply([.color("rows", blue)], .curve(.linear, duration: 1), 0)
    #expect(driver.see("rows", 0).color == blue)
  }

  @Test(arguments: [
    (0.0, 2.0, 2.0), (0, -2, -2), (3, -3, 2 * Double.pi - 3), (-3, 3, 3 - 2 * Double.pi),
    (0, 7, 7 - 2 * Double.pi), (1, 1 + 2 * Double.pi, 1),
  ])
  func aTransformTurnsTheShorterWay(start: Double, goal: Double, end: Double) throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.rotation("one", start)], nil, 0)
    var transform = TransformComponents.identity
    transform.rotation = goal
    transform.translation = Vector(dx: 10, dy: 0)
    try driver.apply([.transform("one", transform)], .curve(.linear, duration: 1), 0)
    for step in 0...10 {
      let now = Double(step) / 10
      let seen = driver.see("one", now).transform
      #expect(abs(seen.rotation - start - (end - start) * now) < 1e-9)
      #expect(abs(seen.translation.dx - 10 * now) < 1e-9)
    }
    // A change of the rotation alone does not take the shortest turn.
    try driver.apply([.rotation("one", 20)], .curve(.linear, duration: 1), 2)
    #expect(abs(driver.see("one", 2.5).transform.rotation - (end + 20) / 2) < 1e-9)
  }

  @Test func whatIsScrolledMovesWithTheOffset() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let passes = driver.engine.layoutPasses
    try driver.apply(
      [.scrollOffset("list", Vector(dx: 0, dy: 300))], .curve(.linear, duration: 1), 0)
    #expect(abs(driver.see("row", 0.25).toScreen.ty - (200 - 75)) < 1e-9)
    #expect(driver.see("row", 1).toScreen.ty == -100)
    #expect(driver.engine.layoutPasses == passes, "it costs no pass")
  }
}

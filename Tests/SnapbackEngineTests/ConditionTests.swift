import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The key `when` of actions and gestures, and the events of states.
@Suite struct ConditionTests {
  /// A page with a knob on it, both of which actions and gestures observe.
  private static func scene(actions: [String] = [], gestures: [String] = []) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      states: { sheet: ["closed", "open"], mode: ["plain", "still"] },
      views: [ { id: "page", views: [ { id: "knob" } ] } ],
      constraints: [ { format: "H:|[page]|" }, { format: "V:|[page]|" },
        { format: "H:|[knob(100)]" }, { format: "V:|[knob(100)]" } ],
      gestures: [ \(gestures.joined(separator: ", ")) ],
      actions: [ \(actions.joined(separator: ", ")) ] }
    """
  }

  private static let knob = Point(x: 50, y: 50)

  private func driver(
    actions: [String] = [], gestures: [String] = []
  ) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(actions: actions, gestures: gestures))
    driver.engine.recordsEvents = true
    _ = driver.see("page", 0)
    return driver
  }

  private func tap(_ driver: inout EngineDriver, _ seconds: Double) {
    driver.finger(at: Self.knob, seconds)
    driver.lift(seconds + 0.05)
  }

  private func began(_ driver: inout EngineDriver) -> [String?] {
    driver.engine.drainEvents().filter { $0.kind == .actionBegan }.map(\.name)
  }

  @Test func oneTapStartsOneOfTwoActionsThatAlternate() throws {
    var driver = try driver(actions: [
      "{ name: 'open', on: { tap: 'knob' }, when: 'sheet = closed', "
        + "changes: [{ state: 'sheet', value: 'open' }] }",
      "{ name: 'close', on: { tap: 'knob' }, when: 'sheet = open', "
        + "changes: [{ state: 'sheet', value: 'closed' }] }",
    ])
    for (turn, name) in ["open", "close", "open"].enumerated() {
      tap(&driver, Double(turn) + 1)
      #expect(began(&driver) == [name])
      #expect(driver.engine.layoutTree.states["sheet"] == (name == "open" ? "open" : "closed"))
    }
  }

  @Test func aTapOnAViewWithoutATrueConditionReachesItsParent() throws {
    var driver = try driver(actions: [
      "{ name: 'inner', on: { tap: 'knob' }, when: 'sheet = open', changes: [] }",
      "{ name: 'outer', on: { tap: 'page' }, changes: [] }",
    ])
    tap(&driver, 1)
    #expect(began(&driver) == ["outer"])
    try driver.apply([.state("sheet", "open")], nil, 2)
    tap(&driver, 3)
    #expect(began(&driver) == ["inner"])
  }

  @Test(arguments: [
    "crosses: 'knob.translation.x', at: 40, going: 'up'", "landed: 'knob'", "settled: 'knob'",
    "gesture: 'slide', phase: 'ended'", "touchDown: 'knob'",
  ])
  func everyTriggerDependsOnTheCondition(trigger: String) throws {
    var driver = try driver(
      actions: ["{ name: 'act', on: { \(trigger) }, when: 'sheet = open', changes: [] }"],
      gestures: ["{ pan: 'knob', name: 'slide', slop: 0, release: 'snap', snap: { x: [0, 300] } }"])
    for (turn, state) in ["closed", "open"].enumerated() {
      let start = Double(turn * 10) + 1
      try driver.apply(
        [.state("sheet", state), .translation("knob", Vector(dx: 0, dy: 0))], nil, start)
      driver.finger(at: Self.knob, start + 0.5)
      driver.drag(from: Self.knob, to: Point(x: 350, y: 50), (start + 0.6)...(start + 0.9))
      driver.lift(start + 1.5)
      _ = driver.see("knob", start + 5)
      #expect(began(&driver) == (state == "open" ? ["act"] : []))
    }
  }

  @Test(arguments: [("closed", 0.0), ("open", 80)])
  func aPanMovesItsViewOnlyWhileItsConditionIsTrue(state: String, way: Double) throws {
    var driver = try driver(gestures: ["{ pan: 'knob', slop: 0, when: 'sheet = open' }"])
    try driver.apply([.state("sheet", state)], nil, 1)
    driver.finger(at: Self.knob, 2)
    driver.drag(from: Self.knob, to: Point(x: 130, y: 50), 2.1...2.3)
    #expect(abs(driver.see("knob", 2.3).transform.translation.dx - way) < 1e-9)
  }

  @Test func aStateThatChangesDuringAPanDoesNotEndIt() throws {
    var driver = try driver(gestures: ["{ pan: 'knob', slop: 0, when: 'sheet = closed' }"])
    driver.finger(at: Self.knob, 2)
    driver.drag(from: Self.knob, to: Point(x: 90, y: 50), 2.1...2.3)
    try driver.apply([.state("sheet", "open")], nil, 2.4)
    driver.finger(at: Point(x: 130, y: 50), 2.5)
    #expect(abs(driver.see("knob", 2.5).transform.translation.dx - 80) < 1e-9)
    driver.lift(2.8)
    // The released knob springs back, and the next touch neither catches nor moves it.
    let before = driver.see("knob", 2.9).transform.translation.dx
    driver.finger(at: Point(x: 60, y: 50), 2.9)
    #expect(before > 1 && driver.see("knob", 3).transform.translation.dx < before)
    #expect(driver.rest(of: "knob", after: 3).transform.translation == .zero)
  }

  @Test func aGestureThatWaitsForARefusedOneIsRecognized() throws {
    let gestures = [
      "{ pan: 'knob', name: 'inner', slop: 0, when: 'sheet = open' }",
      "{ pan: 'page', slop: 0, axes: 'horizontal', requireFailureOf: ['inner'] }",
    ]
    var driver = try driver(gestures: gestures)
    driver.finger(at: Self.knob, 2)
    driver.drag(from: Self.knob, to: Point(x: 130, y: 50), 2.1...2.3)
    #expect(driver.see("page", 2.3).transform.translation.dx > 0)
  }

  @Test func theSizeClassesAreConditions() throws {
    var driver = try driver(actions: [
      "{ name: 'narrow', on: { tap: 'knob' }, when: 'compact x any', changes: [] }",
      "{ name: 'wide', on: { tap: 'knob' }, when: 'regular x any', changes: [] }",
    ])
    tap(&driver, 1)
    #expect(began(&driver) == ["narrow"])
    try driver.apply([.widthClass(.regular)], nil, 2)
    tap(&driver, 3)
    #expect(began(&driver) == ["wide"])
  }

  @Test func aNewSceneReportsTheStatesThatItChangesOrAdds() throws {
    var driver = try driver()
    try driver.apply([.state("sheet", "open"), .state("mode", "still")], nil, 1)
    _ = driver.engine.drainEvents()
    let text = Self.scene().replacing(
      "sheet: [\"closed\", \"open\"]",
      with: "sheet: [\"open\", \"closed\"], more: [\"on\", \"off\"]")
    driver.engine.advance(to: EngineDriver.moment(2))
    try driver.replaceScene(by: text)
    let events = driver.engine.drainEvents().filter { $0.kind == .stateChanged }
    // The sheet is open, as before.
    #expect(events.map(\.name) == ["more", "mode"] && events.map(\.place) == ["on", "plain"])
    #expect(events.allSatisfy { $0.time == EngineDriver.moment(2) })
    // A scene with the same values changes nothing.
    try driver.replaceScene(by: text)
    let more = driver.engine.drainEvents()
    #expect(more.isEmpty)
  }

  @Test func changedStatesAreEventsAndEqualOnesAreNot() throws {
    var driver = try driver()
    try driver.apply([.state("sheet", "open"), .state("mode", "still")], nil, 1)
    try driver.apply([.state("sheet", "open")], .curve(.linear, duration: 1), 2)
    try driver.apply([.state("sheet", "closed")], .curve(.linear, duration: 1), 3)
    let events = driver.engine.drainEvents().filter { $0.kind == .stateChanged }
    let wanted = [("sheet", "open", 1.0), ("mode", "still", 1), ("sheet", "closed", 3)]
    try #require(events.count == wanted.count)
    for (event, (name, value, time)) in zip(events, wanted) {
      #expect(event.name == name && event.place == value && event.view == nil)
      #expect(event.time == EngineDriver.moment(time))
    }
  }

  @Test func aReversedTransactionReportsTheStateAndEvaluatesConditions() throws {
    var driver = try driver(actions: [
      "{ name: 'shut', on: { tap: 'knob' }, when: 'sheet = closed', changes: [] }"
    ])
    let id = try driver.apply(
      [.state("sheet", "open"), .alpha("knob", 0)], .curve(.linear, duration: 10),
      isControlled: true, 1)
    tap(&driver, 2)
    #expect(began(&driver).isEmpty)
    try driver.engine.reverse(id, at: EngineDriver.moment(3))
    let values = driver.engine.drainEvents().filter { $0.kind == .stateChanged }.map(\.place)
    #expect(values == ["closed"])
    tap(&driver, 4)
    #expect(began(&driver) == ["shut"])
  }
}

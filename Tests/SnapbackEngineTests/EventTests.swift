import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The events of actions, releases and views.
@Suite struct EventTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "button", views: [ { id: "label" } ] }, { id: "field" } ],
      constraints: [ { format: "H:|[card(100)]-100-[button(80)]-20-[field(80)]" },
        { format: "V:|[card(100)]" }, { format: "V:|[button(80)]" }, { format: "V:|[field(80)]" },
        { format: "H:|[label(40)]", in: "button" }, { format: "V:|[label(40)]", in: "button" } ],
      gestures: [ { pan: "card", name: "move", slop: 0, axes: "vertical", release: "snap",
        snap: { y: [0, { at: 300, name: "open" }] } } ],
      actions: [
        { name: "press", on: { tap: "button", feedback: "light" },
          animate: { curve: "linear", duration: 0.5 }, changes: [{ view: "button", alpha: 0.5 }] },
        { name: "after", on: { completion: "press", feedback: "success" },
          changes: [{ view: "field", alpha: 0.5 }] },
        { name: "edit", on: { focus: "field" }, changes: [{ view: "field", alpha: 0.8 }] },
        { name: "opened", on: { settled: "move", at: "open", feedback: "rigid" },
          changes: [{ view: "field", alpha: 0.3 }] },
        { name: "lower", on: { tap: "field" }, animate: { curve: "linear", duration: 2 },
          changes: [{ view: "card", translation: [0, 500] }] } ] }
    """

  private func driver(_ text: String = scene, records: Bool = true) throws -> EngineDriver {
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = records
    return driver
  }

  private let label = Point(x: 220, y: 20)
  private let field = Point(x: 340, y: 40)
  private let card = Point(x: 50, y: 50)

  private static func event(
    _ kind: SceneEvent.Kind, _ seconds: Double, _ name: String? = nil, view: String? = nil,
    feedback: String? = nil
  ) -> SceneEvent {
    SceneEvent(
      kind: kind, time: EngineDriver.moment(seconds), name: name, view: view, feedback: feedback)
  }

  /// The events up to a time.
  private func events(_ driver: inout EngineDriver, _ seconds: Double) -> [SceneEvent] {
    driver.engine.advance(to: EngineDriver.moment(seconds))
    return driver.engine.drainEvents()
  }

  @Test func anActionBeginsAndFinishesAtItsExactTimes() throws {
    var driver = try driver()
    driver.tap(at: label, 1)
    #expect(
      events(&driver, 3) == [
        Self.event(.tapped, 1.04, view: "label"),
        Self.event(.feedback, 1.04, "press", feedback: "light"),
        Self.event(.actionBegan, 1.04, "press"),
        Self.event(.actionFinished, 1.54, "press"),
        Self.event(.feedback, 1.54, "after", feedback: "success"),
        Self.event(.actionBegan, 1.54, "after"),
        Self.event(.actionFinished, 1.54, "after"),
      ])
    #expect(events(&driver, 10).isEmpty)
  }

  @Test func aReleaseHasThePlaceAndTheVelocityOfTheFinger() throws {
    var driver = try driver()
    // 120 points at 400 points per second: the momentum would end 199.8 points further.
    driver.drag(from: card, to: card + Vector(dx: 0, dy: 120), 0...0.3)
    driver.lift(0.3)
    let landed = driver.engine.drainEvents()
    #expect(landed.count == 1)
    let first = try #require(landed.first)
    #expect(first.kind == .landed && first.time == EngineDriver.moment(0.3))
    #expect(first.name == "move" && first.view == "card" && first.place == "open")
    #expect(first.velocity.dx == 0 && abs(first.velocity.dy - 400) < 1)
    // The spring's first nanosecond at its goal.
    let motion = driver.motion(.translationY, of: "card")
    let end = try #require(motion?.terms.map(\.end).max())
    #expect(motion?.presentation(at: end) == MotionState(value: 300))
    let before = motion?.presentation(at: Instant(nanoseconds: end.nanoseconds - 1))
    #expect(before != MotionState(value: 300))
    let later = events(&driver, 20)
    #expect(later.map(\.kind) == [.settled, .feedback, .actionBegan, .actionFinished])
    #expect(later.allSatisfy { $0.time == end })
    #expect(later[0].place == "open" && later[0].velocity == .zero)
    #expect(later[1].feedback == "rigid" && later[1].name == "opened")
  }

  @Test func theReleaseOfAConstantHasItsRate() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "bar" } ],
        constraints: [ { id: "long", rule: "bar.width = 100" }, "bar.left = 0", "bar.top = 0",
          "bar.height = 50" ],
        gestures: [ { pan: "bar", slop: 0, drives: { constant: "long", axis: "horizontal",
          factor: 2, release: "snap", snap: [100, { at: 300, name: "wide" }] } } ] }
      """
    var driver = try driver(text)
    driver.drag(from: Point(x: 20, y: 20), to: Point(x: 80, y: 20), 0...0.3)
    driver.lift(0.3)
    let event = try #require(driver.engine.drainEvents().first)
    #expect(event.kind == .landed && event.name == nil && event.view == "bar")
    #expect(event.place == "wide")
    // The finger moves at 200 points per second, the constant twice as fast.
    #expect(abs(event.velocity.dx - 400) < 1 && event.velocity.dy == 0)
  }

  @Test func aFingerThatStopsAnActionInterruptsIt() throws {
    var driver = try driver()
    driver.tap(at: field, 1)
    #expect(
      events(&driver, 1.5).map(\.kind) == [
        .tapped, .focused, .actionBegan, .actionBegan, .actionFinished,
      ])
    driver.finger(at: card + Vector(dx: 0, dy: 115), 1.5)
    let ends = events(&driver, 1.6).filter { $0.name == "lower" }
    #expect(ends == [Self.event(.actionInterrupted, 1.5, "lower")])
  }

  @Test func theFocusIsReportedOnce() throws {
    var driver = try driver()
    driver.tap(at: field, 1)
    driver.tap(at: field, 2)
    let focused = events(&driver, 3).filter { $0.kind == .focused }
    #expect(focused == [Self.event(.focused, 1.04, view: "field")])
  }

  @Test func viewsWithoutActionsAreTapped() throws {
    let text = try #require(Self.scene.split(separator: "actions:").first)
    var driver = try driver(text + "}")
    driver.tap(at: label, 1)
    driver.tap(at: Point(x: 10, y: 700), 2)
    // A finger that moves by more than 10 points does not tap.
    driver.drag(from: label, to: label + Vector(dx: 11, dy: 0), 3...3.1)
    driver.lift(3.2)
    #expect(
      events(&driver, 4) == [
        Self.event(.tapped, 1.04, view: "label"), Self.event(.tapped, 2.04, view: "screen"),
      ])
  }

  @Test func nothingIsRecordedUnlessItIsWanted() throws {
    var driver = try driver(records: false)
    driver.tap(at: label, 1)
    driver.tap(at: field, 2)
    driver.drag(from: card, to: card + Vector(dx: 0, dy: 120), 5...5.3)
    driver.lift(5.3)
    #expect(events(&driver, 20).isEmpty)
    // Feedback that was not wanted does not come later.
    driver.engine.recordsEvents = true
    #expect(events(&driver, 30).isEmpty)
  }

  @Test func recordingEventsChangesNoMotion() throws {
    func states(_ records: Bool) throws -> [ViewState] {
      var driver = try driver(records: records)
      driver.tap(at: label, 1)
      driver.drag(from: card, to: card + Vector(dx: 0, dy: 120), 2...2.3)
      driver.lift(2.3)
      return stride(from: 2.3, to: 5, by: 0.05).map { driver.see("card", $0) }
    }
    #expect(try states(true) == states(false))
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Touches and lifts that wait until a gesture can no longer be recognized.
///
/// The expected times are those of the scripts, 0.35 s after a lift, when a double tap fails, 0.5 s
/// after a touch, when a swipe fails and a long press is recognized, and 0.15 s, for which a touch
/// in a scroll view waits.
@Suite struct TouchDelayTests {
  private static let marks = ["down", "inside", "outside", "cancel", "tap"]
  private let point = Point(x: 200, y: 250)

  /// A button in a card in a list of 600 points with 2000 points of content. The counts of the
  /// button's actions are the rotations of the marks.
  private func driver(_ gestures: String, counting: [String] = marks) throws -> EngineDriver {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "down" }, { id: "inside" }, { id: "outside" }, { id: "cancel" },
          { id: "tap" },
          { id: "list", scroll: true, views: [
            { id: "card", views: [ { id: "button" } ] } ] } ],
        constraints: [
          { format: "H:|[down(1)][inside(1)][outside(1)][cancel(1)][tap(1)]" },
          { format: "V:|[down(1)]" }, { format: "V:|[inside(1)]" },
          { format: "V:|[outside(1)]" }, { format: "V:|[cancel(1)]" }, { format: "V:|[tap(1)]" },
          "list.left = 0", "list.top = 100", "list.width = 400", "list.height = 600",
          { format: "H:|[card(400)]|", in: "list" }, { format: "V:|[card(2000)]|", in: "list" },
          "button.left = 100", "button.top = card.top + 100", "button.width = 200",
          "button.height = 100" ],
        gestures: [ \(gestures) ] }
      """
    var blueprint = try SceneReader.read(Array(text.utf8), file: "test")
    let button = try #require(blueprint.views.firstIndex { $0.appearance.name == "button" })
    let triggers: [SceneAction.Trigger] = [
      .touchDown(view: button), .touchUpInside(view: button), .touchUpOutside(view: button),
      .touchCancel(view: button), .tap(view: button),
    ]
    for (mark, trigger) in zip(Self.marks, triggers) where counting.contains(mark) {
      blueprint.actions.append(
        SceneAction(
          name: mark, triggers: [trigger], steps: (1...9).map { [.rotation(mark, Double($0))] }))
    }
    return EngineDriver(blueprint)
  }

  /// How often each trigger has run its action: down, inside, outside, cancel, tap.
  private func counts(_ driver: inout EngineDriver, _ seconds: Double) -> [Double] {
    Self.marks.map { driver.see($0, seconds).transform.rotation }
  }

  private func tap(_ driver: inout EngineDriver, _ touch: Double, _ lift: Double) {
    driver.finger(at: point, touch)
    driver.lift(lift)
  }

  @Test func aLiftWaitsUntilTheDoubleTapHasFailed() throws {
    var driver = try driver("{ tap: \"card\", taps: 2, delaysTouchesEnded: true }")
    driver.finger(at: point, 1)
    #expect(counts(&driver, 1) == [1, 0, 0, 0, 0])
    driver.lift(1.05)
    #expect(driver.engine.nextChange == .at(EngineDriver.moment(1.4)))
    #expect(counts(&driver, 1.399) == [1, 0, 0, 0, 0])
    #expect(counts(&driver, 1.401) == [1, 1, 0, 0, 1])
    #expect(driver.engine.nextChange == .never)
  }

  @Test func aDoubleTapCancelsTheTouchesWhoseLiftsItHolds() throws {
    var driver = try driver("{ tap: \"card\", taps: 2, name: \"twice\", delaysTouchesEnded: true }")
    tap(&driver, 1, 1.05)
    tap(&driver, 1.2, 1.25)
    #expect(driver.turns() == ["twice recognized"])
    #expect(counts(&driver, 1.25) == [2, 0, 0, 2, 0])
    #expect(counts(&driver, 5) == [2, 0, 0, 2, 0])
  }

  @Test func withoutTheKeysBothTapsTriggerActions() throws {
    var driver = try driver("{ tap: \"card\", taps: 2, name: \"twice\" }")
    tap(&driver, 1, 1.05)
    #expect(counts(&driver, 1.05) == [1, 1, 0, 0, 1])
    tap(&driver, 1.2, 1.25)
    #expect(driver.turns() == ["twice recognized"])
    #expect(counts(&driver, 1.25) == [2, 1, 0, 1, 1])
  }

  @Test func aTouchAndItsLiftWaitUntilTheDoubleTapHasFailed() throws {
    var driver = try driver("{ tap: \"card\", taps: 2, delaysTouchesBegan: true }")
    tap(&driver, 1, 1.05)
    #expect(counts(&driver, 1.399) == [0, 0, 0, 0, 0])
    #expect(counts(&driver, 1.401) == [1, 1, 0, 0, 1])
    tap(&driver, 2, 2.05)
    tap(&driver, 2.2, 2.25)
    #expect(counts(&driver, 5) == [1, 1, 0, 0, 1])
  }

  @Test func aPanHoldsATouchUntilItLifts() throws {
    var driver = try driver("{ pan: \"card\", name: \"pan\", delaysTouchesBegan: true }")
    driver.finger(at: point, 1)
    #expect(driver.engine.nextChange == .never)
    #expect(counts(&driver, 1.9) == [0, 0, 0, 0, 0])
    driver.lift(2)
    #expect(counts(&driver, 2) == [1, 1, 0, 0, 1])
    driver.finger(at: point, 3)
    driver.finger(at: point + Vector(dx: 0, dy: 11), 3.1)
    driver.lift(3.2)
    #expect(driver.turns() == ["pan began", "pan ended"])
    #expect(counts(&driver, 9) == [1, 1, 0, 0, 1])
  }

  @Test func aLongPressHoldsATouchUntilItIsRecognized() throws {
    let keys = "longPress: \"card\", delaysTouchesBegan: true"
    var driver = try driver("{ \(keys) }")
    tap(&driver, 1, 1.3)
    #expect(counts(&driver, 1.3) == [1, 1, 0, 0, 1])
    tap(&driver, 2, 2.7)
    #expect(counts(&driver, 3) == [1, 1, 0, 0, 1])
    // A gesture that does not cancel touches only delays them.
    driver = try self.driver("{ \(keys), cancelsTouches: false }")
    driver.finger(at: point, 2)
    #expect(counts(&driver, 2.499) == [0, 0, 0, 0, 0])
    #expect(counts(&driver, 2.501) == [1, 0, 0, 0, 0])
    driver.lift(2.7)
    #expect(counts(&driver, 2.7) == [1, 1, 0, 0, 1])
  }

  @Test func theLongerOfTwoDelaysCounts() throws {
    var driver = try driver(
      """
      { swipe: "card", direction: "right", delaysTouchesBegan: true },
      { scroll: "list", name: "scroll" }
      """)
    driver.finger(at: point, 1)
    #expect(counts(&driver, 1.151) == [0, 0, 0, 0, 0])
    // A touch that a gesture holds has no deadline of its own.
    #expect(driver.engine.nextChange == .at(EngineDriver.moment(1.5).advanced(byNanoseconds: 1)))
    #expect(counts(&driver, 1.499) == [0, 0, 0, 0, 0])
    #expect(counts(&driver, 1.501) == [1, 0, 0, 0, 0])
    driver.lift(1.6)
    #expect(counts(&driver, 1.6) == [1, 1, 0, 0, 1])
    // The swipe fails at once, because the finger moves to the left.
    driver.finger(at: point, 2)
    driver.finger(at: point - Vector(dx: 5, dy: 0), 2.1)
    #expect(counts(&driver, 2.149) == [1, 1, 0, 0, 1])
    #expect(counts(&driver, 2.151) == [2, 1, 0, 0, 1])
  }

  @Test func aDisabledGestureReleasesWhatItHolds() throws {
    var driver = try driver("{ pan: \"card\", name: \"pan\", delaysTouchesBegan: true }")
    driver.finger(at: point, 1)
    try driver.engine.apply([.gesture("pan", isEnabled: false)], at: EngineDriver.moment(1.2))
    #expect(counts(&driver, 1.3) == [1, 0, 0, 0, 0])
    // Once disabled, it holds nothing.
    driver.lift(1.4)
    driver.finger(at: point, 2)
    #expect(counts(&driver, 2) == [2, 1, 0, 0, 1])
  }

  @Test func aPalmWhoseTouchWaitsPressesNothing() throws {
    var driver = try driver("{ pan: \"card\", delaysTouchesBegan: true }")
    driver.finger(at: point, 1)
    driver.lift(1.1, phase: .cancelled)
    #expect(counts(&driver, 5) == [0, 0, 0, 0, 0])
    #expect(driver.engine.nextChange == .never)
  }

  @Test func tapsWaitInScenesThatOnlyCountLifts() throws {
    var driver = try driver(
      "{ tap: \"card\", taps: 2, delaysTouchesBegan: true }", counting: ["tap"])
    tap(&driver, 1, 1.05)
    #expect(counts(&driver, 1.399) == [0, 0, 0, 0, 0])
    #expect(counts(&driver, 1.401) == [0, 0, 0, 0, 1])
  }

  @Test func eachFingerWaitsForItsOwnGestures() throws {
    var driver = try driver("{ pan: \"button\", delaysTouchesBegan: true }")
    // Beside the button, nothing holds the touch, and the button receives none of it.
    driver.finger(1, at: Point(x: 50, y: 250), 1)
    driver.finger(2, at: point, 1.1)
    #expect(counts(&driver, 1.2) == [0, 0, 0, 0, 0])
    driver.lift(finger: 1, 1.3)
    #expect(counts(&driver, 1.3) == [0, 0, 0, 0, 0])
    driver.lift(finger: 2, 1.4)
    #expect(counts(&driver, 1.4) == [1, 1, 0, 0, 1])
  }
}

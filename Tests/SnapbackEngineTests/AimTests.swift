import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// An animation of a view that a finger holds starts when the finger lifts.
@Suite struct AimTests {
  private static let card = PanTests.scene(
    "follow: 'center', spring: { response: 0.45, dampingRatio: 0.7 }")
  private let start = Point(x: 120, y: 300)
  private let goal = Vector(dx: 40, dy: -30)

  /// A card under a finger that moves to the right, at 0.2 s.
  private func held() throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.card)
    driver.drag(from: start, to: start + Vector(dx: 120, dy: 0), 0...0.2)
    return driver
  }

  @Test func itStartsAtTheReleaseWithTheFingersVelocity() throws {
    var driver = try held()
    let spring = try Spring(response: 0.6, dampingRatio: 0.5)
    let id = try driver.apply([.translation("card", goal)], .spring(spring), 0.2)
    let before = driver.see("card", 0.205)
    #expect(before.translationVelocity.dx > 300)
    #expect(driver.events(0.205).isEmpty)
    driver.lift(0.205)
    let after = driver.see("card", 0.205)
    #expect((after.transform.translation - before.transform.translation).length < 1e-9)
    #expect((after.translationVelocity - before.translationVelocity).length < 1e-7)
    // From there the view uses the animation's own spring instead of the pan's.
    for step in 1...40 {
      let t = Double(step) / 100
      let wanted =
        goal.dx
        + Textbook.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness,
          from: before.transform.translation.dx - goal.dx, before.translationVelocity.dx, after: t
        ).value
      #expect(abs(driver.see("card", 0.205 + t).transform.translation.dx - wanted) < 1e-9)
    }
    let ends = driver.ends(of: id, 60)
    #expect(ends.finished.count == 1 && abs((ends.finished.first ?? 0) - 0.805) < 1e-6)
    #expect(ends.settled.count == 1 && !ends.isInterrupted)
    #expect(driver.see("card", 60).transform.translation == goal)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aCurveTakesTheVelocityUpAndArrives() throws {
    var driver = try held()
    let id = try driver.apply(
      [.translation("card", goal)], .curve(.easeInOut, duration: 2), 0.2)
    let before = driver.see("card", 0.205)
    driver.lift(0.205)
    let after = driver.see("card", 0.205)
    #expect((after.transform.translation - before.transform.translation).length < 1e-9)
    #expect((after.translationVelocity - before.translationVelocity).length < 1e-7)
    // The curve lasts longer than the spring that takes up the velocity, and determines the
    // transaction's length.
    #expect(driver.see("card", 1.5).transform.translation.dx > goal.dx + 1)
    let ends = driver.ends(of: id, 60)
    #expect(abs((ends.finished.first ?? 0) - 2.205) < 1e-6)
    #expect(ends.settled == ends.finished)
    #expect(driver.see("card", 60).transform.translation == goal)
  }

  @Test func aLaterAimTakesItsPlace() throws {
    var driver = try held()
    let curve = Animation.curve(.linear, duration: 1)
    let first = try driver.apply(
      [.translation("card", Vector(dx: 500, dy: 500)), .rotation("card", 1)], curve, 0.2)
    let second = try driver.apply([.translation("card", goal)], curve, 0.21)
    let third = try driver.apply([.rotation("card", 0.5)], curve, 0.22)
    // The first transaction has ended, and was not interrupted.
    #expect(
      driver.events(0.22).filter { $0.id == first }.map(\.isInterrupted) == [false, false])
    driver.lift(0.3)
    #expect(driver.events(0.9).isEmpty)
    let events = driver.events(60)
    #expect(events.count { $0.id == second } == 2 && events.count { $0.id == third } == 2)
    #expect(driver.see("card", 60).transform.translation == goal)
    #expect(driver.see("card", 60).transform.rotation == 0.5)
  }

  @Test func whatIsNotAimedGoesHomeByThePansSpring() throws {
    var driver = try held()
    try driver.apply([.rotation("card", 0.5)], .curve(.linear, duration: 1), 0.2)
    driver.lift(0.205)
    #expect(driver.see("card", 60).transform.translation == .zero)
    #expect(driver.see("card", 60).transform.rotation == 0.5)
  }

  @Test func aCancelledPanReleasesTheAimToo() throws {
    var driver = try held()
    let id = try driver.apply([.translation("card", goal)], .curve(.linear, duration: 1), 0.2)
    driver.lift(0.3, phase: .cancelled)
    #expect(driver.ends(of: id, 60).settled.count == 1)
    #expect(driver.see("card", 60).transform.translation == goal)
  }

  @Test func cancelledContactsReleaseItToo() throws {
    var driver = try held()
    let id = try driver.apply([.translation("card", goal)], .curve(.linear, duration: 1), 0.2)
    driver.engine.cancelContacts(at: EngineDriver.moment(0.3))
    #expect(driver.ends(of: id, 60).settled.count == 1)
    #expect(driver.see("card", 60).transform.translation == goal)
  }

  @Test func aFingerThatOnlyRestsHoldsAndReleasesItToo() throws {
    var driver = try EngineDriver(scene: Self.card)
    driver.finger(at: start, 0)
    let id = try driver.apply([.translation("card", goal)], .curve(.linear, duration: 1), 0.1)
    #expect(driver.see("card", 0.5).transform.translation == .zero)
    #expect(driver.events(5).isEmpty)
    driver.lift(5)
    #expect(driver.engine.wakeUp == .everyFrame)
    let half = driver.see("card", 5.5).transform.translation
    #expect((half - 0.5 * goal).length < 1e-9)
    #expect(driver.ends(of: id, 60) == .init(finished: [6], settled: [6]))
  }

  @Test func aCaughtViewGoesWhereItIsAimed() throws {
    var driver = try held()
    driver.lift(0.205)
    let place = driver.see("card", 0.25).toScreen(Point(x: 150, y: 200))
    driver.finger(at: place, 0.25)
    let id = try driver.apply([.translation("card", goal)], .curve(.linear, duration: 1), 0.3)
    driver.lift(0.4)
    #expect(driver.engine.wakeUp == .everyFrame)
    #expect(driver.ends(of: id, 60).finished == [1.4])
    #expect(driver.see("card", 60).transform.translation == goal)
  }

  @Test func theRestOfItsTransactionDoesNotWait() throws {
    var driver = try held()
    let id = try driver.apply(
      [.translation("card", goal), .alpha("card", 0), .constant("height", 100)],
      .curve(.linear, duration: 1), 0.2)
    #expect(abs(driver.see("card", 0.7).alpha - 0.5) < 1e-9)
    #expect(abs(driver.see("card", 0.7).frame.size.height - 250) < 1e-9)
    #expect(driver.events(3).isEmpty, "it is not over before the finger lets go")
    driver.lift(3)
    #expect(driver.ends(of: id, 60) == .init(finished: [4], settled: [4]))
  }

  @Test func aControlledTransactionThatIsTurnedRoundForgetsWhatWaits() throws {
    var driver = try held()
    let id = try driver.apply(
      [.translation("card", goal), .alpha("card", 0)], .curve(.linear, duration: 1),
      isControlled: true, 0.2)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.7))
    #expect(driver.ends(of: id, 2) == .init(finished: [1.2], settled: [1.2]))
    driver.lift(2)
    #expect(driver.see("card", 60).transform == .identity)
    #expect(driver.see("card", 60).alpha == 1)
  }

  @Test func aPausedTransactionStandsStillAfterTheRelease() throws {
    var driver = try held()
    let id = try driver.apply(
      [.translation("card", goal)], .curve(.linear, duration: 1), isControlled: true, 0.2)
    try driver.engine.pause(id, at: EngineDriver.moment(0.25))
    driver.lift(3)
    let seen = driver.see("card", 3.5).transform.translation
    #expect(driver.see("card", 5).transform.translation == seen)
    try driver.engine.resume(id, at: EngineDriver.moment(6))
    #expect(driver.ends(of: id, 60) == .init(finished: [7], settled: [7]))
    #expect(driver.see("card", 60).transform.translation == goal)
  }

  @Test func whatIsEndedWhileItWaitsGoesThereAsItWouldGoHome() throws {
    for position in Engine.EndPosition.allCases {
      var driver = try held()
      let forever = Animation(.curve(.linear, duration: 1), repeatCount: .infinity)
      let id = try driver.apply(
        [.translation("card", goal), .alpha("card", 0)], forever, isControlled: true, 0.2)
      try driver.engine.end(id, at: position, time: EngineDriver.moment(0.5))
      #expect(driver.ends(of: id, 0.5).settled == [0.5])
      driver.lift(1)
      #expect(driver.engine.motions.allSatisfy { $0.terms.allSatisfy { $0.end < .distantFuture } })
      let home = position == .end ? goal : .zero
      #expect(driver.see("card", 60).transform.translation == home)
      #expect(driver.engine.isAtRest == true)
    }
  }

  @Test func aTapOnAViewThatMovesForEverLeavesItAtRest() throws {
    var driver = try EngineDriver(scene: Self.card)
    let forever = Animation(
      .curve(.linear, duration: 1), repeatCount: .infinity, autoreverses: true)
    try driver.apply([.translation("card", goal)], forever, 0)
    let seen = driver.see("card", 0.5)
    driver.finger(at: seen.toScreen(Point(x: 20, y: 20)), 0.5)
    driver.lift(0.6)
    #expect(driver.see("card", 60).transform.translation == goal)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.wakeUp == .never)
  }
}

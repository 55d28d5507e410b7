import AllocationCounter
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Followers that come to rest, and what they cost before and after.
@Suite struct FollowingRestTests {
  /// The scene after all events, at rest.
  private func resting() throws -> EngineDriver {
    var driver = try FollowingScene.driver(through: .infinity)
    driver.updateFrame(at: EngineDriver.moment(20))
    driver.updateFrame(at: EngineDriver.moment(20.1))
    return driver
  }

  @Test func framesAreAskedForUntilTheLastFollowerRests() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    // The head rests after 0.1 s.
    try driver.apply(
      [.translation("head", Vector(dx: 80, dy: 0))], .curve(.linear, duration: 0.1), 0)
    var (step, last) = (0, 0.0)
    while driver.engine.wakeUp != .never, step < 5000 {
      step += 1
      let place = driver.see("bead3", Double(step) / 1000).transform.translation.dx
      // The last step is invisible.
      if place == 80 { #expect(abs(last - 80) <= 0.125) }
      last = place
    }
    #expect(last == 80 && step > 500)
    let (isAtRest, next) = (driver.engine.isAtRest, driver.engine.nextChange)
    #expect(isAtRest && next == .never)
  }

  @Test func followersRestAtTheirGoals() throws {
    var driver = try resting()
    let (isAtRest, next, wakeUp) = (
      driver.engine.isAtRest, driver.engine.nextChange, driver.engine.wakeUp
    )
    #expect(isAtRest && next == .never && wakeUp == .never)
    let head = driver.see("head", 20.2).transform.translation
    #expect(head == Vector(dx: 30, dy: -60))
    for bead in ["bead1", "bead2", "bead3"] {
      let place = driver.see(bead, 20.2).transform.translation.dx
      #expect(place == head.dx, "\(bead)")
    }
    let shadow = driver.see("shadow", 20.2).transform.translation.dy
    #expect(shadow == head.dy)
    let tail = driver.see("tail", 20.2).transform.translation.dx
    #expect(abs(tail) < 1e-12)
    let twin = driver.see("twin", 20.2).transform.scale
    #expect(abs(twin.dx - 0.8) < 1e-12 && twin.dx == twin.dy)
    let dial = driver.see("dial", 20.2).transform
    #expect(abs(dial.rotation) < 1e-12 && dial.translation == .zero)
    let fault = FollowingScene.fault(&driver, at: EngineDriver.moment(20.2))
    #expect(fault == nil, "\(fault ?? "")")
  }

  @Test func aRestingSceneSendsNothing() throws {
    var driver = try resting()
    var journal = MotionJournal()
    journal.note(driver.engine)
    let revision = journal.revision
    driver.engine.flush(at: EngineDriver.moment(60))
    journal.note(driver.engine)
    #expect(journal.revision == revision)
  }

  @Test func aFingerThatMovesNothingChangesNoFollower() throws {
    var driver = try resting()
    func generations(_ driver: borrowing EngineDriver) -> [UInt64?] {
      FollowingScene.following.map { driver.motion($0.channel, of: $0.view)?.generation }
    }
    let before = generations(driver)
    let place = driver.see("head", 20.2).toScreen(Point(x: 100, y: 100))
    driver.finger(at: place, 20.3)
    driver.updateFrame(at: EngineDriver.moment(20.4))
    driver.finger(2, at: Point(x: 40, y: 760), 20.4)
    driver.lift(20.5)
    driver.lift(finger: 2, 20.5)
    driver.updateFrame(at: EngineDriver.moment(21))
    let after = generations(driver)
    #expect(before == after)
    // A finger that moves the head changes them.
    driver.finger(at: place, 22)
    driver.finger(at: place + Vector(dx: 5, dy: 5), 22.01)
    let moved = generations(driver)
    #expect(moved.dropLast(2) != before.dropLast(2) && moved.last == before.last)
  }

  @Test func framesOfFollowersAllocateNothing() throws {
    var driver = try FollowingScene.driver(through: FollowingScene.release)
    var journal = MotionJournal()
    var (whole, shared) = (driver.engine.makeFrame(), driver.engine.makeFrame())
    var total: UInt64 = 0
    for step in 0..<60 {
      // Motions are renewed after 0.75 s.
      let seconds = FollowingScene.release + Double(step) / 100
      driver.engine.discardEvents()
      let before = allocation_count()
      driver.engine.flush(at: EngineDriver.moment(seconds))
      for ahead in 1...3 {
        let target = EngineDriver.moment(seconds + Double(ahead) * 0.003)
        driver.engine.sample(&whole, at: target, resampling: .predict)
        driver.engine.sample(&shared, at: target, resampling: .predict, journal: &journal)
      }
      // The end of the gesture warms up the storage.
      if step > 5 { total += allocation_count() - before }
      #expect(whole.views == shared.views, "at \(seconds) s")
    }
    let speed = driver.seen(.translationX, of: "bead3", FollowingScene.release + 0.6).velocity
    #expect(speed != 0)
    #if !DEBUG
      #expect(total == 0)
    #endif
  }
}

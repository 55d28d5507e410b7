import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Products, curves, colors and sums with followers at every moment, compared with their formulas.
@Suite struct FollowingFormulaTests {
  @Test func framesAreTheFormulaAtEveryMillisecond() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    try driver.expectFormulas(for: 4000, FollowingScene.events, FollowingScene.fault)
  }

  @Test func framesAheadOfTheEngineAreTheFormulaToo() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    try driver.expectFormulasAhead(of: FollowingScene.events, steps: 50, FollowingScene.fault)
  }

  @Test func endlessSourcesAreFollowedToo() throws {
    var driver = try FollowingScene.endlessDriver()
    for step in 0...300 {
      let moment = EngineDriver.moment(5 + Double(step) * 0.007)
      driver.updateFrame(at: moment)
      let fault = FollowingScene.fault(&driver, at: moment)
      #expect(fault == nil, "step \(step): \(fault ?? "")")
      guard fault == nil else { return }
    }
    let isAtRest = driver.engine.isAtRest
    #expect(!isAtRest)
  }

  /// In free motion, each velocity is between the difference quotients on its two sides.
  @Test func velocitiesAreDifferenceQuotients() throws {
    var driver = try FollowingScene.driver(through: 0.535)
    let list =
      (FollowingScene.channels + FollowingScene.following).filter { $0.channel != .alpha }
    let names = driver.engine.appearances.map(\.name)
    let width = 1e-5
    var moved = Array(repeating: false, count: list.count)
    for step in 1...900 {
      let now = 0.55 + Double(step) / 1000
      let states = [now - width, now, now + width].map { time in
        var frame = driver.engine.makeFrame()
        driver.engine.sample(&frame, at: EngineDriver.moment(time), resampling: .none)
        return FollowingScene.drawn(list, frame, of: names)
      }
      for place in list.indices {
        let (before, here, after) = (states[0][place], states[1][place], states[2][place])
        let left = (here.value - before.value) / width
        let right = (after.value - here.value) / width
        let room = 1e-3 * max(1, abs(left), abs(right))
        let range = min(left, right) - room...max(left, right) + room
        #expect(
          range.contains(here.velocity), "\(list[place]) at \(now): \(here.velocity), \(range)")
        if abs(here.velocity) > 0.1 { moved[place] = true }
      }
      driver.updateFrame(at: EngineDriver.moment(now))
    }
    // The gesture that the last one follows has not begun.
    #expect(moved.dropLast().allSatisfy { $0 } && moved.last == false)
  }

  @Test func aViewHasTheColorOfItsSourceFromTheBeginning() throws {
    let driver = try EngineDriver(scene: FollowingScene.text)
    let color = driver.frame.views[driver.place(of: "lamp")].color
    #expect(color == Color(red: 0, green: 16, blue: 64))
  }
}

import SnapbackBasics
import SnapbackTestSupport
import Testing

/// Frames that are set by hand: `red-square-by-hand.json5` and `login-by-hand.json5`.
@Suite struct HandMadeMotionTests {
  @Test func theSquareGoesToACenterOf200WithinASecond() throws {
    var driver = try EngineDriver(bundled: "red-square-by-hand")
    for step in 0...150 {
      let now = Double(step) / 125
      let frame = driver.frame("square", now)
      // From 20 + 50 to 200.
      #expect(isSame(frame.center.x, 70 + 130 * MotionFormulas.easeInOut(now)))
      #expect(isSame(frame.size.width, 100) && frame.center.y == 422 && frame.size.height == 100)
    }
    #expect(driver.frame("square", 1).center.x == 200)
    driver.expectRest()
    // No layout pass ran; the next one does not know about the change.
    #expect(driver.engine.layoutPasses == 1)
    try driver.engine.apply(
      [.screenSize(Size(width: 400, height: 844))], at: EngineDriver.moment(2))
    #expect(driver.frame("square", 2).center.x == 70)
  }

  // The constraints have the fields' tops at 422 + 118 − 24 = 516 and 580.

  @Test func theFieldsComeFrom200AboveOneAfterTheOther() throws {
    var driver = try EngineDriver(bundled: "login-by-hand")
    for step in 0...90 {
      let now = Double(step) / 125
      for (view, top, delay) in [("email", 516.0, 0.0), ("password", 580, 0.1)] {
        let share = MotionFormulas.easeInOut((now - delay) / 0.5)
        let state = driver.see(view, now)
        #expect(isSame(state.frame.top, top - 200 + 200 * share), "\(view) at \(now)")
        #expect(isSame(state.alpha, share), "\(view) at \(now)")
      }
    }
    driver.expectRest()
  }

  @Test func thePassOfTheKeyboardTakesBackWhatWasSetByHand() throws {
    var driver = try EngineDriver(bundled: "login-by-hand")
    driver.tap(195, 540, 1)
    // Above the keyboard within a quarter of a second …
    for step in 0..<60 {
      let after = Double(step) / 250
      let way = 150 * MotionFormulas.easeInOut(after / 0.25)
      #expect(isSame(driver.frame("email", 1 + after).top, 516 - way))
      #expect(isSame(driver.frame("password", 1 + after).top, 580 - way))
      #expect(driver.frame("keyboard", 1 + after).top == 844)
    }
    #expect(driver.frame("email", 1.2499).top < 366.01)
    // … and back under it at once.
    #expect(driver.frame("email", 1.25).top == 516)
    #expect(driver.frame("password", 1.25).top == 580)
    #expect(driver.frame("keyboard", 1.25) == Rect(x: 0, y: 508, width: 390, height: 336))
    // Values that layout does not set stay.
    #expect(driver.see("email", 1.25).alpha == 1 && driver.see("password", 1.25).alpha == 1)
    driver.expectRest()
    driver.tap(195, 700, 2)
    #expect(driver.frame("keyboard", 2).top == 844)
    driver.expectRest()
  }

  @Test func constantsKeepTheFieldsWhereTheyAreMeantToBe() throws {
    var driver = try EngineDriver(bundled: "login-by-constraints")
    var previous = driver.frame("email", 0).top
    for step in 0...600 {
      let now = Double(step) / 250
      if step == 250 { driver.tap(195, 540, now) }
      if step == 500 { driver.tap(195, 700, now) }
      // The middle of the space above the keyboard is 168 higher.
      let raised =
        MotionFormulas.easeInOut((now - 1) / 0.25) - MotionFormulas.easeInOut((now - 2) / 0.25)
      for (view, top, delay) in [("email", 516.0, 0.0), ("password", 580, 0.1)] {
        let share = MotionFormulas.easeInOut((now - delay) / 0.5)
        let state = driver.see(view, now)
        #expect(
          isSame(state.frame.top, top - 200 + 200 * share - 168 * raised), "\(view) at \(now)")
        #expect(isSame(state.alpha, share))
      }
      #expect(isSame(driver.frame("keyboard", now).top, 844 - 336 * raised))
      // Ease-in-out is at most 1.5 / 0.87 times as fast as its average: 168 × 1.725 / 0.25 / 250 =
      // 4.64.
      #expect(abs(driver.frame("email", now).top - previous) < 4.64)
      previous = driver.frame("email", now).top
    }
    driver.expectRest()
  }

  @Test func aKeyboardThatComesWhileTheFieldsAreUnderWayAddsItsPart() throws {
    var driver = try EngineDriver(bundled: "login-by-constraints")
    let seen = driver.frame("email", 0.3).center
    driver.tap(seen.x, seen.y, 0.3)
    for step in 0...120 {
      let now = 0.3 + Double(step) / 250
      let come = MotionFormulas.easeInOut(now / 0.5)
      let raised = MotionFormulas.easeInOut((now - 0.3) / 0.25)
      #expect(isSame(driver.frame("email", now).top, 316 + 200 * come - 168 * raised))
    }
    #expect(driver.frame("email", 1).top == 348)
  }
}

import SnapbackBasics
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Stacks, screens, tables and texts that change during motion.
@Suite struct LayoutMotionTests {
  // MARK: stack

  @Test func theOthersMakeRoomAndWhatIsHiddenIsDrawnToTheEnd() throws {
    var driver = try EngineDriver(bundled: "stack")
    // (358 − 3 × 8) / 4 = 83.5 wide, without the last (358 − 2 × 8) / 3 = 114.
    for (tap, hides) in [true, false, true, false].enumerated() {
      let start = Double(tap)
      driver.tap(60, 422, start)
      for step in 0...120 {
        let after = Double(step) / 250
        let done = MotionFormulas.easeInOut(after / 0.4)
        let gone = hides ? done : 1 - done
        for (place, view) in ["one", "two", "three"].enumerated() {
          let frame = driver.frame(view, start + after)
          #expect(isSame(frame.size.width, 83.5 + 30.5 * gone))
          #expect(isSame(frame.left, Double(place) * (91.5 + 30.5 * gone)))
        }
        let last = driver.see("last", start + after)
        #expect(isSame(last.frame.right, 358) && isSame(last.frame.size.height, 120))
        #expect(isSame(last.frame.size.width, 83.5 - 83.5 * gone))
        // Until the very end when it disappears, from the very start when it appears.
        #expect(last.alpha == (hides && after >= 0.4 ? 0 : 1), "\(after) after tap \(tap)")
      }
    }
    driver.expectRest()
  }

  // MARK: detail

  @Test func aTurnOfTheScreenTurnsAxisAndAlignmentAndIsAnswered() throws {
    var driver = try EngineDriver(bundled: "detail")
    // The picture is centered in 358, or at the leading edge; the labels are below it, or beside
    // it.
    let upright = (picture: 59.0, labels: Point(x: 79, y: 170), width: 390.0, height: 844.0)
    let lying = (picture: 0.0, labels: Point(x: 250, y: 0), width: 844.0, height: 390.0)
    let (teal, orange) = (
      Color(red: 0x30, green: 0xb0, blue: 0xc7), Color(red: 0xff, green: 0x9f, blue: 0x0a)
    )
    for (tap, turns) in [(upright, lying), (lying, upright), (upright, lying)].enumerated() {
      let (from, to) = turns
      let start = 2 * Double(tap)
      driver.tap(100, 100, start)
      for step in 0...200 {
        let now = start + Double(step) / 250
        let share = MotionFormulas.criticalSpring(now - start, response: 0.5)
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        let (screen, page) = (driver.frame("screen", now), driver.frame("page", now))
        let (picture, labels) = (driver.frame("picture", now), driver.frame("labels", now))
        #expect(isSame(screen.size.width, between(from.width, to.width)))
        #expect(isSame(screen.size.height, between(from.height, to.height)))
        #expect(isSame(picture.left, between(from.picture, to.picture)))
        #expect(isSame(labels.left, between(from.labels.x, to.labels.x)))
        #expect(isSame(labels.top, between(from.labels.y, to.labels.y)))
        // The margins are respected at every moment.
        #expect(isSame(page.left, 16) && isSame(page.right, screen.right - 16))
      }
      #expect(driver.see("picture", start + 0.5).color == (tap == 1 ? teal : orange))
      #expect(driver.frame("screen", start + 1.5).size == Size(width: to.width, height: to.height))
    }
    driver.expectRest()
  }

  @Test func theColorAnswersOverHalfASecond() throws {
    var driver = try EngineDriver(bundled: "detail")
    driver.tap(100, 100, 0)
    for step in 0...60 {
      let now = Double(step) / 125
      let share = MotionFormulas.easeInOut(now / 0.5)
      let color = try #require(driver.see("picture", now).color)
      let expected = [
        0x30 + (0xff - 0x30) * share, 0xb0 + (0x9f - 0xb0) * share, 0xc7 + (0x0a - 0xc7) * share,
      ]
      for (part, number) in zip([color.red, color.green, color.blue], expected) {
        #expect(abs(Double(part) - number) <= 0.5 + 1e-9)
      }
    }
  }

  // MARK: table

  @Test func theTableGrowsWithItsContentUntilTheScreenIsFull() throws {
    var driver = try EngineDriver(bundled: "table")
    // 12 × 44, 13 × 44; then 844 − (47 + 34) − 160 = 603 is the maximum, whatever is asked for.
    let heights = [100.0, 528, 572, 603, 603, 100, 528]
    // The last two rows.
    let thirteenth = [0.0, 0, 44, 44, 44, 0, 0]
    let fourteenth = [0.0, 0, 0, 44, 44, 0, 0]
    for tap in 1..<heights.count {
      let start = Double(tap)
      driver.tap(195, 30, start)
      for step in 0...100 {
        let now = start + Double(step) / 250
        let share = MotionFormulas.easeInOut((now - start) / 0.3)
        func between(_ list: [Double]) -> Double {
          list[tap - 1] + (list[tap] - list[tap - 1]) * share
        }
        let (table, footer) = (driver.frame("table", now), driver.frame("footer", now))
        #expect(isSame(table.top, 127) && isSame(table.size.height, between(heights)))
        #expect(isSame(footer.top, table.bottom + 8) && isSame(footer.size.height, 64))
        #expect(footer.bottom <= 844 - 34 - 8 + 1e-9)
        let rows = (driver.frame("row12", now), driver.frame("row13", now))
        #expect(isSame(rows.0.size.height, 44) && isSame(rows.1.top, rows.0.bottom))
        #expect(isSame(rows.1.size.height, between(thirteenth)))
        #expect(isSame(driver.frame("row14", now).size.height, between(fourteenth)))
      }
    }
    driver.expectRest()
  }

  // MARK: baselines

  @Test func anotherTextSizeMovesTheBaselines() throws {
    var driver = try EngineDriver(bundled: "baselines")
    // Size of `title2`, leading of `body`, from the Human Interface Guidelines: large, xxxLarge,
    // AX2, large, xxxLarge.
    let sizes = [(22.0, 22.0), (28, 29), (39, 40), (22, 22), (28, 29)]
    // The column begins at 67. The title's last baseline is a line and an ascent below, 1.193359375
    // and 0.9521484375 of its size; the note's is its own leading lower. Three pixels are a point.
    func pixels(_ number: Double) -> Double { (number * 3).rounded() / 3 }
    let upper = sizes.map { pixels(67 + 2.1455078125 * $0.0) }
    let lower = sizes.map { pixels(67 + 2.1455078125 * $0.0 + $0.1) }
    for tap in 1..<sizes.count {
      let start = Double(tap)
      driver.tap(195, 700, start)
      for step in 0..<220 {
        let now = start + Double(step) / 250
        let share = MotionFormulas.criticalSpring(now - start, response: 0.4)
        for (view, places) in [("upper", upper), ("lower", lower)] {
          let frame = driver.frame(view, now)
          let expected = places[tap - 1] + (places[tap] - places[tap - 1]) * share
          let tolerance = driver.springTolerance(pixelsAPoint: 3)
          #expect(abs(frame.bottom - expected) <= tolerance, "\(view) at \(now)")
        }
      }
      #expect(isSame(driver.frame("lower", start + 0.95).bottom, lower[tap]))
      #expect(
        isSame(
          driver.frame("title", start + 0.95).size.height,
          (6 * 1.193359375 * sizes[tap].0).rounded(.up) / 3))
    }
    driver.expectRest()
  }
}

import SnapbackBasics
import SnapbackGestures
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Swipes at the limits that others measured on `UISwipeGestureRecognizer`.
@Suite struct SwipeFidelityTests {
  /// The positions of a finger, along the swipe and to its side.
  private typealias Course = [(along: Double, aside: Double)]

  /// Whether a swipe comes while its fingers go from position to position. The last frame is
  /// `seconds` after the touch.
  private func comes(
    _ courses: [Course], wanted: Int = 1, after seconds: Double,
    direction: SwipeDirection = .right, scale: Double? = nil
  ) throws -> Bool {
    let settings = SwipeSettings(direction: direction, fingers: wanted)
    var hands = try #require(Hands([.swipe(settings)], scale: scale))
    let (start, unit) = (hands.now, direction.vector)
    func contact(_ phase: Contact.Phase, _ finger: Int, _ along: Double, _ aside: Double)
      -> Contact
    {
      Contact(
        id: UInt64(finger + 1), phase: phase,
        position: Point(
          x: 400 + unit.dx * along + unit.dy * aside + 60 * Double(finger) * unit.dy,
          y: 300 + unit.dy * along + unit.dx * aside + 60 * Double(finger) * unit.dx))
    }
    let count = courses.map(\.count).max() ?? 0
    hands.frame(at: start, courses.indices.map { contact(.began, $0, 0, 0) })
    for step in 0..<count {
      let time = start.advanced(bySeconds: seconds * Double(step + 1) / Double(count))
      hands.frame(
        at: time,
        courses.enumerated().map { finger, course in
          let place = course[min(step, course.count - 1)]
          return contact(.moved, finger, place.along, place.aside)
        })
    }
    // It comes during the movement, and once.
    let outcomes = hands.outcomes()
    for _ in 0..<3 { hands.frame(courses.indices.map { contact(.moved, $0, 200, 0) }) }
    hands.frame(courses.indices.map { contact(.ended, $0, 200, 0) })
    if outcomes.contains(.recognized) { #expect(hands.outcomes().isEmpty) }
    return outcomes == [.recognized]
  }

  @Test func theLimitsFallWithTimeAsMeasured() throws {
    let rows = try FixtureTable("uikit/swipe_limits.csv").rows
    #expect(rows.count == 6)
    for row in rows {
      let (seconds, bracket) = (row.number("seconds"), row.number("bracket"))
      let (least, most) = (row.number("least_primary"), row.number("most_secondary"))
      for direction in SwipeDirection.allCases {
        func comes(_ along: Double, _ aside: Double) throws -> Bool {
          try self.comes([[(along, aside)]], after: seconds, direction: direction)
        }
        let name = "line \(row.line), \(direction)"
        #expect(try comes(least + bracket, 0), "\(name)")
        #expect(try !comes(least - bracket, 0), "\(name)")
        #expect(try comes(100, most - bracket), "\(name)")
        #expect(try comes(100, bracket - most), "\(name)")
        #expect(try !comes(100, most + bracket), "\(name)")
        #expect(try !comes(100, -bracket - most), "\(name)")
      }
    }
  }

  @Test func aLandingFingerMayTrembleOnAPanelOfKnownSize() throws {
    // 0.5 mm are 2.5 points here.
    #expect(try comes([[(-2.4, 0), (100, 0)]], after: 0.1, scale: 5))
    #expect(try !comes([[(-2.6, 0), (100, 0)]], after: 0.1, scale: 5))
    #expect(try !comes([[(-2.4, 0), (100, 0)]], after: 0.1))
  }

  @Test func theRulesAreAsMeasured() throws {
    let rows = try FixtureTable("uikit/swipe_rules.csv").rows
    #expect(rows.count == 11)
    for row in rows {
      let courses: [Course] = row.text("moves").split(separator: "|").map { finger in
        finger.split(separator: ";").map { place in
          let numbers = place.split(separator: " ").compactMap { Double($0) }
          return (numbers[0], numbers[1])
        }
      }
      let wanted = try #require(Int(row.text("wanted")))
      // Where the source has no time, a tenth of a second.
      let seconds = row.text("seconds").isEmpty ? 0.1 : row.number("seconds")
      let found = try comes(courses, wanted: wanted, after: seconds)
      #expect(found == (row.text("comes") == "yes"), "line \(row.line): \(row.text("rule"))")
    }
  }

  @Test func aShorterDurationScalesTheDecay() throws {
    // At half of the duration, half of 47 % is taken off 50 points: 38.25 are left.
    for duration in [0.1, 0.5, 2] {
      for (way, isEnough) in [(38.26, true), (38.24, false)] {
        var hands = try #require(Hands([Settings.swipe { $0.duration = duration }]))
        let start = hands.now
        hands.frame(at: start, [down(1, 300, 300)])
        hands.frame(at: start.advanced(bySeconds: duration / 2), [move(1, 300 + way, 300)])
        #expect(hands.outcomes() == (isEnough ? [.recognized] : []))
      }
    }
  }
}

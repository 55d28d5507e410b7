import SnapbackBasics
import SnapbackTouches
import Testing

/// Frames at given milliseconds, on a panel with ten points per millimeter.
private struct Panel {
  var filter: ContactFilter
  var told: [TouchFrame] = []

  init(_ change: (inout FilterSettings) -> Void = { _ in }) {
    var settings = FilterSettings()
    change(&settings)
    filter = ContactFilter(settings: settings)
  }

  static func moment(_ milliseconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: 1 + milliseconds / 1000)
  }

  /// Sends a frame; first reports everything due earlier, as the loop does.
  mutating func send(_ time: Double, _ contacts: (UInt64, Contact.Phase, Double, Double)...) {
    wait(time)
    let frame = TouchFrame(
      time: Self.moment(time),
      contacts: contacts.map { id, phase, x, y in
        Contact(id: id, phase: phase, position: Point(x: 10 * x, y: 10 * y))
      }, pointsPerMillimeter: 10)
    let result = filter.apply(frame)
    if !result.isEmpty { told.append(result) }
  }

  mutating func wait(_ time: Double) {
    while let deadline = filter.deadline, deadline <= Self.moment(time) {
      guard let frame = filter.advance(to: deadline) else { break }
      told.append(frame)
    }
  }

  /// The reports: the time in milliseconds, the id, the phase and the position in millimeters.
  var lines: [String] {
    told.flatMap { frame in
      let time = frame.time.seconds(since: Self.moment(0)) * 1000
      return frame.contacts.map { contact in
        let (x, y) = (contact.position.x / 10, contact.position.y / 10)
        return "\(short(time)) \(contact.id) \(contact.phase) \(short(x)),\(short(y))"
      }
    }
  }

  private func short(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
  }
}

@Suite struct ContactFilterTests {
  @Test func aPositionThatIsBackInTheNextFrameIsLeftOut() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(8, (1, .moved, 51, 50))
    panel.send(16, (1, .moved, 0, 0))
    panel.send(24, (1, .moved, 53, 50))
    panel.send(32, (1, .ended, 53, 50))
    #expect(
      panel.lines == [
        "0 1 began 50,50", "8 1 moved 51,50", "24 1 moved 53,50", "32 1 ended 53,50",
      ])
    let notes = panel.filter.drainNotes()
    #expect(notes.count == 1)
    #expect(notes.first?.description.contains("71.4 mm") == true)
  }

  @Test func aJumpThatTheNextFrameConfirmsCounts() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(8, (1, .moved, 51, 50))
    panel.send(16, (1, .moved, 100, 80))
    panel.send(24, (1, .moved, 101, 80))
    #expect(
      panel.lines == ["0 1 began 50,50", "8 1 moved 51,50", "24 1 moved 101,80"])
    #expect(panel.filter.drainNotes().isEmpty)
  }

  /// A kernel sends nothing for a finger at rest, so silence confirms a jump.
  @Test func aJumpIntoSilenceCountsAfterTwoScans() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(15, (1, .moved, 51, 50))
    panel.send(30, (1, .moved, 100, 80))
    panel.wait(59)
    #expect(panel.lines.count == 2)
    panel.wait(61)
    #expect(panel.lines.last == "60 1 moved 100,80")
    #expect(panel.filter.deadline == nil)
  }

  @Test func theOtherHalfOfAScanConfirmsNothing() {
    var panel = Panel { $0.dropsGhosts = false }
    panel.send(0, (1, .began, 50, 50), (2, .began, 20, 20))
    panel.send(10, (1, .moved, 0, 0), (2, .moved, 20, 20))
    panel.send(12, (1, .moved, 0, 0), (2, .moved, 21, 20))
    panel.send(20, (1, .moved, 51, 50), (2, .moved, 22, 20))
    #expect(!panel.lines.contains { $0.contains(" 1 moved 0,0") })
    #expect(panel.lines.contains("20 1 moved 51,50"))
  }

  @Test func aWildPlaceAtTheLiftIsNotWhereItLifts() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(8, (1, .moved, 51, 50))
    panel.send(16, (1, .ended, 0, 0))
    #expect(panel.lines.last == "16 1 ended 51,50")
    panel.send(100, (2, .began, 50, 50))
    panel.send(108, (2, .moved, 51, 50))
    panel.send(116, (2, .moved, 5, 5))
    panel.send(124, (2, .ended, 5, 5))
    #expect(panel.lines.last == "124 2 ended 51,50")
  }

  @Test func theLastStepCountsFromTenCentimetresASecondOn() {
    for (step, isFast) in [(0.5, false), (0.79, false), (0.81, true), (2, true)] {
      var panel = Panel()
      for index in 0...3 {
        let x = 10 + step * Double(index)
        panel.send(8 * Double(index), (1, index == 0 ? .began : .moved, x, 50))
      }
      let last = 10 + 3 * step
      panel.send(32, (1, .moved, last + 20, 50))
      panel.send(40, (1, .ended, last + 20, 50))
      let end = panel.told.last?.contacts.first?.position.x ?? .nan
      #expect(abs(end / 10 - last - (isFast ? 20 : 0)) < 1e-6, "\(step) mm a scan")
    }
  }

  @Test func theLastStepOfAFastFingerCounts() {
    var panel = Panel()
    for step in 0...3 {
      panel.send(8 * Double(step), (1, step == 0 ? .began : .moved, 10 + 8 * Double(step), 50))
    }
    panel.send(32, (1, .moved, 62, 50))
    panel.send(40, (1, .ended, 62, 50))
    #expect(panel.lines.last == "40 1 ended 62,50")
  }

  /// The greatest acceleration in the recordings of fast flicks: from rest to 1.3 m/s within three
  /// scans, and to a stop within one.
  @Test func aFlickAndAnAbruptStopPassUntouched() {
    var panel = Panel()
    let way = [0.0, 1, 6, 16, 27, 38, 38, 38]
    for (index, x) in way.enumerated() {
      panel.send(8 * Double(index), (1, index == 0 ? .began : .moved, x, 0))
    }
    #expect(panel.told.map { $0.contacts[0].position.x / 10 } == way)
  }

  @Test func aContactOfMomentsBesideAnotherIsNoContact() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(100, (1, .moved, 50, 51), (2, .began, 50, 5))
    panel.send(110, (1, .moved, 50, 52), (2, .ended, 50, 5))
    panel.send(120, (1, .moved, 50, 53))
    panel.wait(500)
    #expect(!panel.lines.contains { $0.contains(" 2 ") })
    #expect(panel.filter.drainNotes() == [.ghost(contact: 2, lifetime: 0.01)])
  }

  @Test func aSecondFingerIsToldAfterAMomentOrWhenItMoves() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(100, (1, .moved, 50, 51), (2, .began, 10, 10))
    panel.send(108, (1, .moved, 50, 52), (2, .moved, 12.5, 10))
    #expect(panel.lines.last == "108 2 began 12.5,10")
    panel.send(200, (1, .moved, 50, 52), (2, .moved, 12, 10), (3, .began, 90, 90))
    panel.wait(219)
    #expect(!panel.lines.contains { $0.contains(" 3 ") })
    panel.wait(220)
    #expect(panel.lines.last == "220 3 began 90,90")
    #expect(panel.filter.deadline == nil)
  }

  @Test func aSecondFingerThatFallsSilentBeginsWhereItIs() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(100, (1, .moved, 50, 51), (2, .began, 10, 10))
    panel.send(108, (1, .moved, 50, 52), (2, .moved, 11.5, 10))
    panel.wait(120)
    #expect(panel.lines.last == "120 2 began 11.5,10")
  }

  @Test func contactsThatTouchTogetherOrAloneAreToldAtOnce() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50), (2, .began, 10, 10))
    panel.send(4, (1, .ended, 50, 50), (2, .ended, 10, 10))
    panel.send(100, (3, .began, 50, 50))
    panel.send(101, (3, .ended, 50, 50))
    #expect(panel.lines.count == 6)
    #expect(panel.filter.drainNotes().isEmpty)
  }

  @Test func trembleWithinTheRadiusIsNotSeenAndBeyondItIsFollowedAtItsDistance() {
    var panel = Panel { $0.hysteresis = 0.5 }
    panel.send(0, (1, .began, 10, 10))
    for (time, x) in [(8.0, 10.4), (16, 9.6), (24, 10.5), (32, 11), (40, 12), (48, 11.6)] {
      panel.send(time, (1, .moved, x, 10))
    }
    let seen = panel.told.map { $0.contacts[0].position.x / 10 }
    for (one, wanted) in zip(seen, [10, 10, 10, 10, 10.5, 11.5, 11.5]) {
      #expect(abs(one - wanted) < 1e-9)
    }
  }

  @Test func pensButtonsScrollsAndPointersPass() {
    var filter = ContactFilter()
    let pen = Contact(id: 1, phase: .began, position: .zero, tool: .pen)
    let far = Contact(id: 1, phase: .moved, position: Point(x: 9999, y: 0), tool: .pen)
    let scroll = ScrollInput(phase: .step, position: .zero, delta: Vector(dx: 0, dy: 40))
    for contact in [pen, far] {
      let frame = TouchFrame(
        time: .zero, contacts: [contact], scroll: scroll, hover: .gone, pointsPerMillimeter: 5)
      #expect(filter.apply(frame) == frame)
    }
  }

  @Test func afterAnotherMappingAJumpIsNone() {
    var panel = Panel()
    panel.send(0, (1, .began, 50, 50))
    panel.send(8, (1, .moved, 51, 50))
    panel.filter.forgetPositions()
    panel.send(16, (1, .moved, 500, 500))
    #expect(panel.lines.last == "16 1 moved 500,500")
  }
}

@Suite struct SplitContactTests {
  @Test func anIdThatChangesWithinAFrameIsOneFinger() {
    var panel = Panel()
    for step in 0...3 {
      panel.send(8 * Double(step), (1, step == 0 ? .began : .moved, 5 * Double(step), 0))
    }
    panel.send(32, (1, .ended, 15, 0), (2, .began, 20, 0))
    panel.send(40, (2, .moved, 25, 0))
    panel.send(48, (2, .ended, 25, 0))
    #expect(
      panel.lines.suffix(3) == ["32 1 moved 20,0", "40 1 moved 25,0", "48 1 ended 25,0"])
    #expect(panel.filter.drainNotes().count == 1)
  }

  /// As on a Chromebook's touchpad: the new contact appears one scan before the old one ends.
  @Test func anIdThatOverlapsItsSuccessorIsOneFinger() {
    var panel = Panel()
    panel.send(0, (1, .began, 47, 25))
    panel.send(13, (1, .moved, 47, 26))
    panel.send(26, (1, .moved, 46, 31))
    panel.send(41, (1, .moved, 46, 40), (2, .began, 44, 52))
    panel.send(53, (1, .ended, 46, 40), (2, .moved, 44, 53))
    panel.send(61, (2, .ended, 44, 53))
    #expect(Set(panel.told.flatMap(\.contacts).map(\.id)) == [1])
    #expect(panel.lines.last == "61 1 ended 44,53")
  }

  @Test func fingersThatTakeTurnsAreNotOne() {
    var panel = Panel()
    panel.send(0, (1, .began, 20, 20))
    panel.send(100, (1, .ended, 20, 20), (2, .began, 35, 20))
    panel.send(200, (2, .ended, 35, 20))
    panel.send(210, (3, .began, 20, 20))
    #expect(panel.lines.map { String($0.split(separator: " ")[1]) } == ["1", "1", "2", "2", "3"])
    #expect(panel.filter.drainNotes().isEmpty)
  }

  @Test func liftsWaitOnlyOnAPanelThatHasShownToNeedIt() {
    var panel = Panel()
    panel.send(0, (1, .began, 20, 20))
    panel.send(50, (1, .ended, 20, 20))
    #expect(panel.lines.last == "50 1 ended 20,20")
    // The first split cannot be prevented.
    panel.send(65, (2, .began, 20.4, 20))
    #expect(panel.lines.last == "65 2 began 20.4,20")
    #expect(panel.filter.drainNotes().map(\.description).first?.contains("15 ms") == true)
    // From now on the lift waits, and the finger continues.
    panel.send(200, (2, .ended, 20.4, 20))
    panel.send(217, (3, .began, 21, 20))
    panel.send(300, (3, .ended, 21, 20))
    panel.wait(329)
    #expect(panel.lines.suffix(1) == ["217 2 moved 21,20"])
    panel.wait(330)
    #expect(panel.lines.last == "330 2 ended 21,20")
    // After a minute without a split, lifts are reported at once again.
    panel.send(70_000, (4, .began, 20, 20))
    panel.send(70_050, (4, .ended, 20, 20))
    #expect(panel.lines.last == "70050 4 ended 20,20")
  }

  @Test func theNinthLiftOverwritesTheOldest() {
    var panel = Panel()
    let count = 9
    for index in 0..<count {
      panel.send(Double(index), (UInt64(index + 1), .began, 50 * Double(index), 0))
    }
    for index in 0..<count {
      panel.send(100 + Double(index), (UInt64(index + 1), .ended, 50 * Double(index), 0))
    }
    _ = panel.filter.drainNotes()
    for index in 0..<count {
      panel.send(110 + Double(index), (UInt64(index + 21), .began, 50 * Double(index), 0))
      #expect(panel.filter.drainNotes().isEmpty == (index == 0), "contact \(index)")
    }
  }

  @Test func aFingerElsewhereDoesNotTakeOverALiftThatWaits() {
    var panel = Panel()
    panel.send(0, (1, .began, 20, 20))
    panel.send(50, (1, .ended, 20, 20))
    panel.send(60, (2, .began, 20, 20))
    panel.send(100, (2, .ended, 20, 20))
    panel.send(110, (3, .began, 60, 20))
    panel.wait(200)
    #expect(panel.lines.suffix(2) == ["110 3 began 60,20", "130 2 ended 20,20"])
  }

  @Test func whatIsCancelledIsToldAtOnce() {
    var panel = Panel()
    panel.send(0, (1, .began, 20, 20))
    panel.send(50, (1, .ended, 20, 20))
    panel.send(60, (2, .began, 20, 20))
    panel.send(100, (2, .cancelled, 20, 20))
    #expect(panel.lines.last == "100 2 cancelled 20,20")
  }

  @Test func theEndOfADeviceLetsGoOfEverything() {
    var panel = Panel()
    panel.send(0, (1, .began, 20, 20))
    panel.send(50, (1, .ended, 20, 20))
    panel.send(60, (2, .began, 20, 20))
    panel.send(100, (2, .ended, 20, 20))
    panel.send(105, (3, .began, 70, 70))
    panel.send(110, (3, .moved, 70, 70), (4, .began, 5, 5))
    let last = TouchFrame(
      time: Panel.moment(120),
      contacts: [3, 4].map { Contact(id: $0, phase: .cancelled, position: .zero) },
      pointsPerMillimeter: 10)
    panel.told = []
    let frame = panel.filter.close(last, at: Panel.moment(120))
    #expect(frame?.contacts.map(\.id) == [3, 2])
    #expect(frame?.contacts.map(\.phase) == [.cancelled, .ended])
    #expect(panel.filter.deadline == nil)
    #expect(panel.filter.close(nil, at: Panel.moment(130)) == nil)
  }
}

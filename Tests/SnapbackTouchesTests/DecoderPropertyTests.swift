import SnapbackBasics
import SnapbackTouches
import Testing

/// Invariants for any device input.
@Suite struct DecoderPropertyTests {
  private static let devices = [
    TestDevice.slots, TestDevice.lists, TestDevice.single, TestDevice.pen, TestDevice.tablet,
    TestDevice.mouse, TestDevice.pad,
    TestDevice.make("pressure", axes: [0, 1, EventCode.pressure]),
    TestDevice.make("old pen", axes: [0, 1, EventCode.pressure], keys: [EventCode.toolPen]),
    TestDevice.make(
      "list pad", axes: TestDevice.places,
      keys: [EventCode.leftButton, EventCode.touch, EventCode.toolFinger, EventCode.twoFingers]),
    TestDevice.make(
      "old pad", axes: [0, 1],
      keys: [EventCode.leftButton, EventCode.touch, EventCode.toolFinger, EventCode.twoFingers]),
  ]

  private static let codes: [UInt16] = [
    EventCode.slot, EventCode.trackingID, EventCode.multitouchX, EventCode.multitouchY,
    EventCode.toolType, EventCode.touchMajor, EventCode.contactDistance, EventCode.x, EventCode.y,
    EventCode.pressure,
  ]
  private static let keys: [UInt16] = [
    EventCode.touch, EventCode.leftButton, EventCode.toolPen, EventCode.toolEraser,
    EventCode.toolFinger, EventCode.twoFingers, EventCode.threeFingers, EventCode.toolMouse,
    EventCode.fiveFingers, EventCode.rightButton,
  ]
  private static let wheels: [UInt16] = [
    EventCode.relativeX, EventCode.relativeY, EventCode.wheel, EventCode.horizontalWheel,
    EventCode.fineWheel, EventCode.fineHorizontalWheel,
  ]

  /// Follows the contacts of a device and records violations.
  private struct Ledger {
    /// A filter may leave a contact out of a frame.
    let isFiltered: Bool
    var down: Set<UInt64> = []
    var all: Set<UInt64> = []
    var isScrolling = false
    var latest = Instant.zero
    var faults: [String] = []

    init(isFiltered: Bool) {
      self.isFiltered = isFiltered
    }

    mutating func take(_ frame: TouchFrame) {
      if frame.isEmpty { faults.append("an empty frame") }
      if frame.time < latest { faults.append("time went back") }
      latest = frame.time
      var seen: Set<UInt64> = []
      for contact in frame.contacts {
        if !contact.position.isFinite { faults.append("\(contact.position)") }
        if !seen.insert(contact.id).inserted { faults.append("\(contact.id) twice in a frame") }
        switch contact.phase {
        case .began:
          if !all.insert(contact.id).inserted { faults.append("\(contact.id) begins again") }
          down.insert(contact.id)
        case .moved:
          if !down.contains(contact.id) { faults.append("\(contact.id) moves and is not down") }
        case .ended, .cancelled:
          if down.remove(contact.id) == nil { faults.append("\(contact.id) ends twice") }
        }
      }
      if !isFiltered, !down.isSubset(of: seen), !frame.contacts.isEmpty {
        faults.append("one was left out")
      }
      guard let scroll = frame.scroll else { return }
      if !scroll.delta.isFinite || !scroll.position.isFinite { faults.append("\(scroll)") }
      switch scroll.phase {
      case .began:
        if isScrolling { faults.append("scrolls twice") }
        isScrolling = true
      case .changed:
        if !isScrolling { faults.append("scrolls on") }
      case .ended, .cancelled:
        if !isScrolling { faults.append("ends no scroll") }
        isScrolling = false
      case .step: break
      }
    }
  }

  private static func event(_ generator: inout SeededGenerator, wild: Bool) -> EventScript.Event {
    let value: Int32 =
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: 0
      case 1: 1
      case 2: -1
      case 3: Int32.random(in: 0...3, using: &generator)
      case 4 where wild: [.min, .max, .max - 1, .min + 1].randomElement(using: &generator) ?? 0
      default: Int32.random(in: -20...2100, using: &generator)
      }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: return (0, 0, 0)
    case 4...6: return (3, codes.randomElement(using: &generator) ?? 0, value)
    case 7: return (3, EventCode.trackingID, value)
    case 8: return (1, keys.randomElement(using: &generator) ?? 0, value & 1)
    case 9: return (2, wheels.randomElement(using: &generator) ?? 0, value)
    case 10: return (0, Int.random(in: 0..<6, using: &generator) == 0 ? 3 : 2, 0)
    default:
      guard wild else { return (0, EventCode.multitouchReport, 0) }
      return (
        UInt16.random(in: 0...40, using: &generator),
        UInt16.random(in: 0...0x310, using: &generator), value
      )
    }
  }

  @Test(arguments: devices.indices, [false, true])
  func everyContactEndsExactlyOnce(device index: Int, isFiltered: Bool) throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(index))
      var settings = DeviceSettings()
      if !isFiltered { settings.filter = .off }
      var decoder = try #require(
        DeviceDecoder(
          profile: Self.devices[index], settings: settings, screen: EventScript.screen))
      var ledger = Ledger(isFiltered: isFiltered)
      var time = Instant(nanoseconds: 1_000_000_000)
      for _ in 0..<400 {
        let step = UInt64.random(in: 0...40, using: &generator)
        let isBack = Int.random(in: 0..<50, using: &generator) == 0
        time =
          isBack
          ? time.advanced(bySeconds: -0.3) : time.advanced(byNanoseconds: step * 1_000_000)
        if Int.random(in: 0..<100, using: &generator) == 0 { time = time.advanced(bySeconds: 31) }
        if Bool.random(using: &generator) {
          var rounds = 0
          while let deadline = decoder.deadline, deadline <= time, rounds < 10 {
            if let frame = decoder.advance(to: time) { ledger.take(frame) }
            rounds += 1
          }
          #expect(rounds < 10, "a deadline that does not pass; seed \(seed)")
        }
        let event = Self.event(&generator, wild: seed % 2 == 0)
        let input = InputEvent(time: time, type: event.type, code: event.code, value: event.value)
        if let frame = decoder.consume(input) { ledger.take(frame) }
        if Int.random(in: 0..<200, using: &generator) == 0 {
          if let frame = decoder.cancelAll(at: time) { ledger.take(frame) }
          #expect(ledger.down.isEmpty && !ledger.isScrolling, "seed \(seed)")
        }
      }
      if let frame = decoder.cancelAll(at: time) { ledger.take(frame) }
      #expect(ledger.down.isEmpty && !ledger.isScrolling, "seed \(seed)")
      #expect(ledger.faults == [], "seed \(seed)")
      #expect(decoder.cancelAll(at: time) == nil, "seed \(seed)")
      #expect(decoder.deadline == nil, "seed \(seed)")
      #expect(decoder.drainNotes().count <= 48)
    }
  }

  @Test func extremesOfEveryKindAreSurvived() throws {
    let extremes: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for device in Self.devices {
      var device = device
      for (code, _) in device.axes where code != EventCode.slot {
        device.setAxis(code, range: AxisRange(minimum: .min, maximum: .max, resolution: 1))
      }
      var settings = DeviceSettings()
      for number in [Double.nan, .infinity, -.infinity, 1e300, 0] {
        settings.pointerSpeed = number
        settings.wheelStep = number
        settings.scrollSpeed = number
        settings.releaseTimeout = number
        settings.size = Size(width: number, height: number)
        for size in [100, 0, -5, .nan, .infinity, 1e300] as [Double] {
          var decoder = try #require(
            DeviceDecoder(
              profile: device, settings: settings, screen: Size(width: size, height: size)))
          var time: UInt64 = 0
          for value in extremes {
            for code in Self.codes + Self.keys + Self.wheels {
              for type in 1...3 as ClosedRange<UInt16> {
                let now = Instant(nanoseconds: time)
                _ = decoder.consume(InputEvent(time: now, type: type, code: code, value: value))
                time &+= 1_000_000
              }
              _ = decoder.consume(
                InputEvent(time: Instant(nanoseconds: time), type: 0, code: 0, value: 0))
              _ = decoder.advance(to: .distantFuture)
            }
          }
          _ = decoder.cancelAll(at: .distantFuture)
        }
      }
    }
  }

  @Test func contactNumbersOfALongLifeStayUnique() throws {
    let decoder = try #require(
      DeviceDecoder(
        profile: TestDevice.single, screen: EventScript.screen, firstContact: .max))
    var script = EventScript(decoder)
    #expect(
      script.frame(absolute(0, 1), key(EventCode.touch, 1)).hasPrefix("18446744073709551615 began"))
    _ = script.frame(key(EventCode.touch, 0))
    // 0 is no contact.
    #expect(script.frame(key(EventCode.touch, 1)).hasPrefix("1 began"))
  }

  @Test func notesAreCappedAndSpeak() throws {
    var script = try #require(EventScript(TestDevice.slots))
    for number in 3..<100 as Range<Int32> { _ = script.frame(slot(number)) }
    let notes = script.decoder.drainNotes()
    #expect(notes.count == 32 && notes.first == .unknownSlot(3))
    let all: [DecoderNote] = [
      .eventsLost, .clockWentBack(seconds: 0.5), .unknownSlot(9), .tooManyContacts(limit: 32),
      .palm(contact: 1), .replaced(contact: 1), .neverReleased(contact: 1),
      .lostWithEvents(contact: 1), .timedOut(contact: 1, seconds: 30), .leftProximity(contact: 1),
      .jumped(distance: 20),
      .waits(slot: 1, for: CoordinateSet(x: true, y: false)),
      .assumed(CoordinateSet(x: true, y: true), contact: 1),
      .filtered(.spike(contact: 1, distance: 20)), .filtered(.ghost(contact: 1, lifetime: 0.01)),
      .filtered(.merged(contact: 2, into: 1, gap: 0.01)),
      .filtered(.split(contact: 2, gap: 0.01)),
      .filtered(.delayed(contact: 1, part: .lift, seconds: 0.03)),
    ]
    #expect(Set(all.map(\.word)).count == all.count)
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(
      all[8].description == "no event for 30 s; contact 1 is considered lost")
    #expect(all.allSatisfy { !$0.description.hasSuffix(".") && !$0.description.isEmpty })
  }
}

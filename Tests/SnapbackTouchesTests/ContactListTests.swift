import SnapbackBasics
import SnapbackTouches
import Testing

/// Contacts in lists, type A.
@Suite struct ContactListTests {
  private func script() throws -> EventScript { try #require(EventScript(TestDevice.lists)) }

  /// A contact of a list.
  private func contact(_ x: Int32, _ y: Int32) -> [EventScript.Event] {
    [atX(x), atY(y), contactEnd]
  }

  private func list(_ places: (Int32, Int32)...) -> [EventScript.Event] {
    places.flatMap { contact($0.0, $0.1) }
  }

  @Test func aListIsAllThatTouches() throws {
    var script = try script()
    #expect(script.frame(after: 0.01, list((100, 100))) == "1 began (10.0, 10.0)")
    #expect(
      script.frame(after: 0.01, list((110, 100), (500, 500)))
        == "1 moved (11.0, 10.0), 2 began (50.0, 50.0)")
    // The remaining contact is recognized by its position, not by its index.
    #expect(
      script.frame(after: 0.01, list((510, 500)))
        == "1 ended (11.0, 10.0), 2 moved (51.0, 50.0)")
    #expect(script.frame(contactEnd) == "2 ended (51.0, 50.0)")
    #expect(script.frame(contactEnd) == "")
  }

  @Test func aContactMayEndWithItsFrame() throws {
    // Some drivers leave SYN_MT_REPORT out when there is one finger.
    var script = try script()
    #expect(script.frame(atX(100), atY(100)) == "1 began (10.0, 10.0)")
    #expect(script.frame(atX(110), atY(100)) == "1 moved (11.0, 10.0)")
    #expect(script.frame(key(EventCode.touch, 0)) == "1 ended (11.0, 10.0)")
  }

  @Test func theTouchKeyLiftsAllEvenWithAList() throws {
    // A touchpad that still tracks a finger that no longer presses.
    var script = try script()
    _ = script.frame(after: 0.01, [key(EventCode.touch, 1)] + list((100, 100), (500, 500)))
    #expect(
      script.frame(after: 0.01, list((110, 100), (510, 500)) + [key(EventCode.touch, 0)])
        == "1 ended (10.0, 10.0), 2 ended (50.0, 50.0)")
    #expect(script.frame(after: 0.01, list((120, 100))) == "")
    #expect(
      script.frame(after: 0.01, list((120, 100)) + [key(EventCode.touch, 1)])
        == "3 began (12.0, 10.0)")
  }

  @Test func sizeZeroIsALiftForThoseWhoKnowSizes() throws {
    var script = try script()
    let size = EventCode.touchMajor
    _ = script.frame(absolute(size, 0), atX(100), atY(100), contactEnd)
    #expect(
      script.frame(absolute(size, 0), atX(110), atY(100), contactEnd) == "1 moved (11.0, 10.0)")
    _ = script.frame(absolute(size, 9), atX(110), atY(100), contactEnd)
    #expect(
      script.frame(absolute(size, 0), atX(110), atY(100), contactEnd) == "1 ended (11.0, 10.0)")
  }

  @Test func idsSayWhoIsWho() throws {
    var script = try script()
    _ = script.frame(id(4), atX(100), atY(100), contactEnd, id(9), atX(500), atY(500), contactEnd)
    // They cross over a long distance, and their order in the list changes.
    #expect(
      script.frame(
        id(9), atX(100), atY(100), contactEnd, id(4), atX(500), atY(500), contactEnd)
        == "1 moved (50.0, 50.0), 2 moved (10.0, 10.0)")
    // Another id at the same place is another finger.
    #expect(
      script.frame(id(9), atX(100), atY(100), contactEnd, id(5), atX(500), atY(500), contactEnd)
        == "1 ended (50.0, 50.0), 2 moved (10.0, 10.0), 3 began (50.0, 50.0)")
    #expect(script.frame(id(-1), contactEnd) == "2 ended (10.0, 10.0), 3 ended (50.0, 50.0)")
  }

  @Test func whatAContactLeavesOutIsAsItWas() throws {
    // A capture that begins within a frame: an id without a position is not a contact yet.
    var script = try script()
    #expect(script.frame(id(0), absolute(EventCode.touchMajor, 127), contactEnd) == "")
    _ = script.frame(id(0), atX(100), atY(200), contactEnd)
    #expect(script.frame(id(0), atX(110), contactEnd) == "1 moved (11.0, 20.0)")
    #expect(script.frame(id(0), contactEnd) == "1 moved (11.0, 20.0)")
  }

  @Test func aFrameWithoutAListSaysNothingOfContacts() throws {
    var script = try script()
    _ = script.frame(after: 0.01, list((100, 100)))
    #expect(script.frame(absolute(EventCode.x, 700)) == "1 moved (10.0, 10.0)")
  }

  @Test func aJumpIsAnotherFinger() throws {
    // Farther than a quarter of the surface within one scan.
    var script = try script()
    _ = script.frame(after: 0.01, list((100, 100)))
    #expect(script.frame(after: 0.01, list((340, 100))) == "1 moved (34.0, 10.0)")
    #expect(
      script.frame(after: 0.01, list((600, 100)))
        == "1 ended (34.0, 10.0), 2 began (60.0, 10.0)")
  }

  @Test func whereTheSizeIsKnownAJumpIsInMillimeters() throws {
    var settings = DeviceSettings()
    settings.size = Size(width: 100, height: 200)
    var script = try #require(EventScript(TestDevice.lists, settings: settings))
    _ = script.frame(after: 0.01, list((100, 100)))
    #expect(script.frame(after: 0.01, list((410, 100))) == "1 moved (41.0, 10.0)")
    #expect(
      script.frame(after: 0.01, list((740, 100)))
        == "1 ended (41.0, 10.0), 2 began (74.0, 10.0)")
  }

  @Test func silenceEndsAListSoon() throws {
    // A driver that never reports that the last finger has lifted.
    var script = try script()
    _ = script.frame(after: 0.01, list((100, 100)))
    #expect(script.wait(10) == "+2.0 s: 1 cancelled (10.0, 10.0)")
    #expect(script.frame(after: 0.01, list((100, 100))) == "2 began (10.0, 10.0)")
  }

  @Test func aLostFrameIsMadeUpForByTheNext() throws {
    var script = try script()
    _ = script.frame(after: 0.01, list((100, 100), (500, 500)))
    #expect(script.frame(after: 0.01, list((110, 100)) + [dropped] + list((120, 100))) == "")
    #expect(
      script.frame(after: 0.01, list((130, 100)))
        == "1 moved (13.0, 10.0), 2 ended (50.0, 50.0)")
  }

  @Test func palmsAreTakenBackAndStayOut() throws {
    var script = try script()
    _ = script.frame(after: 0.01, list((100, 100)))
    let palm = [tool(EventCode.palm)] + contact(110, 100)
    #expect(script.frame(after: 0.01, palm) == "1 cancelled (11.0, 10.0)")
    #expect(script.frame(after: 0.01, list((120, 100))) == "")
    #expect(script.frame(contactEnd) == "")
    #expect(script.frame(after: 0.01, palm) == "")
    #expect(script.decoder.drainNotes() == [.palm(contact: 1)])
  }

  @Test func sizeAndPressureMakePalmsWhereARuleSaysSo() throws {
    var settings = DeviceSettings()
    settings.palmSize = 50
    settings.palmPressure = 9
    var script = try #require(EventScript(TestDevice.lists, settings: settings))
    let size = absolute(EventCode.touchMajor, 50)
    let pressure = absolute(EventCode.contactPressure, 9)
    #expect(script.frame(after: 0.01, [size] + contact(100, 100)) == "")
    #expect(script.frame(contactEnd) == "")
    #expect(script.frame(after: 0.01, list((100, 100))) == "1 began (10.0, 10.0)")
    #expect(
      script.frame(after: 0.01, [pressure] + contact(100, 100)) == "1 cancelled (10.0, 10.0)")
    var slots = try #require(EventScript(TestDevice.slots, settings: settings))
    #expect(
      slots.frame(id(1), atX(100), atY(100), absolute(EventCode.contactPressure, 8))
        == "1 began (10.0, 10.0)")
    #expect(slots.frame(size) == "1 cancelled (10.0, 10.0)")
    #expect(slots.frame(absolute(EventCode.touchMajor, 49)) == "")
    #expect(slots.decoder.drainNotes() == [.palm(contact: 1)])
  }

  @Test func moreThanCanBeFollowedAreIgnored() throws {
    var script = try script()
    let many = (0..<40).flatMap { contact(Int32($0) * 20, 100) }
    let begun = script.frame(after: 0.01, many).components("began")
    #expect(begun == 32)
    #expect(script.decoder.drainNotes().first == .tooManyContacts(limit: 32))
    // So many contacts are matched one by one, still correctly when all move slowly.
    let next = (0..<32).flatMap { contact(Int32($0) * 20 + 3, 100) }
    #expect(script.frame(after: 0.01, next).components("moved") == 32)
  }

  /// The oracle: the least sum of squares over every possible pairing.
  private func bestPairing(_ old: [Point], _ new: [Point], limit: Double) -> [Int] {
    var best = (cost: Double.infinity, pairing: [Int]())
    func go(_ pairing: [Int], _ cost: Double) {
      guard pairing.count < new.count else {
        let unpaired = old.indices.filter { !pairing.contains($0) }.count
        let total = cost + Double(unpaired) * limit * limit
        if total < best.cost { best = (total, pairing) }
        return
      }
      go(pairing + [-1], cost)
      for (index, point) in old.enumerated() where !pairing.contains(index) {
        let distance = point.distance(to: new[pairing.count])
        guard distance < limit else { continue }
        go(pairing + [index], cost + distance * distance)
      }
    }
    go([], 0)
    return best.pairing
  }

  @Test(arguments: 0..<200)
  func theBestOfAllPairingsIsFound(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var device = TestDevice.lists
    for code in TestDevice.places {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: 99_999))
    }
    var settings = DeviceSettings()
    settings.filter = .off
    let decoder = try #require(
      DeviceDecoder(
        profile: device, settings: settings, screen: Size(width: 100_000, height: 100_000)))
    var script = EventScript(decoder)
    func points() -> [Point] {
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        Point(
          x: Double(Int32.random(in: 0...60_000, using: &generator)),
          y: Double(Int32.random(in: 0...60_000, using: &generator)))
      }
    }
    let (old, new) = (points(), points())
    func events(_ points: [Point]) -> [EventScript.Event] {
      points.flatMap { contact(Int32($0.x), Int32($0.y)) }
    }
    _ = script.frame(after: 0.01, events(old))
    for event in events(new) { _ = script.send(event) }
    let last = InputEvent(time: script.time, type: 0, code: 0, value: 0)
    let end = script.decoder.consume(last)
    let frame = try #require(end)
    let pairing = bestPairing(old, new, limit: 25_000)
    for (place, partner) in pairing.enumerated() {
      let contact = try #require(
        frame.contacts.first { $0.phase != .ended && $0.position.distance(to: new[place]) < 0.5 })
      #expect(contact.phase == (partner < 0 ? .began : .moved), "seed \(seed)")
      if partner >= 0 { #expect(contact.id == UInt64(partner + 1), "seed \(seed)") }
    }
    #expect(
      frame.contacts.filter { $0.phase == .ended }.count
        == old.count - pairing.filter { $0 >= 0 }.count)
  }
}

extension String {
  /// How often a word occurs.
  fileprivate func components(_ word: String) -> Int {
    split(whereSeparator: { " ,".contains($0) }).filter { $0 == word }.count
  }
}

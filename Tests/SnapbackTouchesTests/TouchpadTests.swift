import SnapbackBasics
import SnapbackTouches
import Testing

/// Touchpads: a cursor, taps, the button and scrolling with two fingers.
///
/// The pad is 100 × 200 mm with ten units per millimeter; the cursor moves a point for each
/// millimeter and begins at (50, 100).
@Suite struct TouchpadTests {
  private let left = EventCode.leftButton

  private func script(
    _ device: DeviceProfile = TestDevice.pad, taps: Bool = true
  ) throws -> EventScript {
    var settings = DeviceSettings()
    settings.size = Size(width: 100, height: 200)
    // libinput's 1000 dpi, slowed by 0.2968.
    settings.pointerSpeed = 0.0254 / 0.2968
    settings.scrollSpeed = 0.0254 / 0.2968
    settings.taps = taps
    let script = try #require(EventScript(device, settings: settings))
    #expect(script.decoder.kind == .touchpad)
    return script
  }

  /// A finger comes down in slot 0.
  private func down(_ x: Int32 = 300, _ y: Int32 = 300, id number: Int32 = 1)
    -> [EventScript.Event]
  {
    [slot(0), id(number), atX(x), atY(y), key(EventCode.touch, 1), key(EventCode.toolFinger, 1)]
  }

  private let up: [EventScript.Event] = [
    slot(0), id(-1), key(EventCode.touch, 0), key(EventCode.toolFinger, 0),
  ]

  /// A second finger comes down in slot 1.
  private func second(_ x: Int32 = 500, _ y: Int32 = 300) -> [EventScript.Event] {
    [
      slot(1), id(9), atX(x), atY(y), key(EventCode.toolFinger, 0), key(EventCode.twoFingers, 1),
    ]
  }

  @Test func aFingerMovesTheCursorOnceItIsNoTap() throws {
    var script = try script()
    #expect(script.frame(after: 0.01, down()) == "")
    #expect(script.frame(atX(310)) == "")
    #expect(script.frame(atX(330)) == "hover (52.0, 100.0)")
    #expect(script.frame(atY(320)) == "hover (52.0, 102.0)")
    #expect(script.frame(after: 0.01, up) == "")
    #expect(script.wait(100) == "")
  }

  @Test func aFingerThatRestsAimsFinely() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(after: 0.2, [atX(301)]) == "hover (50.1, 100.0)")
    #expect(script.frame(after: 0.01, up) == "")
  }

  @Test func liftingAndTouchingElsewhereMovesNothing() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    _ = script.frame(atX(400))
    _ = script.frame(after: 0.3, up)
    _ = script.frame(after: 0.3, down(800, 800))
    #expect(script.frame(atX(820)) == "hover (62.0, 100.0)")
  }

  @Test func aTapTouchesAndLetsGo() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(after: 0.18, up) == "1 button began (50.0, 100.0)")
    #expect(
      script.wait(1) == "+0.18 s: 1 button ended (50.0, 100.0), hover (50.0, 100.0)")
  }

  @Test func aLongOneAndOneThatMovesAreNoTaps() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(after: 0.181, up) == "")
    _ = script.frame(after: 0.01, down())
    _ = script.frame(atX(314))
    #expect(script.frame(after: 0.01, up) == "")
    var off = try self.script(taps: false)
    _ = off.frame(after: 0.01, down())
    #expect(off.frame(after: 0.1, up) == "")
    #expect(off.wait(1) == "")
  }

  @Test func twoTapsAreTwo() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    _ = script.frame(after: 0.05, up)
    #expect(script.frame(after: 0.1, down()) == "1 button moved (50.0, 100.0)")
    #expect(
      script.frame(after: 0.05, up)
        == "1 button ended (50.0, 100.0), 2 button began (50.0, 100.0)")
    #expect(
      script.wait(1) == "+0.18 s: 2 button ended (50.0, 100.0), hover (50.0, 100.0)")
  }

  @Test func aTouchSoonAfterATapDrags() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    _ = script.frame(after: 0.05, up)
    _ = script.frame(after: 0.179, down())
    #expect(script.frame(atX(320)) == "1 button moved (52.0, 100.0)")
    #expect(script.frame(atX(340)) == "1 button moved (54.0, 100.0)")
    #expect(script.wait(29) == "")
    #expect(
      script.frame(after: 0.01, up) == "1 button ended (54.0, 100.0), hover (54.0, 100.0)")
  }

  @Test func aTouchThatComesTooLateIsATouchOfItsOwn() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    _ = script.frame(after: 0.05, up)
    // The deadline was missed: the next frame makes up for it.
    script.now += 0.19
    for event in down() { _ = script.send(event) }
    #expect(
      script.send((0, 0, 0)) == "1 button ended (50.0, 100.0), hover (50.0, 100.0)")
    #expect(script.frame(after: 0.05, up) == "2 button began (50.0, 100.0)")
  }

  @Test func theButtonTouchesWhereTheCursorIs() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(after: 0.5, [key(left, 1)]) == "1 button began (50.0, 100.0)")
    #expect(script.frame(atX(320)) == "1 button moved (52.0, 100.0)")
    #expect(
      script.frame(key(left, 0)) == "1 button ended (52.0, 100.0), hover (52.0, 100.0)")
    #expect(script.frame(after: 0.01, up) == "")
  }

  @Test func oneFingerHoldsTheButtonAndAnotherDrags() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down(300, 1500))
    _ = script.frame(key(left, 1))
    #expect(script.frame(after: 0.01, second()) == "1 button moved (50.0, 100.0)")
    #expect(
      script.frame(slot(1), atX(540), slot(0), atX(301)) == "1 button moved (54.0, 100.0)")
    #expect(
      script.frame(key(left, 0)) == "1 button ended (54.0, 100.0), hover (54.0, 100.0)")
  }

  @Test func theLowerRightCornerIsTheOtherButton() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down(800, 1950))
    #expect(script.frame(key(left, 1)) == "")
    #expect(script.frame(key(left, 0)) == "")
    _ = script.frame(after: 0.5, up)
    _ = script.frame(after: 0.5, down(200, 1950))
    #expect(script.frame(key(left, 1)) == "1 button began (50.0, 100.0)")
    // A pad with physical buttons has no such corner.
    var device = TestDevice.pad
    device.properties.remove(EventCode.buttonPadProperty)
    var plain = try self.script(device)
    _ = plain.frame(after: 0.01, down(800, 1950))
    #expect(plain.frame(key(left, 1)) == "1 button began (50.0, 100.0)")
    #expect(plain.frame(key(EventCode.rightButton, 1)) == "1 button moved (50.0, 100.0)")
  }

  @Test func twoFingersScrollAndTheContentFollows() throws {
    var script = try script()
    #expect(script.frame(after: 0.01, down() + second()) == "")
    #expect(script.frame(slot(0), atY(312), slot(1), atY(312)) == "")
    #expect(
      script.frame(slot(0), atY(320), slot(1), atY(330))
        == "scroll began (0.0, 1.3) at (50.0, 100.0)")
    #expect(
      script.frame(slot(0), atY(330), slot(1), atX(510))
        == "scroll changed (0.5, 0.5) at (50.0, 100.0)")
    #expect(
      script.frame(slot(1), id(-1), key(EventCode.twoFingers, 0), key(EventCode.toolFinger, 1))
        == "scroll ended (0.0, 0.0) at (50.0, 100.0)")
    #expect(script.frame(after: 0.01, up) == "")
  }

  @Test func aFingerThatIsNotTrackedCountsAsWell() throws {
    // One slot and BTN_TOOL_DOUBLETAP, as old pads have them.
    var device = TestDevice.make(
      "old", axes: [0, 1],
      keys: [left, EventCode.touch, EventCode.toolFinger, EventCode.twoFingers])
    device.properties.insert(EventCode.pointerProperty)
    var script = try script(device)
    _ = script.frame(
      absolute(0, 300), absolute(1, 300), key(EventCode.touch, 1), key(EventCode.twoFingers, 1))
    #expect(script.frame(absolute(1, 320)) == "scroll began (0.0, 2.0) at (50.0, 100.0)")
    // The position jumps to the remaining finger: nothing moves.
    #expect(
      script.frame(
        absolute(0, 900), key(EventCode.twoFingers, 0), key(EventCode.toolFinger, 1))
        == "scroll ended (0.0, 0.0) at (50.0, 100.0)")
    #expect(script.frame(absolute(0, 910)) == "hover (51.0, 100.0)")
  }

  @Test func palmsTakeBackWhatTheyDid() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(slot(0), tool(EventCode.palm)) == "")
    #expect(script.frame(after: 0.01, up) == "")
    var scrolls = try self.script()
    _ = scrolls.frame(after: 0.01, down() + second())
    _ = scrolls.frame(slot(0), atY(350), slot(1), atY(350))
    #expect(
      scrolls.frame(slot(1), tool(EventCode.palm))
        == "scroll cancelled (0.0, 0.0) at (50.0, 100.0)")
    var drags = try self.script()
    _ = drags.frame(after: 0.01, down())
    _ = drags.frame(after: 0.01, up)
    _ = drags.frame(after: 0.01, down())
    _ = drags.frame(atX(350))
    #expect(
      drags.frame(slot(0), tool(EventCode.palm))
        == "1 button cancelled (55.0, 100.0), hover (55.0, 100.0)")
  }

  @Test func aFingerThatHoversDoesNothing() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down() + [key(EventCode.touch, 0)])
    #expect(script.frame(after: 0.3, [atX(400)]) == "")
    #expect(script.frame(key(EventCode.touch, 1), atX(500)) == "")
    #expect(script.frame(after: 0.3, [atX(510)]) == "hover (51.0, 100.0)")
  }

  @Test func aPadThatGoesTakesAllBack() throws {
    var script = try script()
    _ = script.frame(after: 0.01, down() + second())
    _ = script.frame(slot(0), atY(350), slot(1), atY(350))
    let lost = script.decoder.cancelAll(at: script.time)
    #expect(
      lost.map(EventScript.text) == "scroll cancelled (0.0, 0.0) at (50.0, 100.0)")
    #expect(script.decoder.cancelAll(at: script.time) == nil)
    #expect(script.wait(100) == "")
  }

  @Test func aPadOfUnknownSizeIsTheUsualOne() throws {
    // 69 × 50 mm: 100 of 1000 units are 6.9 mm, at 11.685 points each.
    let device = TestDevice.make(
      "pad", axes: TestDevice.places + [EventCode.slot, EventCode.trackingID],
      keys: [left, EventCode.touch, EventCode.toolFinger])
    let decoder = try #require(
      DeviceDecoder(profile: device, screen: Size(width: 1000, height: 1000)))
    var script = EventScript(decoder)
    _ = script.frame(after: 0.01, down())
    #expect(script.frame(atX(400)) == "hover (580.627, 500.0)")
  }
}

import SnapbackBasics
import SnapbackTouches
import Testing

/// Several fingers on a touchpad: scrolls, and contacts around the cursor.
@Suite struct TouchpadGestureTests {
  @Test func twoFingersThatPartAreContactsAroundTheCursor() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (70, 100))
    #expect(pad.fingers((29, 100), (71, 100)) == "")
    #expect(
      pad.fingers((28, 100), (72, 100))
        == "1 touchpad finger began (28.0, 100.0), 2 touchpad finger began (72.0, 100.0)")
    #expect(
      pad.fingers((27, 100), (72, 101))
        == "1 touchpad finger moved (27.0, 100.0), 2 touchpad finger moved (72.0, 101.0)")
    // Silence and reports of pressure keep them.
    #expect(
      pad.script.frame(slot(0))
        == "1 touchpad finger moved (27.0, 100.0), 2 touchpad finger moved (72.0, 101.0)")
    #expect(
      pad.fingers((27, 100), nil)
        == "1 touchpad finger ended (27.0, 100.0), 2 touchpad finger ended (72.0, 101.0)")
    // The other finger moves the cursor again, and does not tap.
    #expect(pad.fingers((25, 100)) == "hover (48.0, 100.0)")
    #expect(pad.fingers(nil) == "" && pad.script.wait(1) == "")
  }

  @Test func twoFingersThatTurnAreContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 80), (60, 120))
    #expect(
      pad.fingers((33, 80), (57, 120))
        == "1 touchpad finger began (38.0, 80.0), 2 touchpad finger began (62.0, 120.0)")
  }

  @Test func oneFingerAloneDecidesNothingUntilItHasMovedFar() throws {
    // The lower one moves and the upper one does not: after 4 mm they scroll.
    var pad = try PadScript()
    _ = pad.fingers((30, 90), (60, 100))
    #expect(pad.fingers((30, 90), (60, 103)) == "")
    #expect(
      pad.fingers((30, 90), (60, 104.5)) == "scroll began (0.0, 0.75) at (50.0, 100.0)")
  }

  @Test func twoFingersInARowScrollAfterAMoment() throws {
    var pad = try PadScript()
    _ = pad.fingers((40, 100), (60, 100))
    #expect(pad.fingers(after: 0.1, (39, 100), (60, 100)) == "")
    #expect(
      pad.fingers(after: 0.06, (38, 100), (61, 100))
        == "scroll began (0.0, 0.0) at (50.0, 100.0)")
  }

  @Test func aScrollThatSoonPartsTurnsIntoContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (70, 100))
    #expect(pad.fingers((30, 102), (70, 102)).hasPrefix("scroll began"))
    #expect(
      pad.fingers((27, 102), (73, 102))
        == "1 touchpad finger began (27.0, 100.0), 2 touchpad finger began (73.0, 100.0), "
        + "scroll cancelled (0.0, 0.0) at (50.0, 100.0)")
    // Later it stays a scroll.
    var late = try PadScript()
    _ = late.fingers((30, 100), (70, 100))
    _ = late.fingers((30, 102), (70, 102))
    #expect(late.fingers(after: 0.3, (24, 102), (76, 102)) == "")
    #expect(late.fingers((24, 103), (76, 103)).hasPrefix("scroll changed"))
  }

  @Test func threeFingersAreContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (50, 94), (70, 100))
    #expect(pad.fingers((30, 99), (50, 93), (70, 99)) == "")
    // Their center is at the cursor.
    #expect(
      pad.fingers((30, 97), (50, 91), (70, 97))
        == "1 touchpad finger began (30.0, 102.0), 2 touchpad finger began (50.0, 96.0), "
        + "3 touchpad finger began (70.0, 102.0)")
    #expect(
      pad.fingers((30, 94), (50, 88), (70, 94))
        == "1 touchpad finger moved (30.0, 99.0), 2 touchpad finger moved (50.0, 93.0), "
        + "3 touchpad finger moved (70.0, 99.0)")
    #expect(pad.fingers((30, 94), (50, 88), nil).contains("3 touchpad finger ended (70.0, 99.0)"))
    #expect(pad.fingers(nil, nil, nil) == "")
  }

  @Test func aFingerThatIsOnlyCountedFollowsTheTopmost() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (60, 110))
    _ = pad.script.frame(key(EventCode.threeFingers, 1), key(EventCode.twoFingers, 0))
    // The centers of three contacts at (30, 97), (60, 107) and again (30, 97) is (40, 100.333).
    #expect(
      pad.script.frame(slot(0), atY(970), slot(1), atY(1070))
        == "1 touchpad finger began (40.0, 96.667), 2 touchpad finger began (70.0, 106.667), "
        + "3 touchpad finger began (40.0, 96.667)")
    #expect(
      pad.script.frame(slot(0), atY(960), slot(1), atY(1070))
        == "1 touchpad finger moved (40.0, 95.667), 2 touchpad finger moved (70.0, 106.667), "
        + "3 touchpad finger moved (40.0, 95.667)")
  }

  @Test func aPalmCancelsTheContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (70, 100))
    _ = pad.fingers((28, 100), (72, 100))
    #expect(
      pad.script.frame(slot(1), tool(EventCode.palm))
        == "1 touchpad finger cancelled (28.0, 100.0), 2 touchpad finger cancelled (72.0, 100.0)")
  }

  @Test func aPadThatGoesCancelsTheContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (70, 100))
    _ = pad.fingers((28, 100), (72, 100))
    let lost = pad.script.decoder.cancelAll(at: pad.script.time)
    #expect(
      lost.map(EventScript.text)
        == "1 touchpad finger cancelled (28.0, 100.0), 2 touchpad finger cancelled (72.0, 100.0)")
    #expect(pad.script.decoder.cancelAll(at: pad.script.time) == nil)
    // A new finger is one finger.
    _ = pad.fingers(nil, nil)
    _ = pad.fingers(after: 1, (30, 100))
    #expect(pad.fingers((33, 100)) == "hover (53.0, 100.0)")
  }

  @Test func theButtonEndsTheContacts() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (70, 100))
    _ = pad.fingers((28, 100), (72, 100))
    #expect(
      pad.script.frame(key(EventCode.leftButton, 1))
        == "3 button began (50.0, 100.0), 1 touchpad finger ended (28.0, 100.0), "
        + "2 touchpad finger ended (72.0, 100.0)")
  }

  @Test func padsWithoutReliablePositionsOnlyScroll() throws {
    var device = TestDevice.pad
    device.properties.insert(EventCode.semiMultitouchProperty)
    var pad = try PadScript(device)
    _ = pad.fingers((30, 100), (70, 100))
    #expect(pad.fingers((28, 100), (72, 100)).hasPrefix("scroll began"))
    var three = try PadScript(device)
    _ = three.fingers((30, 100), (50, 95), (70, 100))
    #expect(three.fingers((30, 90), (50, 85), (70, 90)) == "")
  }
}

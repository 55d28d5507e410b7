import SnapbackBasics
import SnapbackTouches
import Testing

/// Input that touchpads report and no finger means: jumps, split contacts, palms and thumbs.
///
/// The limits are those that libinput documents; the results are worked out by hand.
@Suite struct TouchpadPalmTests {
  // MARK: Jumps

  @Test func aJumpMovesNothing() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 30))
    #expect(pad.fingers((35, 30)) == "hover (55.0, 100.0)")
    #expect(pad.fingers((36, 30)) == "hover (56.0, 100.0)")
    // 28 mm in 10 ms.
    #expect(pad.fingers((64, 30)) == "")
    #expect(pad.fingers((65, 30)) == "hover (57.0, 100.0)")
    #expect(pad.script.decoder.drainNotes() == [.jumped(distance: 28)])
  }

  @Test func aFastFingerMaySpeedUpBySevenMillimetersIn12Milliseconds() throws {
    // In 10 ms instead of 12, a step counts as 1.2 times as long.
    for (step, isJump) in [(5.8, false), (5.9, true)] {
      var pad = try PadScript()
      _ = pad.fingers((30, 30))
      _ = pad.fingers((35, 30))
      let result = pad.fingers((35 + step, 30))
      #expect(result.isEmpty == isJump, "\(step) mm")
    }
    // 16.6 mm in 10 ms are less than 20 mm in 12 ms, and 16.8 mm are more.
    var fast = try PadScript()
    for y in [20.0, 25, 30, 40, 55.5] { _ = fast.fingers((50, y)) }
    #expect(fast.fingers((50, 72.1)) == "hover (50.0, 152.1)")
    #expect(fast.fingers((50, 88.9)) == "")
  }

  @Test func afterAPauseALongWayIsNoJump() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 30))
    _ = pad.fingers((35, 30))
    #expect(pad.fingers(after: 0.031, (75, 30)) == "hover (95.0, 100.0)")
  }

  @Test func aJumpIsNoScrollAndEndsNone() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (50, 100))
    _ = pad.fingers((30, 101), (50, 101))
    #expect(pad.fingers((30, 140), (50, 140)) == "")
    #expect(
      pad.fingers((30, 142), (50, 142)) == "scroll began (0.0, 2.0) at (50.0, 100.0)")
    #expect(pad.fingers((30, 180), (50, 180)) == "")
    #expect(
      pad.fingers((30, 181), (50, 181)) == "scroll changed (0.0, 1.0) at (50.0, 100.0)")
  }

  @Test func tabletsOfWacomDoNotJump() throws {
    var pad = try PadScript(TestDevice.pad.on(bus: 0x18, vendor: 0x056a))
    _ = pad.fingers((30, 30))
    _ = pad.fingers((35, 30))
    #expect(pad.fingers((70, 30)) == "hover (90.0, 100.0)")
  }

  // MARK: Split contacts

  @Test(arguments: [(0, 1), (1, 0)] as [(Int32, Int32)])
  func aFingerThatGetsANewIDContinues(old: Int32, new: Int32) throws {
    var script = try PadScript().script
    _ = script.frame(
      slot(old), id(1), atX(300), atY(300), key(EventCode.touch, 1),
      key(EventCode.toolFinger, 1))
    _ = script.frame(slot(old), atX(340))
    #expect(script.frame(slot(old), atX(360)) == "hover (56.0, 100.0)")
    // It went 2 mm in the last report, so it may be up to 4 mm from where that would have led.
    #expect(
      script.frame(slot(old), id(-1), slot(new), id(2), atX(419), atY(300))
        == "hover (61.9, 100.0)")
    #expect(script.frame(slot(new), atX(439)) == "hover (63.9, 100.0)")
  }

  @Test func aFingerThatTouchesElsewhereWhileAnotherLiftsIsAnotherOne() throws {
    var script = try PadScript().script
    _ = script.frame(
      slot(0), id(1), atX(300), atY(300), key(EventCode.touch, 1), key(EventCode.toolFinger, 1))
    _ = script.frame(slot(0), atX(340))
    #expect(script.frame(slot(0), id(-1), slot(1), id(2), atX(500), atY(300)) == "")
    #expect(script.frame(slot(1), atX(510)) == "hover (55.0, 100.0)")
  }

  @Test func aScrollContinuesThroughASplit() throws {
    var pad = try PadScript()
    _ = pad.fingers((30, 100), (50, 100))
    _ = pad.fingers((30, 102), (50, 102))
    #expect(
      pad.script.frame(slot(1), id(-1), id(99), atX(500), atY(1030), slot(0), atY(1030))
        == "scroll changed (0.0, 1.0) at (50.0, 100.0)")
    // A device that forgets the lift replaces the id.
    #expect(
      pad.script.frame(slot(1), id(100), atY(1040), slot(0), atY(1040))
        == "scroll changed (0.0, 1.0) at (50.0, 100.0)")
  }

  // MARK: Palms

  /// Whether a finger that touches and moves on in four steps moves the cursor.
  private func moves(
    _ device: DeviceProfile = TestDevice.pad, from start: (Double, Double),
    by way: (Double, Double), after seconds: Double = 0.01
  ) throws -> Bool {
    var pad = try PadScript(device)
    _ = pad.fingers(start)
    var result = ""
    for step in 1...4 {
      let share = Double(step) / 4
      result += pad.fingers(
        after: step == 1 ? seconds : 0.01, (start.0 + share * way.0, start.1 + share * way.1))
    }
    #expect(pad.script.decoder.drainNotes() == [])
    return result.contains("hover")
  }

  @Test func aTouchAtTheSideIsAPalm() throws {
    // 8 % of 100 mm.
    for (x, isPalm) in [(7.9, true), (8.1, false), (91.9, false), (92.1, true)] {
      #expect(try moves(from: (x, 100), by: (0, 6)) != isPalm, "x = \(x) mm")
    }
    var pad = try PadScript()
    _ = pad.fingers((5, 100))
    #expect(pad.fingers(nil) == "" && pad.script.wait(1) == "")
  }

  @Test func aTouchAtTheTopIsAPalm() throws {
    // 5 % of 200 mm.
    for (y, isPalm) in [(9.9, true), (10.1, false)] {
      #expect(try moves(from: (50, y), by: (6, 0)) != isPalm, "y = \(y) mm")
    }
  }

  @Test func aTouchThatSoonMovesIntoThePadIsAFinger() throws {
    #expect(try moves(from: (5, 100), by: (10, 0)))
    #expect(try !moves(from: (5, 100), by: (10, 0), after: 0.2))
    #expect(try moves(from: (95, 100), by: (-10, 0)))
    #expect(try moves(from: (50, 5), by: (0, 12)))
    // It has to go more across the edge than along it.
    #expect(try moves(from: (5, 100), by: (8, 8)))
    #expect(try !moves(from: (5, 100), by: (8, 12)))
    #expect(try !moves(from: (50, 5), by: (15, 12)))
  }

  @Test func aTouchAtAnEdgeBesideAFingerIsAFinger() throws {
    var pad = try PadScript()
    _ = pad.fingers((40, 100))
    _ = pad.fingers((40, 100), (5, 100))
    #expect(
      pad.fingers((40, 103), (5, 103)) == "scroll began (0.0, 3.0) at (50.0, 100.0)")
    // The other way around it becomes one, but cannot tap.
    var other = try PadScript()
    _ = other.fingers((5, 100))
    _ = other.fingers((5, 100), (40, 100))
    #expect(
      other.fingers((5, 103), (40, 103)) == "scroll began (0.0, 3.0) at (50.0, 100.0)")
  }

  @Test func onlyWideBuiltInPadsHaveEdges() throws {
    let usb = TestDevice.pad.on(bus: 0x03, vendor: 0x1234)
    #expect(try moves(usb, from: (5, 100), by: (0, 6)))
    #expect(try moves(TestDevice.pad.on(bus: 0x05), from: (5, 100), by: (0, 6)))
    let apples = TestDevice.pad.on(bus: 0x03, vendor: 0x05ac)
    #expect(try !moves(apples, from: (5, 100), by: (0, 6)))
    #expect(try !moves(TestDevice.pad.on(bus: 0x18), from: (5, 100), by: (0, 6)))
    // A pad of unknown size counts as 69 mm wide, which is less than 70.
    let device = TestDevice.make(
      "pad", axes: TestDevice.places + [EventCode.slot, EventCode.trackingID],
      keys: [EventCode.leftButton, EventCode.touch, EventCode.toolFinger])
    var script = try #require(EventScript(device))
    _ = script.frame(slot(0), id(1), atX(10), atY(1000), key(EventCode.touch, 1))
    #expect(script.frame(atY(1100)).contains("hover"))
  }

  // MARK: Thumbs

  @Test func aTouchAtTheLowerEdgeTapsButDoesNotMoveTheCursor() throws {
    // 15 % of 200 mm.
    for (y, isThumb) in [(169.0, false), (171, true)] {
      #expect(try moves(from: (50, y), by: (6, 0)) != isThumb, "y = \(y) mm")
    }
    var pad = try PadScript()
    _ = pad.fingers((50, 190))
    #expect(pad.fingers(after: 0.1, nil) == "1 button began (50.0, 100.0)")
    // It moves the cursor once it has left the edge.
    var leaving = try PadScript()
    _ = leaving.fingers((50, 175))
    #expect(leaving.fingers((50, 172)) == "")
    #expect(leaving.fingers((50, 168)) == "hover (50.0, 96.0)")
  }

  @Test func onlyHighPadsWithoutButtonsHaveThumbs() throws {
    var device = TestDevice.pad
    device.properties.remove(EventCode.buttonPadProperty)
    #expect(try moves(device, from: (50, 190), by: (6, 0)))
  }

  @Test func aThumbThatRestsDoesNotStopTheCursor() throws {
    var pad = try PadScript()
    _ = pad.fingers((50, 190))
    _ = pad.fingers(after: 0.5, (50, 190), (50, 100))
    // It could still pinch; after 4 mm it does not.
    #expect(pad.fingers((50, 190), (50, 97)) == "")
    #expect(pad.fingers((50, 190), (50, 94)) == "")
    #expect(pad.fingers((50, 190), (50, 92)) == "hover (50.0, 98.0)")
    #expect(pad.fingers((50, 190), (50, 90)) == "hover (50.0, 96.0)")
    #expect(pad.fingers((50, 190), nil) == "")
  }

  @Test func aFingerTapsBesideARestingThumb() throws {
    var pad = try PadScript()
    _ = pad.fingers((50, 190))
    _ = pad.fingers(after: 0.5, (50, 190), (50, 100))
    #expect(pad.fingers(after: 0.05, (50, 190), nil) == "1 button began (50.0, 100.0)")
  }

  @Test func twoFingersThatAreCloseScrollAtTheLowerEdge() throws {
    var pad = try PadScript()
    _ = pad.fingers((40, 180), (60, 180))
    #expect(
      pad.fingers((40, 183), (60, 183)) == "scroll began (0.0, 3.0) at (50.0, 100.0)")
  }

  @Test func aThumbThatTouchesWhileAFingerMovesDoesNotCount() throws {
    var pad = try PadScript()
    // 50 mm/s, for long enough.
    for step in 0...12 { _ = pad.fingers((20 + 0.5 * Double(step), 50)) }
    _ = pad.fingers((26.5, 50), (80, 150))
    #expect(pad.fingers((27, 50), (80, 150)) == "hover (55.5, 100.0)")
  }
}

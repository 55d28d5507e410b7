import SnapbackBasics
import SnapbackTouches
import Testing

/// Mice, absolute pointers and their wheels.
@Suite struct PointerTests {
  private let left = EventCode.leftButton
  private let x = EventCode.relativeX
  private let y = EventCode.relativeY

  @Test func anAbsolutePointerHoversAndTouchesByItsButton() throws {
    var script = try #require(EventScript(TestDevice.tablet))
    #expect(script.frame(absolute(0, 100), absolute(1, 100)) == "hover (10.0, 10.0)")
    #expect(script.frame(key(left, 1)) == "1 button began (10.0, 10.0)")
    #expect(script.frame(absolute(0, 200)) == "1 button moved (20.0, 10.0)")
    #expect(script.frame(key(left, 0)) == "1 button ended (20.0, 10.0), hover (20.0, 10.0)")
    #expect(script.frame(key(EventCode.rightButton, 1)) == "")
  }

  @Test func aMouseStartsInTheMiddleAndStaysOnTheScreen() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    #expect(script.frame(relative(x, 5), relative(y, -10)) == "hover (55.0, 90.0)")
    #expect(script.frame(relative(x, -3), relative(x, -2)) == "hover (50.0, 90.0)")
    #expect(script.frame(relative(x, .max), relative(y, .max)) == "hover (99.0, 199.0)")
    #expect(script.frame(relative(x, .min), relative(y, .min)) == "hover (0.0, 0.0)")
    #expect(script.frame(relative(x, 1)) == "hover (1.0, 0.0)")
  }

  @Test func aMouseDragsWithItsFirstButtonOnly() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    #expect(script.frame(key(EventCode.rightButton, 1)) == "")
    #expect(script.frame(key(left, 1), relative(x, 1)) == "1 button began (51.0, 100.0)")
    #expect(script.frame(relative(x, 1)) == "1 button moved (52.0, 100.0)")
    #expect(
      script.frame(key(left, 0), key(left, 1))
        == "1 button ended (52.0, 100.0), 2 button began (52.0, 100.0)")
    // A held button may be silent for any time.
    #expect(script.wait(1e6) == "")
    let lost = script.decoder.cancelAll(at: script.time)
    #expect(lost.map(EventScript.text) == "2 button cancelled (52.0, 100.0)")
  }

  @Test func speedIsAFactor() throws {
    var settings = DeviceSettings()
    settings.pointerSpeed = 2.5
    var script = try #require(EventScript(TestDevice.mouse, settings: settings))
    #expect(script.frame(relative(x, 4)) == "hover (60.0, 100.0)")
    for wrong in [Double.nan, 0, -5] {
      settings.pointerSpeed = wrong
      var script = try #require(EventScript(TestDevice.mouse, settings: settings))
      #expect(
        script.frame(relative(x, 10))
          == (wrong.isNaN ? "hover (60.0, 100.0)" : "hover (50.1, 100.0)"))
    }
  }

  @Test func aNotchAwayFromTheUserTakesTheContentDown() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    #expect(
      script.frame(relative(EventCode.wheel, 1)) == "scroll step (0.0, 53.0) at (50.0, 100.0)")
    #expect(
      script.frame(relative(EventCode.wheel, -2)) == "scroll step (0.0, -106.0) at (50.0, 100.0)")
    #expect(
      script.frame(relative(EventCode.horizontalWheel, 1))
        == "scroll step (-53.0, 0.0) at (50.0, 100.0)")
  }

  @Test func highResolutionReplacesTheNotches() throws {
    var device = TestDevice.mouse
    device.relativeCodes.insert(EventCode.fineWheel)
    var script = try #require(EventScript(device))
    let fine = EventCode.fineWheel
    #expect(script.frame(relative(fine, 30)) == "scroll step (0.0, 13.25) at (50.0, 100.0)")
    #expect(
      script.frame(relative(fine, 90), relative(EventCode.wheel, 1))
        == "scroll step (0.0, 39.75) at (50.0, 100.0)")
    #expect(script.frame(relative(EventCode.wheel, 1)) == "")
    // The other wheel has no such code.
    #expect(
      script.frame(relative(EventCode.horizontalWheel, -1))
        == "scroll step (53.0, 0.0) at (50.0, 100.0)")
    // A recording without a description reveals the code at its first use.
    var plain = try #require(EventScript(TestDevice.mouse))
    #expect(
      plain.frame(relative(fine, 120), relative(EventCode.wheel, 1))
        == "scroll step (0.0, 53.0) at (50.0, 100.0)")
  }

  @Test func aDroppedFrameMovesNothing() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    #expect(
      script.frame(relative(x, 9), relative(EventCode.wheel, 1), dropped, relative(x, 9)) == "")
    #expect(script.frame(relative(x, 1)) == "hover (51.0, 100.0)")
  }

  @Test func aCursorGoesToTheSameShareOfAnotherScreen() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    _ = script.frame(relative(x, 25))
    script.decoder.map(onto: Size(width: 200, height: 100), rotation: .clockwise90)
    #expect(script.frame(relative(y, 1)) == "hover (150.0, 51.0)")
  }

  @Test func aButtonThatIsFoundHeldIsNotAnnounced() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    script.decoder.seed(type: 1, code: left, value: 1)
    #expect(script.frame(relative(x, 1)) == "hover (51.0, 100.0)")
    #expect(script.frame(key(left, 0)) == "")
    #expect(script.frame(key(left, 1)) == "1 button began (51.0, 100.0)")
  }

  @Test func aPointerThatGoesHoversNoMore() throws {
    var script = try #require(EventScript(TestDevice.mouse))
    #expect(script.decoder.cancelAll(at: script.time) == nil)
    _ = script.frame(relative(x, 1))
    let lost = script.decoder.cancelAll(at: script.time)
    #expect(lost.map(EventScript.text) == "hover gone")
    #expect(script.decoder.cancelAll(at: script.time) == nil)
  }
}

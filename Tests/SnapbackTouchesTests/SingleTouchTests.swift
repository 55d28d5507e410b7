import SnapbackTouches
import Testing

/// Panels with one contact.
@Suite struct SingleTouchTests {
  private let touch = EventCode.touch

  @Test func singleTouchNeedsNoSlots() throws {
    var script = try #require(EventScript(TestDevice.single))
    #expect(
      script.frame(absolute(0, 100), absolute(1, 400), key(touch, 1)) == "1 began (10.0, 40.0)")
    #expect(script.frame(absolute(0, 200)) == "1 moved (20.0, 40.0)")
    #expect(script.frame(key(touch, 0)) == "1 ended (20.0, 40.0)")
    // The key first, and only one of the axes.
    #expect(script.frame(key(touch, 1), absolute(1, 500)) == "2 began (20.0, 50.0)")
    #expect(
      script.frame(key(touch, 0), key(touch, 1), absolute(0, 900))
        == "2 ended (20.0, 50.0), 3 began (90.0, 50.0)")
    #expect(script.frame(key(touch, 0)) == "3 ended (90.0, 50.0)")
    #expect(script.frame(absolute(0, 1)) == "")
  }

  @Test func pressureDecidesWhereNoKeyDoes() throws {
    let device = TestDevice.make("resistive", axes: [0, 1, EventCode.pressure])
    var script = try #require(EventScript(device))
    #expect(script.decoder.kind == .touchscreen)
    #expect(script.frame(absolute(0, 100), absolute(1, 100)) == "")
    #expect(script.frame(absolute(EventCode.pressure, 1)) == "1 began (10.0, 10.0)")
    #expect(script.frame(absolute(EventCode.pressure, 800)) == "1 moved (10.0, 10.0)")
    #expect(script.frame(absolute(EventCode.pressure, 0)) == "1 ended (10.0, 10.0)")
  }

  @Test func pressureIsNothingToAPanelWithAKey() throws {
    let device = TestDevice.make(
      "both", axes: [0, 1, EventCode.pressure], keys: [EventCode.touch])
    var script = try #require(EventScript(device))
    #expect(
      script.frame(absolute(0, 0), key(touch, 1), absolute(EventCode.pressure, 0))
        == "1 began (0.0, 0.0)")
    #expect(script.frame(absolute(EventCode.pressure, 0)) == "1 moved (0.0, 0.0)")
    #expect(script.frame(key(touch, 0)) == "1 ended (0.0, 0.0)")
  }

  @Test func aFingerThatWasGivenUpBeginsAnewWhenItMoves() throws {
    var script = try #require(EventScript(TestDevice.single))
    // Events were lost, so a lift may be lost, too.
    _ = script.frame(dropped)
    _ = script.frame(absolute(0, 100), absolute(1, 100), key(touch, 1))
    #expect(script.wait(60) == "+30.0 s: 1 cancelled (10.0, 10.0)")
    #expect(script.frame(absolute(EventCode.pressure, 3)) == "")
    #expect(script.frame(absolute(0, 110)) == "2 began (11.0, 10.0)")
    #expect(script.frame(key(touch, 0)) == "2 ended (11.0, 10.0)")
  }

  @Test func aFingerThatIsFoundDownIsNotAnnounced() throws {
    var script = try #require(EventScript(TestDevice.single))
    script.decoder.seed(type: 3, code: 0, value: 300)
    script.decoder.seed(type: 1, code: touch, value: 1)
    #expect(script.frame(absolute(1, 10)) == "")
    #expect(script.frame(key(touch, 0)) == "")
    #expect(script.frame(key(touch, 1)) == "1 began (30.0, 1.0)")
  }

  @Test func aTouchThatSaysNoPlaceIsNowhere() throws {
    // A panel that reports its position on unknown axes.
    var script = try #require(EventScript(TestDevice.single))
    #expect(script.frame(key(touch, 1), absolute(2, 300)) == "")
    #expect(script.frame(absolute(1, 100)) == "1 began (0.0, 10.0)")
  }
}

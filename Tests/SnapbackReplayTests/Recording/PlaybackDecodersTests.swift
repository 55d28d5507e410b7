import SnapbackBasics
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Touches while a pen of the same group is near.
@Suite struct PlaybackDecodersTests {
  private func device(
    _ name: String, keys: Set<UInt16>, identity: [UInt16], properties: Set<UInt16>
  )
    -> DeviceProfile
  {
    var device = DeviceProfile(name: name, identity: identity, keys: keys, properties: properties)
    for code in [EventCode.x, EventCode.y] {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: 99))
    }
    return device
  }

  private func panel(_ identity: [UInt16]) -> DeviceProfile {
    device(
      "panel", keys: [EventCode.touch], identity: identity,
      properties: [EventCode.directProperty])
  }

  private func pen(_ identity: [UInt16]) -> DeviceProfile {
    device(
      "pen", keys: [EventCode.touch, EventCode.toolPen], identity: identity, properties: [])
  }

  /// Reports of a device: milliseconds, and types, codes and values.
  private func events(_ reports: [(Int, [(UInt16, UInt16, Int32)])]) -> [InputEvent] {
    reports.flatMap { milliseconds, events in
      let time = Instant.zero.advanced(bySeconds: Double(milliseconds) / 1000)
      return (events + [(0, 0, 0)]).map {
        InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2)
      }
    }
  }

  /// A finger touches from 0 to 400 ms and from 500 to 700 ms, unless other events are given; the
  /// pen is near from 100 to 200 ms.
  private func recording(
    panel: [UInt16], pen: [UInt16], finger other: [InputEvent]? = nil
  ) -> Recording {
    let touch = EventCode.touch
    let finger =
      other
      ?? events([
        (0, [(3, 0, 10), (3, 1, 10), (1, touch, 1)]), (50, [(3, 0, 20)]), (150, [(3, 0, 30)]),
        (350, [(3, 0, 40)]), (400, [(1, touch, 0)]), (500, [(3, 0, 50), (1, touch, 1)]),
        (600, [(3, 0, 60)]), (700, [(1, touch, 0)]),
      ])
    let hover = events([
      (100, [(1, EventCode.toolPen, 1), (3, 0, 80), (3, 1, 80)]),
      (200, [(1, EventCode.toolPen, 0)]),
    ])
    return Recording(streams: [
      RecordedStream(device: self.panel(panel), events: finger),
      RecordedStream(device: self.pen(pen), events: hover),
    ])
  }

  /// The phases and times of the finger's contacts, as the players of recordings get them.
  private func phases(_ recording: Recording) throws -> [String] {
    let playback = try #require(Playback(recording))
    var decoders = PlaybackDecoders(
      playback, screen: Size(width: 100, height: 100), rotation: .none)
    var found: [String] = []
    func take(_ frame: TouchFrame?) {
      for contact in frame?.contacts ?? [] where contact.tool == .finger {
        let time = (frame?.time ?? .zero).nanoseconds / 1_000_000
        found.append("\(time) \(contact.id) \(contact.phase)")
      }
    }
    for step in playback.steps {
      while let (device, time) = decoders.due(by: step.event.time) {
        take(decoders.advance(device, to: time))
      }
      take(decoders.consume(step.event, of: step.device))
    }
    return found
  }

  @Test func aPenThatComesNearCancelsTheTouch() throws {
    let all = try phases(recording(panel: [3, 1, 2, 7], pen: [3, 1, 2, 8]))
    #expect(
      all == [
        "0 1 began", "50 1 moved", "100 1 cancelled", "500 2 began", "600 2 moved",
        "700 2 ended",
      ])
  }

  @Test func aPenOfAnotherGroupDoesNot() throws {
    let all = try phases(recording(panel: [3, 1, 2, 7], pen: [3, 1, 3, 7]))
    #expect(
      all == [
        "0 1 began", "50 1 moved", "150 1 moved", "350 1 moved", "400 1 ended", "500 2 began",
        "600 2 moved", "700 2 ended",
      ])
  }

  @Test func aTouchWithin90MillisecondsAfterThePenIsIgnored() throws {
    for (milliseconds, begins) in [(289, false), (291, true)] {
      let finger = events([
        (0, [(3, 1, 10)]), (milliseconds, [(3, 0, 10), (1, EventCode.touch, 1)]),
        (400, [(3, 0, 20)]), (500, [(1, EventCode.touch, 0)]),
      ])
      let recording = recording(panel: [3, 1, 2, 7], pen: [3, 1, 2, 8], finger: finger)
      let all = try phases(recording)
      #expect(all.first == (begins ? "\(milliseconds) 1 began" : nil))
    }
  }

  @Test func aReplayKnowsOfThePen() throws {
    let run = try ReplayRun(recording(panel: [3, 1, 2, 7], pen: [3, 1, 2, 8]), scene: "card")
    // The finger before the pen, and the one after it.
    #expect(run.summary.contacts == 2)
    let other = try ReplayRun(recording(panel: [3, 1, 2, 7], pen: [3, 9, 2, 8]), scene: "card")
    #expect(other.summary.touchFrames > run.summary.touchFrames)
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackFiles
import SnapbackProtocol
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The notes about what decoders and the filter do with a recording.
@Suite struct InputNoteTests {
  /// A panel of 100 × 100 mm with ten units per millimeter, and events by milliseconds: slot 0
  /// drags, slot 1 touches for 8 ms, slot 2 never reports x, slot 3 reports x after 20 ms.
  private static let recording: Recording = {
    var device = DeviceProfile(name: "panel", keys: [EventCode.touch], properties: [1])
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 4))
    for code in [EventCode.multitouchX, EventCode.multitouchY] {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: 999, resolution: 10))
    }
    device.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    let (slot, id) = (EventCode.slot, EventCode.trackingID)
    let (x, y) = (EventCode.multitouchX, EventCode.multitouchY)
    let frames: [(UInt64, [(UInt16, Int32)])] = [
      (0, [(slot, 0), (id, 1), (x, 500), (y, 500)]), (10, [(y, 510)]),
      (100, [(slot, 1), (id, 2), (x, 100), (y, 100)]), (108, [(id, -1)]),
      (200, [(slot, 2), (id, 3), (y, 700)]), (300, [(y, 710)]), (310, [(id, -1)]),
      (400, [(slot, 3), (id, 4), (y, 800)]), (420, [(x, 300)]), (500, [(id, -1)]),
      (600, [(slot, 0), (id, -1)]),
    ]
    let events = frames.flatMap { time, values in
      let moment = Instant(nanoseconds: time * 1_000_000)
      return values.map {
        InputEvent(time: moment, type: EventCode.absolute, code: $0.0, value: $0.1)
      } + [InputEvent(time: moment, type: 0, code: 0, value: 0)]
    }
    return Recording(device: device, events: events)
  }()

  private static let expected = [
    "108 filter: contact 2, next to others, ended after 8 ms; it was dropped",
    "200 device: a contact in slot 2 has no ABS_MT_POSITION_X; it begins when the slot has "
      + "reported one",
    "400 device: contact 3 began without ABS_MT_POSITION_X; it begins at the first that follows",
    "420 filter: the begin of contact 3 is 20 ms late: a contact next to others could have been a "
      + "ghost",
  ]

  private static func line(_ note: InputNote) -> String {
    "\(note.time.nanoseconds / 1_000_000) " + note.line { "contact \($0)" }.text
  }

  @Test func theListOfContactsHasThem() throws {
    let playback = try #require(Playback(Self.recording))
    let notes = InputNote.notes(of: playback) { _ in Size(width: 100, height: 100) }
    #expect(notes.map(Self.line) == Self.expected)
    let tracks = ContactTrack.tracks(of: playback) { _ in Size(width: 100, height: 100) }
    // The contact without an x is left out, and does not start at the left edge.
    #expect(tracks.map(\.id) == [1, 2, 3])
    #expect(tracks.map(\.samples[0].position.x) == [50, 10, 30])
  }

  @Test(arguments: [true, false])
  func aReplayTellsThemOnlyIfAsked(explains: Bool) throws {
    let scene = try InputFiles.scene(Fixture.repository + "/configs/scenes/card.json5")
    guard var driver = ReplayDriver(Self.recording, scene: scene, explains: explains) else {
      Issue.record("no device is played")
      return
    }
    var notes: [InputNote] = []
    var last = Instant.zero
    let summary = driver.run { moment in
      switch moment {
      case .note(let note): notes.append(note)
      case .touches(let frame):
        // A note precedes the touches of its time.
        #expect(notes.allSatisfy { $0.time <= frame.time })
        last = frame.time
      default: break
      }
    }
    #expect(last.nanoseconds == 600_000_000)
    #expect(notes.map(Self.line) == (explains ? Self.expected : []))
    #expect(summary.contacts == 2)
  }

  @Test func theLinesOfAReplayHaveThemInTheOrderOfTime() throws {
    let scene = try InputFiles.scene(Fixture.repository + "/configs/scenes/card.json5")
    guard var replay = Replay(Self.recording, scene: scene, explains: true) else {
      Issue.record("no device is played")
      return
    }
    var bytes: [UInt8] = []
    _ = replay.run { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let notes = lines.filter { $0.hasPrefix("{\"note\":") }
    #expect(
      notes.first == """
        {"note":{"time":108000000,"kind":"ghost","contact":2,"text":"filter: contact 2, next to \
        others, ended after 8 ms; it was dropped"}}
        """)
    #expect(notes.count == Self.expected.count)
  }
}

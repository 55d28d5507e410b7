import SnapbackBasics
import SnapbackGestures
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The tracks of contacts in a recording.
@Suite struct ContactTrackTests {
  /// 200 × 100 units, with slots; a unit is a point of its screen.
  private let panel: DeviceProfile = {
    var device = DeviceProfile(name: "panel", keys: [EventCode.touch], properties: [1])
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 4))
    device.setAxis(EventCode.multitouchX, range: AxisRange(minimum: 0, maximum: 199))
    device.setAxis(EventCode.multitouchY, range: AxisRange(minimum: 0, maximum: 99))
    device.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    return device
  }()

  /// A frame: milliseconds, and values of axes.
  private typealias Frame = (UInt64, [(code: UInt16, value: Int32)])

  private func tracks(
    _ frames: [Frame],
    strategy: VelocityStrategy = .boundedFit
  ) throws -> [ContactTrack] {
    let events = frames.flatMap { time, values in
      let moment = Instant(nanoseconds: time * 1_000_000)
      return values.map {
        InputEvent(time: moment, type: EventCode.absolute, code: $0.code, value: $0.value)
      } + [InputEvent(time: moment, type: EventCode.synchronization, code: 0, value: 0)]
    }
    let playback = try #require(Playback(Recording(device: panel, events: events)))
    return ContactTrack.tracks(of: playback, strategy: strategy) { _ in
      Size(width: 200, height: 100)
    }
  }

  private let slot = EventCode.slot
  private let x = EventCode.multitouchX
  private let y = EventCode.multitouchY
  private let id = EventCode.trackingID

  @Test(arguments: VelocityStrategy.allCases)
  func aDragIsMeasured(_ strategy: VelocityStrategy) throws {
    // 3 and 4 units every 10 ms: 500 a second. The lift comes 10 ms after the last position.
    var way: [Frame] = [(0, [(id, 7), (x, 20), (y, 10)])]
    for step in Int32(1)...10 {
      way.append((UInt64(step) * 10, [(x, 20 + 3 * step), (y, 10 + 4 * step)]))
    }
    way.append((110, [(id, -1)]))
    let found = try tracks(way, strategy: strategy)
    try #require(found.count == 1)
    let track = found[0]
    #expect(track.samples.count == 11)
    #expect(track.samples.first?.position == Point(x: 20, y: 10))
    #expect(track.samples.last?.position == Point(x: 50, y: 50))
    #expect(track.begin == .zero && track.end == Instant(nanoseconds: 110_000_000))
    #expect(track.ending == .lifted && track.tool == .finger)
    #expect(abs(track.pathLength - 50) < 1e-9)
    #expect(abs(track.meanSpeed - 50 / 0.11) < 1e-6)
    #expect(abs(track.releaseVelocity.dx - 300) < 1e-3)
    #expect(abs(track.releaseVelocity.dy - 400) < 1e-3)
    // The default is never sure to more than 5 % of the speed.
    #expect(track.confidence > (strategy == .boundedFit ? 0.99 : 0.999))
  }

  @Test func contactsStandInTheOrderInWhichTheyBeginWhateverTheirSlot() throws {
    let found = try tracks([
      (0, [(slot, 3), (id, 9), (x, 30), (y, 5)]),
      (10, [(slot, 0), (id, 10), (x, 90), (y, 5)]),
      (20, [(slot, 3), (id, -1)]),
      // The slot is used again without a position: the contact starts at the slot's last position.
      (30, [(slot, 3), (id, 11)]),
      (40, [(slot, 0), (id, -1), (slot, 3), (id, -1)]),
    ])
    #expect(found.map { $0.begin.nanoseconds / 1_000_000 } == [0, 10, 30])
    #expect(found.map { $0.end.nanoseconds / 1_000_000 } == [20, 40, 40])
    #expect(found.map(\.samples[0].position.x) == [30, 90, 30])
  }

  @Test func palmsAreCancelledAndWhatNeverLiftsIsOpen() throws {
    let found = try tracks([
      (0, [(slot, 0), (id, 1), (x, 10), (y, 10), (slot, 1), (id, 2), (x, 99), (y, 9)]),
      (10, [(slot, 0), (x, 20)]),
      (20, [(slot, 0), (EventCode.toolType, EventCode.palm), (slot, 1), (x, 109)]),
    ])
    #expect(found.map(\.ending) == [.cancelled, .open])
    #expect(found.map(\.releaseVelocity) == [.zero, .zero])
    #expect(found.map(\.confidence) == [0, 0])
    #expect(found[1].end == Instant(nanoseconds: 20_000_000))
  }

  @Test func aTapHasNoSpeed() throws {
    let found = try tracks([(0, [(id, 1), (x, 10), (y, 10)]), (0, [(id, -1)])])
    #expect(found.map(\.meanSpeed) == [0])
    #expect(found.map(\.pathLength) == [0])
    #expect(found.map(\.releaseVelocity) == [.zero])
  }

  @Test func devicesHaveScreensOfTheirOwn() throws {
    var wide = panel
    wide.name = "wide"
    let touch = [
      InputEvent(time: .zero, type: 3, code: id, value: 4),
      InputEvent(time: .zero, type: 3, code: x, value: 100),
      InputEvent(time: .zero, type: 3, code: y, value: 50),
      InputEvent(time: .zero, type: 0, code: 0, value: 0),
    ]
    let recording = Recording(streams: [
      RecordedStream(device: panel, events: touch), RecordedStream(device: wide, events: touch),
    ])
    let playback = try #require(Playback(recording))
    let found = ContactTrack.tracks(of: playback) {
      Size(width: $0 == 1 ? 2000 : 200, height: 100)
    }
    #expect(found.map(\.device) == [0, 1])
    #expect(found.map(\.samples[0].position.x) == [100, 1000])
  }
}

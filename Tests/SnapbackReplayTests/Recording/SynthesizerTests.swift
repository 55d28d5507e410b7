import SnapbackBasics
import SnapbackGestures
import SnapbackReplay
import SnapbackTouches
import Testing

/// The events of synthetic devices, decoded according to the kernel's documents.
@Suite struct SynthesizerTests {
  private let screen = Size(width: 400, height: 800)

  private func device(_ description: String) throws -> SyntheticDevice {
    try SyntheticDevice.read(Array(description.utf8), file: "d")
  }

  private func script(
    _ gestures: SyntheticGesture..., on device: SyntheticDevice
  ) -> GestureScript {
    GestureScript(gestures.map { .init($0) }, screen: screen, device: device)
  }

  /// Expects the fingers of each frame at the positions of the strokes, within half a unit.
  private func expect(
    _ reading: PanelReading, follows script: GestureScript, x: AxisRange, y: AxisRange
  ) throws {
    let rate = script.device.rate
    var seen = 0
    for frame in reading.frames where !frame.places.isEmpty {
      let scan = ((frame.seconds - 0.001) * rate).rounded() / rate
      let expected = script.strokes.compactMap { $0.position(at: scan) }
      try #require(frame.places.count == expected.count)
      for (place, point) in zip(frame.places, expected) {
        let across = point.x / screen.width * (Double(x.maximum) - Double(x.minimum) + 1)
        let down = point.y / screen.height * (Double(y.maximum) - Double(y.minimum) + 1)
        #expect((Double(place.x) - Double(x.minimum) - across).magnitude <= 0.5 + 1e-6)
        #expect((Double(place.y) - Double(y.minimum) - down).magnitude <= 0.5 + 1e-6)
      }
      seen += 1
    }
    #expect(seen > 10)
    #expect(reading.frames.last?.places == [])
  }

  @Test func fingersInSlotsAreWhereTheStrokesSay() throws {
    let device = try device(
      "{x: {min: -500, max: 3500}, y: {min: 100, max: 900, resolution: 0}, slots: 3}")
    let script = script(
      .pinch(
        about: Point(x: 200, y: 400), span: 80, end: 300, angle: 0.4, turn: 0.5,
        movement: .init(duration: 0.5, rest: 0.1)), on: device)
    let recording = try script.recording()
    try expect(
      .slots(recording), follows: script, x: AxisRange(minimum: -500, maximum: 3500),
      y: AxisRange(minimum: 100, maximum: 900))
    // The kernel's single-touch emulation reports the first finger.
    let single = PanelReading.single(recording, key: 330)
    let contacts = PanelReading.slots(recording)
    for (one, all) in zip(single.frames, contacts.frames) {
      #expect(one.places.first == all.places.first)
    }
  }

  @Test func fingersOfProtocolAAreWhereTheStrokesSay() throws {
    let device = try device("{protocol: 'A', x: 9600, y: 7200, rate: 90}")
    #expect(!device.profile.hasSlots)
    let script = script(
      .stroke(
        from: Point(x: 200, y: 100), to: Point(x: 190, y: 700), fingers: 3,
        movement: .init(duration: 0.4)), on: device)
    let range = (AxisRange(minimum: 0, maximum: 9600), AxisRange(minimum: 0, maximum: 7200))
    let recording = try script.recording()
    try expect(.marks(recording), follows: script, x: range.0, y: range.1)
    #expect(recording.events.filter { $0.code == 330 && $0.type == 1 }.map(\.value) == [1, 0])
  }

  @Test func oneFingerPensAndButtonsAreWhereTheStrokeSays() throws {
    let kinds: [(String, UInt16)] = [
      ("protocol: 'single'", 330), ("kind: 'pen', pressure: 1023", 330),
      ("kind: 'absolutePointer'", 0x110),
    ]
    for (kind, key) in kinds {
      let device = try device("{\(kind), x: 4095, y: 4095}")
      let script = script(
        .stroke(
          from: Point(x: 30, y: 30), to: Point(x: 350, y: 500), fingers: 1,
          movement: .init(duration: 0.3)), on: device)
      let recording = try script.recording()
      let range = AxisRange(minimum: 0, maximum: 4095)
      try expect(.single(recording, key: key), follows: script, x: range, y: range)
    }
  }

  @Test func aMouseGoesToThePlaceBeforeItsButtonIsPressed() throws {
    let script = script(
      .stroke(
        from: Point(x: 100, y: 100), to: Point(x: 300, y: 250), fingers: 1,
        movement: .init(duration: 0.3)), on: .standard(.mouse))
    let reading = PanelReading.single(try script.recording(), key: 0x110)
    #expect(reading.frames.first?.places == [])
    let places = reading.frames.flatMap(\.places)
    // Steps count from the middle, a point each.
    #expect(places.first == .init(x: -100, y: -300))
    #expect(places.last == .init(x: 100, y: -150))
    #expect(reading.frames.last?.places == [])
  }

  /// `BTN_TOOL_FINGER` to `BTN_TOOL_QUINTTAP`. A key's value 2 would be a repetition, which only
  /// the kernel's own timer sends.
  @Test func aTouchpadHasTheKeyOfTheNumberOfFingersPressedWhileTheyAreDown() throws {
    let keys: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f, 0x148]
    for (index, key) in keys.enumerated() {
      let script = script(
        .tap(at: Point(x: 200, y: 400), fingers: index + 1, count: 2, hold: 0.1, gap: 0.1),
        on: .standard(.touchpad))
      let told = try script.recording().events.filter { $0.type == 1 && keys.contains($0.code) }
      #expect(told.map(\.code) == [key, key, key, key])
      #expect(told.map(\.value) == [1, 0, 1, 0])
    }
  }

  @Test func aWheelTurnsByItsNotches() throws {
    let script = script(
      .wheel(notches: -4, interval: 0.03, isHorizontal: false), on: .standard(.mouse))
    let events = try script.recording().events
    #expect(events.filter { $0.code == 8 }.map(\.value) == [-1, -1, -1, -1])
    #expect(events.filter { $0.code == 0x0b }.map(\.value).reduce(0, +) == -480)
    let times = events.filter(\.endsFrame).map { Double($0.time.nanoseconds) * 1e-9 - 0.001 }
    for (time, expected) in zip(times, [0, 0.03, 0.06, 0.09]) {
      #expect((time - expected).magnitude < 1e-9)
    }
  }

  @Test func theEstimatorFindsTheVelocityThatWasAskedFor() throws {
    for velocity in [300.0, 900, 2000] {
      let gesture = try SyntheticGesture.flick(
        from: Point(x: 50, y: 700), to: Point(x: 290, y: 380), velocity: velocity)
      let script = script(gesture, on: try device("{x: 32767, y: 32767, rate: 120}"))
      let recording = try script.recording()
      var decoder = try #require(DeviceDecoder(profile: recording.device, screen: screen))
      var estimator = VelocityEstimator()
      var found = Vector.zero
      for frame in recording.events.compactMap({ decoder.consume($0) }) {
        guard let contact = frame.contacts.first else { continue }
        if contact.phase == .ended {
          found = estimator.velocity(at: frame.time)
        } else {
          estimator.add(contact.position, at: frame.time)
        }
      }
      // A parabola fitted to a tenth of a second of a quintic lags slightly.
      let asked = Vector(dx: velocity * 0.6, dy: velocity * -0.8)
      #expect((found - asked).length < 0.03 * velocity, "\(found) for \(asked)")
    }
  }

  @Test func slotsAreUsedAgainAndIdentifiersAreNot() throws {
    let taps = SyntheticGesture.tap(
      at: Point(x: 200, y: 200), fingers: 2, count: 9, hold: 0.05, gap: 0.05)
    let reading = PanelReading.slots(
      try script(taps, on: try device("{x: 4095, y: 4095, slots: 2}")).recording())
    #expect(reading.slotsUsed == [0, 1])
    #expect(reading.identifiers.count == 18 && Set(reading.identifiers).count == 18)
  }

  @Test func whatADeviceCannotTellIsRefused() throws {
    let place = Point(x: 200, y: 200)
    let tap = SyntheticGesture.tap(at: place, fingers: 3, count: 1, hold: 0.1, gap: 0)
    let wheel = SyntheticGesture.wheel(notches: 1, interval: 0.1, isHorizontal: true)
    let outside = SyntheticGesture.tap(
      at: Point(x: 399, y: 9), fingers: 2, count: 1, hold: 0.1, gap: 0)
    let long = SyntheticGesture.longPress(at: place, hold: 601)
    let quick = SyntheticGesture.wheel(notches: 0, interval: 0.1, isHorizontal: false)
    let faults: [(SyntheticGesture, SyntheticDevice, String)] = [
      (tap, try device("{x: 99, y: 99, slots: 2}"), "has 2 contacts at once, and there are 3"),
      (tap, .standard(.pen), "has 1 contact at once, and there are 3"),
      (wheel, .standard(.absolutePointer), "has no horizontal wheel"),
      (outside, .phone, "a finger at 429,9 would be outside the screen of 400x800"),
      (long, .phone, "lasts longer than 600 s"),
      (quick, .standard(.mouse), "it ends within one scan"),
      (tap, SyntheticDevice(DeviceProfile(name: "nothing")), "neither positions nor steps"),
    ]
    for (gesture, device, message) in faults {
      do throws(GestureFault) {
        _ = try script(gesture, on: device).recording()
        Issue.record("drawn: \(message)")
      } catch {
        #expect(error.description.contains(message), "\(error)")
      }
    }
  }

  @Test func theSeedDecidesTheNoiseAndNothingElse() throws {
    var script = script(
      .tap(at: Point(x: 200, y: 200), fingers: 2, count: 2, hold: 0.3, gap: 0.2), on: .phone)
    script.device.jitter = 1
    script.device.noise = 3
    let first = try script.recording()
    #expect(try script.recording() == first)
    script.seed = 2
    let other = try script.recording()
    #expect(other != first)
    let (one, two) = (PanelReading.slots(first), PanelReading.slots(other))
    #expect(one.identifiers == two.identifiers)
    for reading in [one, two] {
      let times = reading.frames.map(\.seconds)
      for (time, next) in zip(times, times.dropFirst()) { #expect(time <= next) }
      let places = reading.frames.flatMap(\.places).filter { $0.x < 540 }
      let mean = places.reduce(0.0) { $0 + Double($1.x) } / Double(places.count)
      let spread = places.reduce(0.0) { $0 + (Double($1.x) - mean) * (Double($1.x) - mean) }
      // The requested deviation, as accurately as so many samples can show.
      #expect((1.5...4.5).contains((spread / Double(places.count)).squareRoot()))
      #expect((mean - 170.0 / 400 * 1080).magnitude < 2)
    }
  }

  @Test func everyFormatHoldsWhatWasDrawn() throws {
    let script = script(
      .pinch(
        about: Point(x: 200, y: 400), span: 80, end: 200, angle: 0, turn: 0,
        movement: .init(duration: 0.2)), on: .standard(.touchpad))
    let recording = try script.recording()
    for text in [
      EvemuWriter.text(recording), LibinputWriter.text(recording),
      FrameLinesWriter.text(recording),
    ] {
      let again = try RecordingFixture.read(text).recording
      #expect(again.device == recording.device)
      #expect(again.events.map(\.value) == recording.events.map(\.value))
      #expect(again.events.map(\.code) == recording.events.map(\.code))
    }
  }
}

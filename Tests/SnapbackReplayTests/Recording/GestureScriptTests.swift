import SnapbackBasics
import SnapbackDocument
import SnapbackReplay
import SnapbackTouches
import Testing

/// Parsing gesture scripts and device descriptions.
@Suite struct GestureScriptTests {
  private func read(_ text: String) throws(DocumentError) -> GestureScript {
    try GestureScript.read(Array(text.utf8), file: "s")
  }

  @Test func aScriptOfEveryGestureIsRead() throws {
    let script = try read(
      """
      {
        size: [800, 600], rate: 100, jitter: 0.2, noise: 1, seed: 9,
        device: { x: { max: 2047, resolution: 20 }, y: { max: 1151, resolution: 20 } },
        gestures: [
          { tap: [100, 100], count: 2, fingers: 2, hold: 0.1, gap: 0.2 },
          { longPress: [200, 200], hold: 0.5, to: [300, 200], duration: 0.25, after: 1 },
          { drag: [[100, 100], [200, 300]], duration: 0.5, hold: 0.1, rest: 0,
            profile: "constant" },
          { flick: [[100, 100], [200, 100]], duration: 0.1, velocity: 1500, at: 10 },
          { swipe: "up", from: [400, 500], distance: 300, fingers: 3 },
          { edgePan: "right", position: 50 },
          { pinch: [400, 300], from: 300, to: 100, turn: 90 },
          { rotate: [400, 300], by: -90 },
          { scroll: [400, 300], by: [0, -100] },
        ],
      }
      """)
    #expect(script.screen == Size(width: 800, height: 600) && script.seed == 9)
    #expect(script.device.rate == 100 && script.device.jitter == 0.2)
    #expect(script.device.noise == 1)
    #expect(script.device.profile.physicalSize == Size(width: 102.35, height: 57.55))
    let times = script.entries.map(\.time)
    // Two taps of 0.1 s with 0.2 s between end at 0.4; a second later the press begins, and so on.
    let expected = [0, 1.4, 1.4 + 0.75 + 0.3, 10]
    for (time, moment) in zip(times, expected) { #expect((time - moment).magnitude < 1e-9) }
    #expect(script.entries[4].time > 10.1 && script.entries.count == 9)
    guard case .stroke(let start, let end, 1, _) = script.entries[5].gesture else {
      Issue.record("an edge pan is a stroke")
      return
    }
    #expect(start == Point(x: 799, y: 50) && end == Point(x: 799 - 480, y: 50))
    #expect(try script.recording().events.count > 500)
  }

  @Test func whatIsWrongIsNamedWithItsPlace() {
    let faults = [
      ("[]", "s:1:1: expected an object"),
      ("{}", "s:1:1: missing key \"gestures\""),
      ("{gestures: []}", "expected an array with a count"),
      ("{gestures: [{}]}", "s:1:13: gestures[0]: expected one of the keys tap, "),
      ("{gestures: [{tpa: [1, 2]}]}", "did you mean \"tap\"?"),
      ("{gestures: [{tap: [1, 2], drag: 3}]}", "is both tap and drag"),
      ("{gestures: [{tap: [1]}]}", "gestures[0].tap: expected a point [x, y]"),
      ("{gestures: [{tap: [1, 2], cuont: 2}]}", "unknown key \"cuont\" — did you mean \"count\"?"),
      ("{gestures: [{tap: [1, 2], fingers: 0}]}", "expected a whole number from 1 to 10"),
      ("{gestures: [{tap: [1, 2], at: 1, after: 1}]}", "give at or after, not both"),
      ("{gestures: [{tap: [500, 2]}]}", "gestures[0]: a finger at 500,2 would be outside"),
      ("{gestures: [{wheel: 3}]}", "gestures[0]: the device has no wheel"),
      ("{gestures: [{rotate: [9, 9]}]}", "missing key \"by\""),
      ("{gestures: [{swipe: \"lft\", from: [9, 9]}]}", "did you mean \"left\"?"),
      (
        "{gestures: [{flick: [[1, 1], [2, 1]], duration: 1, velocity: 9}]}",
        "gestures[0].velocity: 1 points in 1 s end with at most 2 points/s"
      ),
      ("{gestures: [{tap: [1, 2], at: 599.99}, {tap: [1, 2]}]}", "an end within 600 seconds"),
      ("{device: \"moose\", gestures: [{tap: [1, 2]}]}", "device: expected one of"),
      ("{device: {x: 5}, gestures: [{tap: [1, 2]}]}", "device: missing key \"y\""),
      ("{device: {x: {min: 5, max: 5}, y: 9}, gestures: []}", "expected more than min, 5, found 5"),
      (
        "{device: {x: {max: 9, resolution: 1}, y: 9}, gestures: []}",
        "expected a resolution for both axes or neither"
      ),
      ("{device: {x: 9, y: 9, protocol: 'A', slots: 2}, gestures: []}", "of protocol B have slots"),
      ("{device: {x: 9, y: 9, slots: 99}, gestures: []}", "expected a whole number from 1 to 64"),
    ]
    for (text, message) in faults {
      do throws(DocumentError) {
        _ = try read(text)
        Issue.record("accepted \(text)")
      } catch {
        #expect(error.description.contains(message), "\(text): \(error)")
      }
    }
  }

  @Test func theCommandLineStandsInForTheScript() throws {
    var overrides = GestureScript.Overrides()
    overrides.device = .standard(.mouse)
    overrides.screen = Size(width: 900, height: 900)
    overrides.rate = 1000
    overrides.seed = 77
    let text = "{device: \"pen\", rate: 10, seed: 1, gestures: [{wheel: 2}, {tap: [800, 800]}]}"
    let script = try GestureScript.read(Array(text.utf8), file: "s", overrides: overrides)
    #expect(script.device.profile == SyntheticDevice.standard(.mouse).profile)
    #expect(script.device.rate == 1000 && script.seed == 77)
    #expect(script.screen.width == 900)
  }

  @Test func everyDescribedDeviceIsOfItsKind() throws {
    let kinds: [(String, DeviceKind)] = [
      ("{x: 99, y: 99}", .touchscreen), ("{protocol: 'single', x: 99, y: 99}", .touchscreen),
      ("{kind: 'touchpad', x: 99, y: 99}", .touchpad), ("{kind: 'pen', x: 99, y: 99}", .pen),
      ("{kind: 'absolutePointer', x: 99, y: 99}", .absolutePointer), ("{kind: 'mouse'}", .mouse),
    ]
    for (text, kind) in kinds {
      let device = try SyntheticDevice.read(Array(text.utf8), file: "d")
      #expect(device.profile.kind == kind, "\(text)")
      #expect(device.isUsable)
    }
    for kind in SyntheticDevice.Kind.allCases {
      #expect(SyntheticDevice.standard(kind).profile.kind.rawValue == kind.rawValue)
    }
  }

  @Test func mutatedScriptsNeverTrap() throws {
    let seed = Array(
      """
      {size: [400, 800], device: {x: {min: -5, max: 2047}, y: 999, protocol: "A"},
      gestures: [{tap: [100, 100], count: 2}, {flick: [[9, 9], [99, 9]], velocity: 900},
      {pinch: [200, 300], from: 30, to: 100, turn: 90, after: 2}, {edgePan: "left"}]}
      """.utf8)
    var generator = SeededGenerator(seed: 5)
    var drawn = 0
    for _ in 0..<1_000 {
      var bytes = seed
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 32...126, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 48...57, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      if let script = try? GestureScript.read(bytes, file: "m"), script.duration < 20,
        (try? script.recording()) != nil
      {
        drawn += 1
      }
    }
    #expect(drawn > 30, "\(drawn)")
  }
}

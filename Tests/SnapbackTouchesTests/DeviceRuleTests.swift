import SnapbackBasics
import SnapbackTouches
import Testing

@Suite struct DeviceRuleTests {
  /// All texts of up to `length` letters of an alphabet.
  private func texts(_ alphabet: [Character], upTo length: Int) -> [String] {
    var all = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { text in alphabet.map { text + String($0) } }
      all += last
    }
    return all
  }

  /// The definition, letter by letter: slow, but simple.
  private func fits(_ pattern: Substring, _ name: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == "*" {
      return fits(pattern.dropFirst(), name) || !name.isEmpty && fits(pattern, name.dropFirst())
    }
    guard let letter = name.first, first == "?" || first == letter else { return false }
    return fits(pattern.dropFirst(), name.dropFirst())
  }

  @Test func patternsMeanWhatTheirDefinitionSays() {
    let names = texts(["a", "b"], upTo: 5)
    for pattern in texts(["a", "b", "*", "?"], upTo: 4) {
      let matcher = NamePattern(pattern)
      for name in names {
        #expect(matcher.matches(name) == fits(pattern[...], name[...]), "\(pattern) \(name)")
      }
    }
  }

  private let device = DeviceProfile(
    name: "Goodix Capacitive TouchScreen", identity: [0x18, 0x27c6, 0x0113, 0x100])

  @Test func aRuleIsAboutTheDevicesThatFitAllItAsksFor() {
    var match = DeviceMatch()
    func holds(_ path: String? = nil) -> Bool { match.matches(device) { $0 == path } }
    #expect(holds())
    match.name = NamePattern("Goodix*")
    match.vendor = 0x27c6
    match.product = 0x0113
    match.bus = .i2c
    match.kind = .other
    #expect(holds())
    match.path = "/dev/input/by-path/one"
    #expect(!holds() && !holds("/dev/input/by-path/two") && holds("/dev/input/by-path/one"))
    match.path = nil
    for change in [
      { $0.name = NamePattern("goodix*") }, { $0.vendor = 0x27c7 }, { $0.product = 0 },
      { $0.bus = .usb }, { $0.kind = .touchscreen },
    ] as [(inout DeviceMatch) -> Void] {
      var other = match
      change(&other)
      #expect(!other.matches(device) { _ in true })
    }
  }

  @Test func whatALaterRuleSaysCountsAndWhatItDoesNotSayStays() {
    var first = DeviceRule()
    first.size = Size(width: 300, height: 190)
    first.pointerSpeed = 2
    first.dropsSpikes = false
    var second = DeviceRule()
    second.pointerSpeed = 3
    second.isIgnored = false
    var settings = DeviceSettings()
    for rule in [first, second] { rule.apply(to: &settings) }
    var wanted = DeviceSettings()
    wanted.size = Size(width: 300, height: 190)
    wanted.pointerSpeed = 3
    wanted.isIgnored = false
    wanted.filter.dropsSpikes = false
    #expect(settings == wanted)
  }

  @Test func kindAndRangesOverrideWhatTheDeviceReports() throws {
    var first = DeviceRule()
    first.kind = .touchpad
    first.ranges = PositionRanges(x: 0...999, y: 0...999)
    var second = DeviceRule()
    second.kind = .touchscreen
    second.ranges.y = 100...299
    var settings = DeviceSettings()
    for rule in [first, second] { rule.apply(to: &settings) }
    #expect(settings.kind == .touchscreen)
    #expect(settings.ranges == PositionRanges(x: 0...999, y: 100...299))
    let ranged = TestDevice.slots.ranged(by: settings.ranges)
    let axes = try #require(ranged.positionAxes)
    #expect(axes.x.minimum == 0 && axes.x.maximum == 999)
    #expect(axes.y.minimum == 100 && axes.y.maximum == 299)
    // The middle of the new ranges is the middle of the screen of 100 x 200 points.
    var script = try #require(EventScript(TestDevice.slots, settings: settings))
    #expect(script.frame(id(1), atX(500), atY(200)) == "1 began (50.0, 100.0)")
    #expect(script.decoder.kind == .touchscreen)
  }

  @Test func aRangeGivesAnAxisThatTheDeviceDoesNotDeclare() {
    var half = DeviceProfile(name: "half")
    half.setAxis(EventCode.multitouchX, range: AxisRange(minimum: 0, maximum: 9))
    let whole = half.ranged(by: PositionRanges(y: 0...99))
    #expect(whole.axes.map(\.code) == [EventCode.multitouchX, EventCode.multitouchY])
    #expect(whole.axis(EventCode.multitouchY) == AxisRange(minimum: 0, maximum: 99))
    let bare = DeviceProfile(name: "bare").ranged(by: PositionRanges(x: 1...2, y: 3...4))
    #expect(bare.axes.map(\.code) == [EventCode.x, EventCode.y])
    #expect(half.ranged(by: PositionRanges()) == half)
  }
}

import Glibc
import SnapbackBasics
import SnapbackDaemon
import SnapbackDocument
import SnapbackEvdev
import SnapbackFiles
import SnapbackLinux
import SnapbackTestSupport
import SnapbackTouches
import Testing

@Suite struct DeviceRuleReaderTests {
  private func read(_ text: String) throws(DocumentError) -> Configuration {
    try Configuration.read(Array(text.utf8), file: "d.json5")
  }

  private func rule(_ text: String) throws(DocumentError) -> DeviceRule? {
    try read("{ deviceRules: [{ \(text) }] }").deviceRules.first
  }

  @Test func aRuleSaysWhatIsWritten() throws {
    let read = try rule(
      """
      match: { name: "Goodix*", vendor: "27c6", product: "113", bus: "usb", kind: "touchscreen",
        path: "/dev/input/by-path/one" },
      calibration: [0, -1, 1, 1, 0, 0, 0, 0, 1], size: [300, 190], output: [0, 10, 400, 300],
      rotation: 90, ignore: false, pointerSpeed: 2, wheelStep: 30, scrollSpeed: 0.5, taps: false,
      releaseTimeout: 5, palmSize: 40, palmPressure: 200, spikes: false, ghosts: false,
      splits: false, hysteresis: 0.5, group: "canvas", kind: "pen",
      range: { x: [-5, 4095], y: [0, 9] }
      """)
    var wanted = DeviceRule()
    wanted.match.name = NamePattern("Goodix*")
    wanted.match.vendor = 0x27c6
    wanted.match.product = 0x113
    wanted.match.bus = .usb
    wanted.match.kind = .touchscreen
    wanted.match.path = "/dev/input/by-path/one"
    wanted.calibration = .matrix(try Calibration([0, -1, 1, 1, 0, 0]))
    wanted.size = Size(width: 300, height: 190)
    wanted.output = .points(Rect(x: 0, y: 10, width: 400, height: 300))
    wanted.rotation = .clockwise90
    wanted.isIgnored = false
    (wanted.pointerSpeed, wanted.wheelStep, wanted.scrollSpeed) = (2, 30, 0.5)
    wanted.taps = false
    (wanted.releaseTimeout, wanted.palmSize, wanted.palmPressure) = (5, 40, 200)
    (wanted.dropsSpikes, wanted.dropsGhosts, wanted.mergesSplits) = (false, false, false)
    wanted.hysteresis = 0.5
    wanted.group = "canvas"
    wanted.kind = .pen
    wanted.ranges = PositionRanges(x: -5...4095, y: 0...9)
    #expect(read == wanted)
    #expect(try rule("range: { y: [0, 9] }")?.ranges == PositionRanges(y: 0...9))
  }

  @Test func smoothingIsOnOffOrInNumbers() throws {
    #expect(try rule("")?.smoothing == nil)
    #expect(try rule("oneEuro: true")?.smoothing == .oneEuro(OneEuroFilter.Settings()))
    let off = try #require(try rule("oneEuro: false")?.smoothing)
    #expect(off == FilterSettings.Smoothing.none)
    var wanted = OneEuroFilter.Settings()
    (wanted.minimumCutoff, wanted.slope, wanted.derivativeCutoff) = (1.5, 0.2, 2)
    let read = try rule("oneEuro: { minCutoff: 1.5, beta: 0.2, derivativeCutoff: 2 }")?.smoothing
    #expect(read == .oneEuro(wanted))
    // A later rule reverts it.
    var settings = DeviceSettings()
    try rule("oneEuro: true")?.apply(to: &settings)
    #expect(settings.filter.smoothing == .oneEuro(OneEuroFilter.Settings()))
    try rule("oneEuro: false")?.apply(to: &settings)
    #expect(settings.filter.smoothing == FilterSettings.Smoothing.none)
    for wrong in ["oneEuro: 3", "oneEuro: { minCutoff: 0 }", "oneEuro: { mincutoff: 1 }"] {
      #expect(throws: DocumentError.self) { try rule(wrong) }
    }
  }

  @Test func whatIsLeftOutIsNotSaid() throws {
    #expect(try rule("") == DeviceRule())
    #expect(try read("{}").deviceRules.isEmpty)
    #expect(
      try rule("outputShares: [0.5, 0, 0.5, 1]")?.output
        == .shares(Rect(x: 0.5, y: 0, width: 0.5, height: 1)))
    #expect(
      try rule("calibration: { tslib: [1, 2, 3, 4, 5, 6, 7], screen: [800, 480] }")?.calibration
        == .tslib([1, 2, 3, 4, 5, 6, 7], screen: Size(width: 800, height: 480)))
    #expect(try read("{ kinds: ['touchscreen'] }").kinds == [.touchscreen])
  }

  @Test(
    arguments: [
      ("matc: {}", #"1:19: deviceRules[0].matc: unknown key "matc" — did you mean "match"?"#),
      (
        "match: { nme: 'x' }",
        #"1:28: deviceRules[0].match.nme: unknown key "nme" — did you mean "name"?"#
      ),
      (
        "match: { vendor: '0x27c6' }",
        "1:36: deviceRules[0].match.vendor: expected up to four hexadecimal digits such as "
          + #""27c6", found "0x27c6""#
      ),
      (
        "calibration: [1, 0, 0]",
        "1:32: deviceRules[0].calibration: expected the 6 numbers of a calibration matrix, or 9 "
          + "with a last row of 0 0 1, found 3"
      ),
      (
        "calibration: [1, 2, 0, 2, 4, 0]",
        "1:32: deviceRules[0].calibration: the calibration matrix maps the whole panel onto a "
          + "line; its rows have to differ"
      ),
      (
        "size: [300, 9]",
        "1:25: deviceRules[0].size: expected width and height in millimeters, 10 to 2500 and at "
          + "most one to five, found 300.0 by 9.0"
      ),
      (
        "kind: 'keyboard'",
        #"1:25: deviceRules[0].kind: expected one of "touchscreen", "touchpad", "pen", "mouse", "#
          + #""absolutePointer", found "keyboard""#
      ),
      (
        "range: { x: [9, 0] }",
        "1:31: deviceRules[0].range.x: expected the least and the greatest value, found 9 and 0"
      ),
      (
        "range: { z: [0, 9] }",
        #"1:28: deviceRules[0].range.z: unknown key "z""#
      ),
      (
        "rotation: 45",
        "1:29: deviceRules[0].rotation: expected 0, 90, 180 or 270, found 45"
      ),
      (
        "output: [0, 0, 1, 1], outputShares: [0, 0, 1, 1]",
        #"1:55: deviceRules[0].outputShares: "output" says the same in points; leave one of them "#
          + "out"
      ),
    ])
  func mistakesAreSaidWithTheirPlace(text: String, message: String) {
    do throws(DocumentError) {
      _ = try rule(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description == "d.json5:" + message)
    }
  }

  @Test func aKindThatCannotBeReadIsNoKind() {
    do throws(DocumentError) {
      _ = try read("{ kinds: ['keyboard'] }")
      Issue.record("a keyboard was accepted")
    } catch {
      #expect(error.description.hasPrefix("d.json5:1:11: kinds[0]: expected one of "))
      #expect(error.description.hasSuffix(#"found "keyboard""#))
    }
  }
}

@Suite struct DeviceAssessmentTests {
  private func panel(_ name: String = "Panel", keys: Set<UInt16> = [EventCode.touch])
    -> DeviceProfile
  {
    var profile = DeviceProfile(
      name: name, identity: [3, 0x1209, 1, 0], keys: keys,
      properties: [EventCode.directProperty])
    let range = AxisRange(minimum: 0, maximum: 4095, resolution: 20)
    for code in [EventCode.x, EventCode.y] { profile.setAxis(code, range: range) }
    return profile
  }

  private func assess(
    _ profile: DeviceProfile? = nil, rules: String = "", kinds: [DeviceKind]? = nil,
    path: String = "/nowhere/event1", named: Bool = false,
    _ change: (inout DeviceDatabase.Entry) -> Void = { _ in }
  ) throws -> DeviceAssessment {
    var configuration = try Configuration.read(
      Array("{ deviceRules: [\(rules)] }".utf8), file: "d.json5")
    if let kinds { configuration.kinds = kinds }
    var entry = DeviceDatabase.Entry()
    change(&entry)
    return DeviceAssessment(
      profile ?? panel(), path: path, entry: entry, configuration: configuration, isNamed: named)
  }

  @Test func aKindOfARuleDecidesWhetherTheDeviceIsRead() throws {
    #expect(try assess(kinds: [.touchpad]).refusal == .kind(.touchscreen))
    let assessment = try assess(rules: "{ kind: 'touchpad' }", kinds: [.touchpad])
    #expect(assessment.refusal == nil && assessment.kind == .touchpad)
    // A rule cannot make a keyboard readable.
    let typing = panel(keys: [0x10, 0x1e, EventCode.touch])
    #expect(try assess(typing, rules: "{ kind: 'touchscreen' }").refusal == .keyboard)
  }

  @Test func aRangeOfARuleChangesTheSize() throws {
    // 20 units per millimeter.
    let assessment = try assess(rules: "{ range: { x: [0, 2000], y: [0, 1000] } }")
    #expect(assessment.size == .told(Size(width: 100, height: 50)))
  }

  @Test func laterRulesOverrideAndAllAreCounted() throws {
    let rules = "{ hysteresis: 1, size: [100, 50] }, { match: { name: 'X*' } }, { hysteresis: 2 }"
    let assessment = try assess(rules: rules)
    #expect(assessment.rules == [1, 3])
    #expect(assessment.settings.filter.hysteresis == 2)
    #expect(assessment.size == .configured(Size(width: 100, height: 50)))
    #expect(assessment.refusal == nil && assessment.calibrationSource == nil)
  }

  @Test func theGroupIsTheRulesOrTheSystemsOrThatOfTheIDs() throws {
    #expect(try assess().group == "3:1209:1")
    #expect(try assess { $0.group = "3/1209:usb-1" }.group == "3/1209:usb-1")
    #expect(try assess(rules: "{ group: 'canvas' }") { $0.group = "x" }.group == "canvas")
  }

  @Test func theSystemsMatrixHoldsUntilARuleHasOne() throws {
    let turned = "0 1 0 -1 0 1"
    let own = try assess { $0.calibration = turned }
    #expect(own.calibrationSource == .system)
    #expect(own.settings.calibration == .matrix(try Calibration(parsing: turned)))
    let ruled = try assess(rules: "{}, { calibration: [1, 0, 0.5, 0, 1, 0] }") {
      $0.calibration = turned
    }
    #expect(ruled.calibrationSource == .rule(2))
    #expect(ruled.settings.calibration == .matrix(try Calibration([1, 0, 0.5, 0, 1, 0])))
    let plain = try assess { $0.calibration = "1 0 0 0 1 0" }
    #expect(plain.calibrationSource == nil)
  }

  @Test func aMatrixThatIsNoneIsLeftOutWithAWarning() throws {
    for text in ["1 0 0", "nan 0 0 0 1 0", "0 0 0 0 0 0", "1 0 0 0 1 0 7 7 7", "a b"] {
      let assessment = try assess { $0.calibration = text }
      #expect(assessment.settings.calibration == nil && assessment.refusal == nil)
      #expect(assessment.warnings.count == 1)
      #expect(assessment.warnings.first?.hasPrefix("LIBINPUT_CALIBRATION_MATRIX: ") == true)
    }
    for numbers in ["1, 0, 0, 0, 1, 0, 0", "0, 0, 0, 0, 0, 0, 0", "1, 1, 0, 1, 1, 0, 1"] {
      #expect(throws: DocumentError.self) {
        try assess(rules: "{ calibration: { tslib: [\(numbers)], screen: [800, 480] } }")
      }
    }
  }

  @Test func devicesAreRefusedWithTheReason() throws {
    let typed = panel(keys: Set(1...100))
    #expect(try assess(typed).refusal == .keyboard)
    #expect(try assess(typed, named: true).refusal == .keyboard)
    #expect(try assess(DeviceProfile(name: "switch"), named: true).refusal == .noPositions)
    #expect(try assess(kinds: [.absolutePointer]).refusal == .kind(.touchscreen))
    #expect(try assess(kinds: [.absolutePointer], named: true).refusal == nil)
    #expect(try assess { $0.isIgnored = true }.refusal == .system)
    #expect(try assess(rules: "{ ignore: false }") { $0.isIgnored = true }.refusal == nil)
    #expect(try assess(rules: "{ ignore: true }, {}").refusal == .rule(1))
    #expect(try assess(rules: "{ ignore: true }, { ignore: false }").refusal == nil)
    #expect(try assess(rules: "{ ignore: true }", named: true).refusal == nil)
    #expect(
      try assess { $0.seat = "seat-back" }.refusal == .seat("seat-back", wanted: "seat0"))
  }

  @Test func aLinkStandsForTheDeviceThatItLeadsTo() throws {
    let folder = try TemporaryFolder()
    for node in ["event1", "event2"] { try Files.write([1], to: folder.path + "/" + node) }
    for (target, link) in [("event1", "panel"), ("panel", "chain"), ("nothing", "broken")] {
      #expect(symlink(target, folder.path + "/" + link) == 0)
    }
    let cases: [(name: String, device: String, leads: Bool)] = [
      ("event1", "event1", true), ("event1", "event2", false), ("panel", "event1", true),
      ("panel", "event2", false), ("chain", "event1", true), ("chain", "event2", false),
      ("panel", "missing", false), ("broken", "event1", false), ("broken", "missing", false),
    ]
    for (name, device, leads) in cases {
      let (wanted, path) = (folder.path + "/" + name, folder.path + "/" + device)
      var configuration = Configuration()
      configuration.devices = [wanted]
      #expect(configuration.names(path) == leads, "\(name) for \(device)")
      let assessment = try assess(rules: "{ match: { path: '\(wanted)' } }", path: path)
      #expect(assessment.rules == (leads ? [1] : []), "\(name) for \(device)")
    }
  }
}

import SnapbackBasics
public import SnapbackDocument
public import SnapbackTouches

/// Reads device rules: the key `deviceRules` in the daemon's configuration and in cases.
extension DeviceRule {
  /// The maximum number of rules.
  static let limit = 1000

  /// Reads the key `deviceRules`; returns no rules if it is absent.
  public static func list(_ reader: inout ObjectReader) throws(DocumentError) -> [DeviceRule] {
    var rules: [DeviceRule] = []
    for node in try reader.optionalArray("deviceRules", count: 0...limit) ?? [] {
      rules.append(try read(node, file: reader.file))
    }
    return rules
  }

  /// Reads one rule; `file` is the file name for errors.
  public static func read(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> DeviceRule {
    try ObjectReader.read(node, file: file) { rule throws(DocumentError) in
      try readRule(&rule)
    }
  }

  private static func readRule(_ reader: inout ObjectReader) throws(DocumentError) -> DeviceRule {
    var rule = DeviceRule()
    if var match = try reader.optionalObject("match") { rule.match = try readMatch(&match) }
    rule.calibration = try readCalibration(&reader)
    if let node = reader.optionalNode("size") {
      let size = try node.point(in: 1...100_000, file: reader.file)
      rule.size = Size(width: size.x, height: size.y)
      guard rule.size.map({ DeviceSize.isBelievable($0) }) ?? true else {
        throw reader.error(
          "expected width and height in millimeters, 10 to 2500 and at most one to five, "
            + "found \(size.x) by \(size.y)", at: node)
      }
    }
    rule.output = try readOutput(&reader)
    rule.kind = try readKind(&reader)
    rule.ranges = try readRanges(&reader)
    rule.rotation = try reader.optionalRotation()
    rule.isIgnored = try reader.optionalBoolean("ignore")
    rule.pointerSpeed = try reader.optionalNumber("pointerSpeed", in: 0.01...100)
    rule.wheelStep = try reader.optionalNumber("wheelStep", in: 1...10_000)
    rule.scrollSpeed = try reader.optionalNumber("scrollSpeed", in: 0...100)
    rule.taps = try reader.optionalBoolean("taps")
    rule.releaseTimeout = try reader.optionalNumber("releaseTimeout", in: 0...86_400)
    if let seconds = rule.releaseTimeout, seconds > 0, seconds < 0.1 {
      throw reader.error(
        "a finger may be still for longer than \(seconds) s; expected 0 for never, or 0.1 or more",
        atKey: "releaseTimeout")
    }
    rule.palmSize = try reader.optionalInteger("palmSize", in: 1...1_000_000).map {
      Int32(clamping: $0)
    }
    rule.palmPressure = try reader.optionalInteger("palmPressure", in: 1...1_000_000).map {
      Int32(clamping: $0)
    }
    rule.group = try reader.optionalString("group")
    rule.dropsSpikes = try reader.optionalBoolean("spikes")
    rule.dropsGhosts = try reader.optionalBoolean("ghosts")
    rule.mergesSplits = try reader.optionalBoolean("splits")
    rule.hysteresis = try reader.optionalNumber("hysteresis", in: 0...10)
    rule.smoothing = try readSmoothing(&reader)
    return rule
  }

  /// Reads `oneEuro`: true, false, or an object with the filter's parameters.
  private static func readSmoothing(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> FilterSettings.Smoothing? {
    guard let node = reader.optionalNode("oneEuro") else { return nil }
    if case .boolean(let isOn) = node.value {
      return isOn ? .oneEuro(OneEuroFilter.Settings()) : FilterSettings.Smoothing.none
    }
    guard case .object = node.value else {
      throw reader.error("expected true, false or { minCutoff, beta, derivativeCutoff }", at: node)
    }
    typealias Settings = OneEuroFilter.Settings
    let settings = try ObjectReader.read(node, file: reader.file) { euro throws(DocumentError) in
      var settings = Settings()
      if let cutoff = try euro.optionalNumber("minCutoff", in: Settings.cutoffs) {
        settings.minimumCutoff = cutoff
      }
      if let slope = try euro.optionalNumber("beta", in: Settings.slopes) {
        settings.slope = slope
      }
      if let cutoff = try euro.optionalNumber("derivativeCutoff", in: Settings.cutoffs) {
        settings.derivativeCutoff = cutoff
      }
      return settings
    }
    return .oneEuro(settings)
  }

  private static func readMatch(_ reader: inout ObjectReader) throws(DocumentError) -> DeviceMatch {
    var match = DeviceMatch()
    match.name = try reader.optionalString("name").map { NamePattern($0) }
    match.vendor = try readNumber("vendor", &reader)
    match.product = try readNumber("product", &reader)
    match.bus = try reader.optionalOneOf("bus")
    match.kind = try reader.optionalOneOf("kind")
    if let path = try reader.optionalString("path") {
      guard path.hasPrefix("/") else {
        throw reader.error(
          "a device is named by its whole path, /dev/input/…", atKey: "path")
      }
      match.path = path
    }
    try reader.finish()
    return match
  }

  /// Reads a vendor or product number, in hexadecimal digits as `lsusb` and `snapback devices`
  /// print it.
  private static func readNumber(
    _ key: String, _ reader: inout ObjectReader
  ) throws(DocumentError) -> UInt16? {
    guard let text = try reader.optionalString(key) else { return nil }
    guard (1...4).contains(text.utf8.count), let number = UInt16(text, radix: 16) else {
      throw reader.error(
        "expected up to four hexadecimal digits such as \"27c6\", found "
          + DocumentError.quoted(text), atKey: key)
    }
    return number
  }

  private static func readKind(_ reader: inout ObjectReader) throws(DocumentError) -> DeviceKind? {
    guard let node = reader.optionalNode("kind") else { return nil }
    return try DeviceKind.readable(node, file: reader.file)
  }

  /// Reads `range: { x: [least, greatest], y: [least, greatest] }`.
  private static func readRanges(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> PositionRanges {
    guard var object = try reader.optionalObject("range") else { return PositionRanges() }
    let ranges = PositionRanges(x: try readRange("x", &object), y: try readRange("y", &object))
    try object.finish()
    return ranges
  }

  private static func readRange(
    _ key: String, _ reader: inout ObjectReader
  ) throws(DocumentError) -> ClosedRange<Int32>? {
    guard let nodes = try reader.optionalArray(key, count: 2...2) else { return nil }
    let limit = Int(clamping: PositionRanges.limit)
    let least = Int32(clamping: try nodes[0].integer(in: -limit...limit, file: reader.file))
    let greatest = Int32(clamping: try nodes[1].integer(in: -limit...limit, file: reader.file))
    guard least < greatest else {
      throw reader.error(
        "expected the least and the greatest value, found \(least) and \(greatest)", atKey: key)
    }
    return least...greatest
  }

  /// Reads a matrix of six or nine numbers, or `{ tslib: […], screen: [width, height] }`.
  private static func readCalibration(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> CalibrationSetting? {
    guard let node = reader.optionalNode("calibration") else { return nil }
    let file = reader.file
    if case .object = node.value {
      return try ObjectReader.read(node, file: file) { tslib throws(DocumentError) in
        let screen = try tslib.point("screen", in: 1...100_000)
        let values = try numbers(tslib.array("tslib", count: 7...7), file: file)
        let size = Size(width: screen.x, height: screen.y)
        // Any axes do for the check, because they do not affect whether a calibration is singular.
        let axis = AxisRange(minimum: 0, maximum: 4095)
        do throws(CalibrationError) {
          _ = try Calibration(tslib: values, screen: size, x: axis, y: axis)
        } catch {
          throw tslib.error(error.description, atKey: "tslib")
        }
        return .tslib(values, screen: size)
      }
    }
    let values = try numbers(node.array(file: file), file: file)
    do throws(CalibrationError) {
      return .matrix(try Calibration(values))
    } catch {
      throw reader.error(error.description, at: node)
    }
  }

  private static func numbers(
    _ nodes: [DocumentNode], file: String
  ) throws(DocumentError) -> [Double] {
    var numbers: [Double] = []
    for node in nodes { numbers.append(try node.number(file: file)) }
    return numbers
  }

  /// Reads `output`, in points, or `outputShares`, in fractions of the screen. Each of these keys
  /// has the value `[x, y, width, height]`.
  private static func readOutput(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> OutputRegion? {
    let points = try readRect("output", upTo: 1_000_000, &reader)
    let shares = try readRect("outputShares", upTo: 1, &reader)
    if points != nil, shares != nil {
      throw reader.error(
        "\"output\" says the same in points; leave one of them out", atKey: "outputShares")
    }
    return points.map { .points($0) } ?? shares.map { .shares($0) }
  }

  private static func readRect(
    _ key: String, upTo limit: Double, _ reader: inout ObjectReader
  ) throws(DocumentError) -> Rect? {
    guard let nodes = try reader.optionalArray(key, count: 4...4) else { return nil }
    let range = -limit...limit
    let least = min(1, limit / 1000)
    let file = reader.file
    return Rect(
      x: try nodes[0].number(in: range, file: file), y: try nodes[1].number(in: range, file: file),
      width: try nodes[2].number(in: least...limit, file: file),
      height: try nodes[3].number(in: least...limit, file: file))
  }
}

extension DeviceKind {
  /// The kinds that can be read.
  static let readable = allCases.filter(\.touches)

  /// Reads the name of a kind that can be read.
  public static func readable(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> DeviceKind {
    let name = try node.string(file: file)
    guard let kind = readable.first(where: { $0.rawValue == name }) else {
      let names = readable.map { DocumentError.quoted($0.rawValue) }
      throw node.error(
        "expected one of \(names.joined(separator: ", ")), found \(DocumentError.quoted(name))",
        file: file, hint: Spelling.hint(for: name, in: readable.map(\.rawValue)))
    }
    return kind
  }
}

extension ObjectReader {
  /// Reads the key `rotation`, in degrees.
  public mutating func optionalRotation() throws(DocumentError) -> PanelRotation? {
    guard let degrees = try optionalInteger("rotation") else { return nil }
    guard let rotation = PanelRotation(rawValue: degrees) else {
      throw error("expected 0, 90, 180 or 270, found \(degrees)", atKey: "rotation")
    }
    return rotation
  }
}

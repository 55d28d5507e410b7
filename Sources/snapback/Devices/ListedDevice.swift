import SnapbackBasics
import SnapbackDaemon
import SnapbackEvdev
import SnapbackFiles
import SnapbackProtocol
import SnapbackTouches

/// A device in the list of `snapback devices`.
struct ListedDevice {
  let path: String
  let profile: DeviceProfile
  let assessment: DeviceAssessment

  // MARK: Text

  /// A line that identifies the device, then a line for each fact about the device and each
  /// setting.
  var text: String {
    var lines = ["\(path)  \(assessment.kind.rawValue)  \"\(profile.name)\"  \(identity)"]
    if let refusal = assessment.refusal {
      lines.append("not read: \(refusal)" + (refusal.remedy.map { "; \($0)" } ?? ""))
    } else {
      lines.append("read" + (rules.map { ", \($0)" } ?? ""))
    }
    if let axes { lines.append(axes) }
    if assessment.refusal == nil {
      lines.append("size: \(size)")
      lines += settings
    }
    lines += assessment.warnings.map { "warning: \($0)" }
    return lines.joined(separator: "\n  ")
  }

  /// Bus, vendor and product, in the form that device rules use.
  private var identity: String {
    "\(bus) \(Self.hexadecimal(number(1))):\(Self.hexadecimal(number(2)))"
  }

  private var bus: String {
    DeviceBus.allCases.first { $0.number == number(0) }?.rawValue ?? Self.hexadecimal(number(0))
  }

  private func number(_ index: Int) -> UInt16 {
    profile.identity.indices.contains(index) ? profile.identity[index] : 0
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private var rules: String? {
    guard !assessment.rules.isEmpty else { return nil }
    let numbers = assessment.rules.map { "\($0)" }.joined(separator: ", ")
    return (assessment.rules.count == 1 ? "rule " : "rules ") + numbers
  }

  private var axes: String? {
    let ranged = profile.ranged(by: assessment.settings.ranges)
    guard let (x, y) = ranged.positionAxes else { return nil }
    var line = "x \(x.minimum)...\(x.maximum) y \(y.minimum)...\(y.maximum)"
    if profile.hasSlots { line += "  \(profile.slotCount) slots" }
    return line
  }

  private var size: String {
    switch assessment.size {
    case .told(let size): "\(Self.millimeters(size)), as the device reports"
    case .configured(let size): "\(Self.millimeters(size)), by the configuration"
    case .unknown: "unknown; a rule can give \"size\""
    case .unbelievable(let size):
      "\(Self.millimeters(size)) is implausible (expected 10 to 2500 mm a side, at most 1 to 5); "
        + "a rule can give \"size\""
    }
  }

  private static func millimeters(_ size: Size) -> String {
    let (width, height) = (size.width.rounded(), size.height.rounded())
    return "\(Int32(saturating: width)) x \(Int32(saturating: height)) mm"
  }

  private var settings: [String] {
    let settings = assessment.settings
    var lines: [String] = []
    if let source = assessment.calibrationSource {
      let numbers = matrix.map { $0.map(Self.short).joined(separator: " ") }
      lines.append("calibration: \(numbers ?? "tslib"), by \(source)")
    }
    switch settings.output {
    case .points(let part):
      lines.append("output: \(Self.sides(part)) points")
    case .shares(let part):
      lines.append("output: \(Self.sides(part)) of the screen")
    case nil: break
    }
    if settings.rotation != .none { lines.append("rotation: \(settings.rotation.rawValue)") }
    return lines
  }

  /// The rows of the calibration matrix, also for a calibration in tslib's form; nil if there is no
  /// calibration.
  private var matrix: [Double]? {
    guard let (x, y) = profile.positionAxes,
      let calibration = try? assessment.settings.calibration?.resolved(x: x, y: y)
    else { return nil }
    let map = calibration.transform
    return [map.a, map.c, map.tx, map.b, map.d, map.ty]
  }

  private static func sides(_ part: Rect) -> String {
    [part.left, part.top, part.size.width, part.size.height].map(short).joined(separator: " ")
  }

  /// Formats a number. Whole numbers have no decimal point.
  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  // MARK: JSON

  /// The device as one JSON object.
  var json: String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(path, "path")
    writer.string(profile.name, "name")
    writer.string(assessment.kind.rawValue, "kind")
    writer.string(bus, "bus")
    writer.string(Self.hexadecimal(number(1)), "vendor")
    writer.string(Self.hexadecimal(number(2)), "product")
    writer.boolean(assessment.refusal == nil, "read")
    if let refusal = assessment.refusal { writer.string(refusal.description, "why") }
    if let remedy = assessment.refusal?.remedy { writer.string(remedy, "remedy") }
    if let (x, y) = profile.positionAxes {
      write(x, "x", &writer)
      write(y, "y", &writer)
      writer.integer(UInt64(clamping: profile.slotCount), "slots")
    }
    writeSize(&writer)
    writer.beginArray("rules")
    for rule in assessment.rules { writer.integer(UInt64(clamping: rule)) }
    writer.endArray()
    writeSettings(&writer)
    writer.beginArray("warnings")
    for warning in assessment.warnings { writer.string(warning) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(_ axis: AxisRange, _ key: String, _ writer: inout JSONWriter) {
    writer.beginObject(key)
    writer.factor(Double(axis.minimum), "minimum")
    writer.factor(Double(axis.maximum), "maximum")
    writer.factor(Double(axis.resolution), "unitsPerMillimeter")
    writer.endObject()
  }

  private func writeSize(_ writer: inout JSONWriter) {
    let source =
      switch assessment.size {
      case .told: "device"
      case .configured: "configuration"
      case .unknown: "unknown"
      case .unbelievable: "not believed"
      }
    writer.string(source, "sizeSource")
    guard let size = assessment.size.size else { return }
    writer.beginObject("size")
    writer.factor(size.width, "width")
    writer.factor(size.height, "height")
    writer.endObject()
  }

  private func writeSettings(_ writer: inout JSONWriter) {
    if let matrix, let source = assessment.calibrationSource {
      writer.beginArray("calibration")
      for number in matrix { writer.factor(number) }
      writer.endArray()
      writer.string(source.description, "calibrationSource")
    }
    if assessment.settings.rotation != .none {
      writer.integer(UInt64(clamping: assessment.settings.rotation.rawValue), "rotation")
    }
    switch assessment.settings.output {
    case .points(let part): write(part, "output", &writer)
    case .shares(let part): write(part, "outputShares", &writer)
    case nil: break
    }
  }

  private func write(_ part: Rect, _ key: String, _ writer: inout JSONWriter) {
    writer.beginArray(key)
    for number in [part.left, part.top, part.size.width, part.size.height] {
      writer.factor(number)
    }
    writer.endArray()
  }

  /// The JSON object of a device that cannot be opened.
  static func json(_ path: String, _ error: EvdevError) -> String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(path, "path")
    writer.boolean(false, "read")
    writer.string(error.description, "error")
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

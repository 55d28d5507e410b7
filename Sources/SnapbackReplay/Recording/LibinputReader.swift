import SnapbackTouches

/// A token of a YAML document.
public enum YAMLToken: Hashable, Sendable {
  /// A mapping begins.
  case mappingStart
  /// A sequence begins.
  case sequenceStart
  /// The innermost mapping or sequence ends.
  case end
  /// A scalar, which is a key or a value, with its escapes resolved.
  case scalar(String)
}

/// Reads the output of `libinput record`, version 1, from YAML tokens.
///
/// Unknown keys are ignored, as the format requires. Source: libinput's manual, libinput-record(1),
/// section "File format".
public struct LibinputReader: Sendable {
  /// The meaning of a mapping or sequence, determined by its path in the document.
  private enum Place: Hashable {
    case document, root, devices, device, evdev, identity, properties
    case codes, codeList(UInt16), axes, axis(UInt16), events, event, rows, row, other
  }

  /// A list of numbers in the document.
  private struct NumberList {
    var values: [Int64]
    /// The first element that is not a number.
    var oddity: String?

    var isWhole: Bool { oddity == nil }

    /// The elements as text for error messages.
    var found: String {
      if let oddity { return RecordingReader.quoted(Array(oddity.utf8.prefix(61))[...]) }
      return "\(values.prefix(8))"
    }
  }

  /// The deepest nesting that is read.
  static let depthLimit = 32

  private var places: [Place] = [.document]
  private var isMapping = [false]
  /// For each open mapping, the key whose value is the next token; nil when the next token is a
  /// key.
  private var keys: [String?] = [nil]
  private var numbers: [Int64] = []
  /// The first scalar that should be a number but is not.
  private var oddity: String?
  private var draft = RecordingDraft()
  private var faults: FaultList
  private let lines: LibinputLines

  /// Creates a reader of the tokens of `lines`; `file` is the file name for errors.
  public init(_ lines: LibinputLines, file: String, isLenient: Bool) {
    self.lines = lines
    faults = FaultList(file: file, isLenient: isLenient)
  }

  /// Processes the next token, which begins in `line` of the file.
  public mutating func take(_ token: YAMLToken, line: Int) throws(RecordingError) {
    do throws(LineFault) {
      switch token {
      case .mappingStart: try open(isMapping: true)
      case .sequenceStart: try open(isMapping: false)
      case .end: try close(line)
      case .scalar(let text): try scalar(text)
      }
    } catch {
      try faults.note(error.message, at: line)
    }
  }

  /// Records a line that is not valid YAML and was skipped.
  public mutating func damage(_ message: String, line: Int) throws(RecordingError) {
    try faults.note(message, at: line)
  }

  /// Returns the recording. The caller must call this method after the last token.
  public mutating func finish() throws(RecordingError) -> ReadRecording {
    guard !draft.streams.isEmpty else {
      throw faults.error("has no list \"devices:\" of a libinput recording", at: nil)
    }
    guard draft.hasEvents else {
      throw faults.error("has no events; nothing was touched while it was recorded", at: nil)
    }
    let recording = try draft.finish(&faults)
    return ReadRecording(
      recording: recording, format: .libinput, omissions: faults.omissions,
      warnings: lines.warnings + draft.warnings)
  }

  private mutating func open(isMapping: Bool) throws(LineFault) {
    guard places.count < Self.depthLimit else {
      throw LineFault(message: "is nested deeper than \(Self.depthLimit)")
    }
    let place = child(isMapping: isMapping)
    endValue()
    if place == .device {
      _ = try draft.addStream(RecordedStream(device: DeviceProfile(name: "")))
    }
    places.append(place)
    self.isMapping.append(isMapping)
    keys.append(nil)
    numbers.removeAll(keepingCapacity: true)
    oddity = nil
  }

  /// Returns the meaning of the mapping or sequence that begins here.
  private func child(isMapping: Bool) -> Place {
    guard let place = places.last else { return .other }
    let key = keys.last ?? nil
    switch (place, key, isMapping) {
    case (.document, _, true): return .root
    case (.root, "devices", false): return .devices
    case (.devices, _, true): return .device
    case (.device, "evdev", true): return .evdev
    case (.device, "events", false): return .events
    case (.evdev, "id", false): return .identity
    case (.evdev, "properties", false): return .properties
    case (.evdev, "codes", true): return .codes
    case (.evdev, "absinfo", true): return .axes
    case (.codes, let key?, false): return UInt16(key).map { .codeList($0) } ?? .other
    case (.axes, let key?, false): return UInt16(key).map { .axis($0) } ?? .other
    case (.events, _, true): return .event
    case (.event, "evdev", false): return .rows
    case (.rows, _, false): return .row
    default: return .other
    }
  }

  /// Marks a value as complete. In a mapping, the next token is then a key.
  private mutating func endValue() {
    keys[keys.count - 1] = nil
  }

  private mutating func scalar(_ text: String) throws(LineFault) {
    let place = places.last ?? .other
    if isMapping.last == true, keys.last == .some(nil) {
      keys[keys.count - 1] = text
      return
    }
    let key = keys.last ?? nil
    endValue()
    switch (place, key) {
    case (.root, "version"):
      guard text == "1" else {
        throw LineFault(message: "has format version \(text); only version 1 is supported")
      }
    case (.device, "node"): draft.streams[draft.streams.count - 1].node = text
    case (.evdev, "name"): draft.streams[draft.streams.count - 1].device.name = text
    case (.identity, _), (.properties, _), (.codeList, _), (.axis, _), (.row, _):
      guard numbers.count <= Int(clamping: EventCode.greatestKey), let number = Self.number(text)
      else {
        oddity = oddity ?? text
        return
      }
      numbers.append(number)
    default: break
    }
  }

  private mutating func close(_ line: Int) throws(LineFault) {
    guard places.count > 1, let place = places.popLast() else { return }
    isMapping.removeLast()
    keys.removeLast()
    let list = NumberList(values: numbers, oddity: oddity)
    numbers.removeAll(keepingCapacity: true)
    oddity = nil
    let index = draft.streams.count - 1
    switch place {
    case .identity:
      let identity = list.values.compactMap { UInt16(exactly: $0) }
      guard list.isWhole, identity.count == 4 else {
        throw Self.fault("\"id\" needs four numbers", list)
      }
      draft.streams[index].device.identity = identity
    case .properties:
      draft.streams[index].device.properties.formUnion(try Self.codes(list))
    case .codeList(let type) where type <= EventCode.greatestType:
      draft.declare(try Self.codes(list), ofType: type, stream: index)
    case .axis(let code):
      let row = list.values.compactMap { Int32(exactly: $0) }
      guard list.isWhole, row.count == 5, code <= EventCode.greatestAxis else {
        throw Self.fault("an axis needs a code up to 63 and five numbers", list)
      }
      draft.streams[index].device.setAxis(
        code,
        range: AxisRange(
          minimum: row[0], maximum: row[1], fuzz: row[2], flat: row[3], resolution: row[4]))
    case .row: try addEvent(list, line)
    default: break
    }
  }

  private mutating func addEvent(
    _ list: NumberList, _ line: Int
  ) throws(LineFault) {
    let row = list.values
    guard list.isWhole, row.count == 5, (0..<1_000_000).contains(row[1]),
      let type = UInt16(exactly: row[2]), let code = UInt16(exactly: row[3]),
      let value = Int32(exactly: row[4])
    else {
      throw Self.fault("an event is [seconds, microseconds, type, code, value]", list)
    }
    // If the clocks of the devices differ, libinput prints negative microseconds as unsigned
    // numbers.
    let microseconds = row[0] &* 1_000_000 &+ row[1]
    let (stamp, overflows) = microseconds.multipliedReportingOverflow(by: 1000)
    guard !overflows, row[0] >= 0, row[0] <= 18_446_744_073_709 else {
      throw Self.fault("an event's time is out of range", list)
    }
    try draft.add(stamp, type, code, value, to: draft.streams.count - 1, line: line)
  }

  private static func codes(_ list: NumberList) throws(LineFault) -> [UInt16] {
    let codes = list.values.compactMap { UInt16(exactly: $0) }
    guard list.isWhole, codes.count == list.values.count,
      codes.allSatisfy({ $0 <= EventCode.greatestKey })
    else {
      throw fault("codes are whole numbers up to \(EventCode.greatestKey)", list)
    }
    return codes
  }

  private static func fault(_ expected: String, _ list: NumberList) -> LineFault {
    LineFault(message: "cannot be read: \(expected); found \(list.found)")
  }

  private static func number(_ text: String) -> Int64? {
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16) }
    return Int64(text)
  }
}

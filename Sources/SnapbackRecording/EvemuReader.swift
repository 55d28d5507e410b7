import SnapbackTiming
import SnapbackTouches

/// Reads recordings in the format of `evemu-record`, versions 1.0 to 1.3.
///
/// One line a fact, by its first letter: `N:` name, `I:` identity, `P:` properties, `B:` bitmaps,
/// `A:` axes, `L:` LEDs, `S:` switches, `E:` events. Codes are hexadecimal, values decimal.
/// Source: the format's description in evemu's manual, evemu-describe(1) and evemu-record(1).
public struct EvemuReader {
  /// The largest recording that is read, in bytes.
  public static let byteLimit = 64 << 20

  private let file: String
  private var device = DeviceProfile(name: "")
  private var events: [InputEvent] = []
  private var hasName = false
  /// How many bytes of each bitmap have been read.
  private var bitmapOffsets: [UInt16: Int] = [:]
  private var propertyOffset = 0
  private var firstTime: Instant?
  private var line = 0

  private init(file: String) {
    self.file = file
  }

  /// Reads a recording; `file` is its name in errors.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> Recording {
    var reader = EvemuReader(file: file)
    return try reader.read(bytes) { error throws(RecordingError) in throw error }
  }

  /// Reads what is intact of a damaged recording, and says what it left out.
  ///
  /// A line that cannot be read is left out, and so is a last frame without its end. Throws when
  /// nothing is left.
  public static func readIntact(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> (recording: Recording, omissions: [RecordingError]) {
    var reader = EvemuReader(file: file)
    var omissions: [RecordingError] = []
    let recording = try reader.read(bytes) { error throws(RecordingError) in
      omissions.append(error)
    }
    return (recording, omissions)
  }

  /// Reads all lines; `object` decides what becomes of a fault.
  private mutating func read(
    _ bytes: [UInt8], object: (RecordingError) throws(RecordingError) -> Void
  ) throws(RecordingError) -> Recording {
    guard bytes.count <= Self.byteLimit else {
      throw error("is larger than \(Self.byteLimit) bytes; cut it into parts", at: nil)
    }
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      do throws(RecordingError) {
        try readLine(text)
      } catch {
        try object(error)
      }
    }
    guard hasName else {
      throw error("is no evemu recording: it has no line \"N: name of the device\"", at: nil)
    }
    guard let last = events.last else {
      throw error("describes a device but has no events (lines \"E: …\")", at: nil)
    }
    if !last.isReport {
      try object(
        error(
          "is cut off: the last frame has no SYN_REPORT; record it again or delete that frame",
          at: bytes.last == UInt8(ascii: "\n") ? line - 1 : line))
      while let event = events.last, !event.isReport { events.removeLast() }
    }
    return Recording(device: device, events: events)
  }

  private func error(_ message: String, at line: Int?) -> RecordingError {
    RecordingError(file: file, line: line, message: message)
  }

  private mutating func readLine(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
    var text = bytes
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    guard let first = text.first(where: { $0 != UInt8(ascii: " ") }) else { return }
    guard first != UInt8(ascii: "#") else { return }
    let kind = first
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      text[text.startIndex..<colon].count == 1
    else {
      throw unreadable("a line is a letter, a colon and its values")
    }
    let rest = text[text.index(after: colon)...]
    if kind == UInt8(ascii: "N") {
      device.name = trimmed(String(decoding: rest, as: UTF8.self))
      hasName = true
      return
    }
    let data = rest.prefix { $0 != UInt8(ascii: "#") }
    let fields = data.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
      .map { String(decoding: $0, as: UTF8.self) }
    switch kind {
    case UInt8(ascii: "I"): try readIdentity(fields)
    case UInt8(ascii: "P"): try readProperties(fields)
    case UInt8(ascii: "B"): try readBitmap(fields)
    case UInt8(ascii: "A"): try readAxis(fields)
    case UInt8(ascii: "L"), UInt8(ascii: "S"): break
    case UInt8(ascii: "E"): try readEvent(fields)
    default: throw unreadable("lines start with one of N I P B A L S E")
    }
  }

  private func unreadable(_ expected: String) -> RecordingError {
    error("cannot be read: \(expected)", at: line)
  }

  private func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }

  private mutating func readIdentity(_ fields: [String]) throws(RecordingError) {
    let numbers = fields.compactMap { UInt16($0, radix: 16) }
    guard fields.count == 4, numbers.count == 4 else {
      throw unreadable("I: needs four hexadecimal numbers")
    }
    device.identity = numbers
  }

  private mutating func readProperties(_ fields: [String]) throws(RecordingError) {
    for code in try bits(fields, from: propertyOffset) { device.properties.insert(code) }
    propertyOffset += fields.count
  }

  private mutating func readBitmap(_ fields: [String]) throws(RecordingError) {
    guard let first = fields.first, let type = UInt16(first, radix: 16) else {
      throw unreadable("B: needs a hexadecimal type and eight bytes")
    }
    let offset = bitmapOffsets[type] ?? 0
    let codes = try bits(Array(fields.dropFirst()), from: offset)
    bitmapOffsets[type] = offset + fields.count - 1
    switch type {
    case EventCode.key: device.keys.formUnion(codes)
    case EventCode.relative: device.relativeCodes.formUnion(codes)
    default: break
    }
  }

  /// The numbers of the bits that are set in hexadecimal bytes, the first at `offset` bytes.
  private func bits(_ fields: [String], from offset: Int) throws(RecordingError) -> [UInt16] {
    var codes: [UInt16] = []
    for (index, field) in fields.enumerated() {
      guard let byte = UInt8(field, radix: 16) else {
        throw unreadable("\"\(field)\" is not a hexadecimal byte")
      }
      for bit in 0..<8 where byte >> bit & 1 == 1 {
        guard let code = UInt16(exactly: (offset + index) * 8 + bit) else {
          throw unreadable("the bitmap is too long")
        }
        codes.append(code)
      }
    }
    return codes
  }

  private mutating func readAxis(_ fields: [String]) throws(RecordingError) {
    let numbers = fields.dropFirst().compactMap { Int32($0) }
    guard let first = fields.first, let code = UInt16(first, radix: 16),
      numbers.count == fields.count - 1, (4...5).contains(numbers.count)
    else {
      throw unreadable("A: needs a hexadecimal code and min max fuzz flat [resolution]")
    }
    device.setAxis(
      code,
      range: AxisRange(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers.count > 4 ? numbers[4] : 0))
  }

  private mutating func readEvent(_ fields: [String]) throws(RecordingError) {
    guard fields.count == 4, let time = Self.time(fields[0]),
      let type = UInt16(fields[1], radix: 16), let code = UInt16(fields[2], radix: 16),
      let value = Int32(fields[3])
    else {
      throw unreadable("E: needs seconds.microseconds, type, code and value")
    }
    let start = firstTime ?? time
    firstTime = start
    // The clock of a recording may step back; a time before the first event is the first's.
    let elapsed = time >= start ? time.nanoseconds - start.nanoseconds : 0
    events.append(
      InputEvent(
        time: Instant(nanoseconds: elapsed), type: type, code: code, value: value))
  }

  /// The time that `seconds.microseconds` names.
  private static func time(_ text: String) -> Instant? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 6, let seconds = Int64(parts[0]),
      let microseconds = Int64(parts[1]), seconds >= 0, microseconds >= 0
    else { return nil }
    return Instant(seconds: seconds, microseconds: microseconds)
  }
}

extension InputEvent {
  /// Whether the event ends a frame.
  fileprivate var isReport: Bool {
    type == EventCode.synchronization && code == EventCode.report
  }
}

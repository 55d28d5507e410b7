import SnapbackTouches

/// Reads recordings in the format of `evemu-record`, versions 1.0 to 1.3.
///
/// The first letter of a line gives the content of that line: `N:` name, `I:` identity, `P:`
/// properties, `B:` bitmaps, `A:` axes, `L:` LEDs, `S:` switches, `E:` events. Codes are
/// hexadecimal, values decimal. Source: the format's description in evemu's manual,
/// evemu-describe(1) and evemu-record(1).
public struct EvemuReader: LineFormat {
  static let format = RecordingFormat.evemu

  private var hasName = false
  private var hasOther = false
  /// The device's node, which `umockdev-record --evemu-events` writes before the first event.
  private var node: String?
  /// The number of bytes read so far, for each bitmap.
  private var bitmapOffsets: [UInt16: Int] = [:]
  private var propertyOffset = 0
  /// The indices of the states of lights and switches, by type and code.
  private var stateIndices: [UInt32: Int] = [:]

  init() {}

  static func begins(_ text: LineCursor) -> Bool {
    var cursor = text
    guard let letter = cursor.next(), "NIPBALSE".utf8.contains(letter) else { return false }
    return cursor.take(": ")
  }

  /// Reads a recording; `file` is the file name for errors.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> Recording {
    try RecordingReader.read(bytes, as: .evemu, file: file).recording
  }

  var warnings: [String] {
    hasName || hasOther ? [] : ["has no line \"N: name of the device\""]
  }

  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault) {
    var cursor = line
    guard !cursor.isDone() else { return }
    guard cursor.peek != UInt8(ascii: "#") else {
      if cursor.take("# device /") { node = "/" + cursor.rest() }
      return
    }
    cursor = line
    guard let kind = cursor.next(), cursor.take(":") else {
      throw .unreadable("a line is a letter, a colon and its values")
    }
    if draft.streams.isEmpty {
      _ = try draft.addStream(RecordedStream(device: DeviceProfile(name: ""), node: node))
    }
    if kind == UInt8(ascii: "N") {
      guard !hasName else { throw .unreadable("second line N:, but a file has one device") }
      draft.streams[0].device.name = cursor.rest()
      hasName = true
      return
    }
    cursor.cut(before: UInt8(ascii: "#"))
    switch kind {
    case UInt8(ascii: "E"): return try readEvent(&cursor, number, &draft)
    case UInt8(ascii: "I"): try readIdentity(&cursor, &draft.streams[0].device)
    case UInt8(ascii: "P"): try readProperties(&cursor, &draft.streams[0].device)
    case UInt8(ascii: "B"): try readBitmap(&cursor, &draft)
    case UInt8(ascii: "A"): try readAxis(&cursor, &draft.streams[0].device)
    case UInt8(ascii: "L"): try readState(EventCode.lights, &cursor, &draft.streams[0])
    case UInt8(ascii: "S"): try readState(EventCode.switches, &cursor, &draft.streams[0])
    default: throw .unreadable("lines start with one of N I P B A L S E")
    }
    hasOther = true
  }

  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError) {
    if draft.hasEvents { return }
    throw faults.error(
      hasName
        ? "describes a device but has no events (lines \"E: …\")"
        : "is not an evemu recording: it has no line \"N: name of the device\"", at: nil)
  }

  private func readIdentity(
    _ cursor: inout LineCursor, _ device: inout DeviceProfile
  ) throws(LineFault) {
    var numbers: [UInt16] = []
    while let number = cursor.hexadecimalWord(UInt16.self) { numbers.append(number) }
    guard numbers.count == 4, cursor.isDone() else {
      throw .unreadable("I: needs four hexadecimal numbers")
    }
    device.identity = numbers
  }

  private mutating func readProperties(
    _ cursor: inout LineCursor, _ device: inout DeviceProfile
  ) throws(LineFault) {
    let (codes, end) = try bits(&cursor, from: propertyOffset)
    device.properties.formUnion(codes)
    propertyOffset = end
  }

  private mutating func readBitmap(
    _ cursor: inout LineCursor, _ draft: inout RecordingDraft
  ) throws(LineFault) {
    guard let type = cursor.hexadecimalWord(UInt16.self), type <= EventCode.greatestType else {
      throw .unreadable("B: needs a hexadecimal type up to 1f and eight bytes")
    }
    let (codes, end) = try bits(&cursor, from: bitmapOffsets[type] ?? 0)
    bitmapOffsets[type] = end
    draft.declare(codes, ofType: type, stream: 0)
  }

  /// Returns the numbers of the set bits in hexadecimal bytes. The first byte has the index
  /// `offset`.
  private func bits(
    _ cursor: inout LineCursor, from offset: Int
  ) throws(LineFault) -> (codes: [UInt16], end: Int) {
    var codes: [UInt16] = []
    var place = offset
    while let field = cursor.word() {
      var digits = field
      guard let value = digits.hexadecimal(), digits.isAtEnd, let byte = UInt8(exactly: value)
      else {
        throw .unreadable("\"\(field.text)\" is not a hexadecimal byte")
      }
      guard place <= 8192 else { throw .unreadable("the bitmap is too long") }
      for bit in 0..<8 where byte >> bit & 1 == 1 {
        guard let code = UInt16(exactly: place * 8 + bit), code <= EventCode.greatestKey else {
          throw .unreadable("the bitmap is too long")
        }
        codes.append(code)
      }
      place += 1
    }
    return (codes, place)
  }

  private func readAxis(
    _ cursor: inout LineCursor, _ device: inout DeviceProfile
  ) throws(LineFault) {
    let code = cursor.hexadecimalWord(UInt16.self)
    var numbers: [Int32] = []
    while let number = cursor.decimalWord(Int32.self) { numbers.append(number) }
    guard let code, code <= EventCode.greatestAxis, (4...5).contains(numbers.count),
      cursor.isDone()
    else {
      throw .unreadable("A: needs a hexadecimal code up to 3f and min max fuzz flat [resolution]")
    }
    device.setAxis(
      code,
      range: AxisRange(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers.count > 4 ? numbers[4] : 0))
  }

  private mutating func readState(
    _ type: UInt16, _ cursor: inout LineCursor, _ stream: inout RecordedStream
  ) throws(LineFault) {
    guard let code = cursor.hexadecimalWord(UInt16.self), code <= EventCode.greatestKey,
      let value = cursor.decimalWord(Int32.self), cursor.isDone()
    else {
      throw .unreadable("L: and S: need a hexadecimal code and a state")
    }
    let key = UInt32(type) << 16 | UInt32(code)
    if let known = stateIndices[key] {
      stream.initial[known].value = value
    } else {
      stateIndices[key] = stream.initial.count
      stream.initial.append(InitialValue(type: type, code: code, value: value))
    }
  }

  private func readEvent(
    _ cursor: inout LineCursor, _ number: Int, _ draft: inout RecordingDraft
  ) throws(LineFault) {
    guard var time = cursor.word(), let stamp = time.stamp(), time.isAtEnd,
      let type = cursor.hexadecimalWord(UInt16.self),
      let code = cursor.hexadecimalWord(UInt16.self),
      let value = cursor.decimalWord(Int32.self), cursor.isDone()
    else {
      throw .unreadable("E: needs seconds.microseconds, type, code and value")
    }
    try draft.add(stamp, type, code, value, to: 0, line: number)
  }
}

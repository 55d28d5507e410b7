import SnapbackTouches

/// Reads the output of Android's `getevent`: names (`-l`) or numbers, with or without times (`-t`),
/// with or without the device column, and the device descriptions that `-p` and `-i` print.
///
/// The line of an event is `[ 12.345678] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000011`.
/// Numbers are hexadecimal, values in two's complement. Source: Android, `toolbox/getevent.c`.
struct GeteventReader: LineFormat {
  static let format = RecordingFormat.getevent
  /// The assumed interval between two frames without times, in nanoseconds.
  static let assumedStep: Int64 = 10_000_000

  /// The index of each device, by the path of its node. The path is empty if there is no device
  /// column.
  private var numbers: [String: Int] = [:]
  private var description = GeteventDescription()
  private var stamp: Int64 = 0
  private var lacksTimes = false

  init() {}

  static func begins(_ text: LineCursor) -> Bool { text.peek == UInt8(ascii: "[") }

  var warnings: [String] {
    lacksTimes
      ? ["has no times (getevent -t); frames are assumed 0.01 s apart"] : []
  }

  /// Whether a line contains an event, judged by the beginning of the line.
  static func isEvent(_ line: LineCursor) -> Bool {
    var cursor = line
    if cursor.take("[") {
      cursor.skipBlanks()
      guard cursor.stamp() != nil, cursor.take("]") else { return false }
    }
    cursor.skipBlanks()
    if cursor.take("/dev/") { return cursor.skip(past: ": ") && isEvent(cursor) }
    guard let type = cursor.word(), EventNames.type(type.text) != nil else { return false }
    return cursor.word() != nil && cursor.word() != nil
  }

  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault) {
    var cursor = line
    guard !cursor.isDone() else {
      description.end()
      return
    }
    if cursor.take("add device ") {
      guard cursor.skip(past: ": ") else { throw .unreadable("\"add device N: \" needs a path") }
      description.begin(try stream(cursor.rest(), &draft))
      return
    }
    for notice in ["remove device ", "could not ", "name: ", "poll "] {
      var copy = line
      if copy.take(notice) { return }
    }
    if let index = description.stream, line.peek == 0x20 || line.peek == 0x09 {
      return try description.read(cursor, into: &draft.streams[index])
    }
    description.end()
    try readEvent(line, number, &draft)
  }

  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError) {
    guard draft.hasEvents else {
      throw faults.error("describes devices but has no events; run getevent -lt", at: nil)
    }
  }

  private mutating func readEvent(
    _ line: LineCursor, _ number: Int, _ draft: inout RecordingDraft
  ) throws(LineFault) {
    var cursor = line
    cursor.skipBlanks()
    var hasTime = false
    if cursor.take("[") {
      cursor.skipBlanks()
      guard let time = cursor.stamp(), cursor.take("]") else {
        throw .unreadable("the time in brackets needs seconds.microseconds")
      }
      stamp = time
      hasTime = true
    }
    cursor.skipBlanks()
    var path = ""
    if cursor.peek == UInt8(ascii: "/") {
      guard let word = cursor.word()?.text, word.utf8.last == UInt8(ascii: ":") else {
        throw .unreadable("a device's path ends with a colon")
      }
      path = String(word.dropLast())
    }
    guard let type = cursor.word().flatMap({ EventNames.type($0.text) }) else {
      throw .unreadable("an event needs a type, a code and a value")
    }
    guard let name = cursor.word()?.text, let code = EventNames.code(name, type: type) else {
      throw .unreadable("an event needs a known code or four hexadecimal digits")
    }
    guard let word = cursor.word(), let value = Self.value(word) else {
      throw .unreadable("an event needs a value of eight hexadecimal digits")
    }
    let isReport = type == EventCode.synchronization && code == EventCode.report
    cursor.skipBlanks()
    guard cursor.isAtEnd || (isReport && cursor.take("rate ")) else {
      throw .unreadable("an event ends with its value")
    }
    let index = try stream(path, &draft)
    try draft.add(stamp, type, code, value, to: index, line: number)
    guard !hasTime else { return }
    lacksTimes = true
    if isReport { stamp += Self.assumedStep }
  }

  /// Returns the index of the device at `path`, adding the device if it is new.
  private mutating func stream(
    _ path: String, _ draft: inout RecordingDraft
  ) throws(LineFault) -> Int {
    if let known = numbers[path] { return known }
    // For a single device, getevent prints no device column. Events then belong to the device that
    // has been described.
    if path.isEmpty, draft.streams.count == 1 { return 0 }
    let index = try draft.addStream(
      RecordedStream(device: DeviceProfile(name: ""), node: path.isEmpty ? nil : path))
    numbers[path] = index
    return index
  }

  private static func value(_ word: LineCursor) -> Int32? {
    var cursor = word
    if let value = cursor.hexadecimal(), cursor.isAtEnd {
      return UInt32(exactly: value).map { Int32(bitPattern: $0) }
    }
    switch word.text {
    case "UP": return 0
    case "DOWN": return 1
    case "REPEAT": return 2
    case "MT_TOOL_FINGER": return 0
    case "MT_TOOL_PEN": return 1
    case "MT_TOOL_PALM": return EventCode.palm
    default: return nil
    }
  }
}

/// Reads the description of a device in getevent's output.
struct GeteventDescription {
  /// The index of the device that is being described.
  private(set) var stream: Int?
  private var section: UInt16?
  private var isInProperties = false

  mutating func begin(_ index: Int) {
    stream = index
    section = nil
    isInProperties = false
  }

  mutating func end() {
    stream = nil
  }

  mutating func read(
    _ line: LineCursor, into stream: inout RecordedStream
  ) throws(LineFault) {
    var cursor = line
    if cursor.take("name:") {
      stream.device.name = EvtestReader.unquoted(cursor.rest())
      return
    }
    for (index, key) in ["bus:", "vendor ", "product ", "version "].enumerated() {
      var copy = line
      guard copy.take(key) else { continue }
      guard let number = copy.hexadecimalWord(UInt16.self) else {
        throw .unreadable("\"\(key)\" needs a hexadecimal number")
      }
      stream.device.identity[index] = number
      return
    }
    if cursor.take("input props:") {
      isInProperties = true
      section = nil
      return
    }
    if cursor.take("events:") {
      isInProperties = false
      return
    }
    if isInProperties { return readProperty(line, &stream.device) }
    // A section begins with its name and number: "ABS (0003): ".
    var start = line
    if start.word() != nil, start.skip(past: "("), let type = start.hexadecimal(),
      start.take("):")
    {
      section = UInt16(exactly: type)
      return try readCodes(start, &stream)
    }
    if section != nil { try readCodes(line, &stream) }
  }

  private func readProperty(_ line: LineCursor, _ device: inout DeviceProfile) {
    var cursor = line
    guard let word = cursor.word() else { return }
    if let code = EventNames.property(word.text) { device.properties.insert(code) }
  }

  private func readCodes(
    _ line: LineCursor, _ stream: inout RecordedStream
  ) throws(LineFault) {
    guard let section, section > 0, section <= EventCode.greatestType else { return }
    var cursor = line
    while let word = cursor.word() {
      var name = word.text
      // A star marks a key that is down.
      if name.utf8.last == UInt8(ascii: "*") { name.removeLast() }
      guard let code = EventNames.code(name, type: section), code <= EventCode.greatestKey else {
        throw .unreadable("\"\(name)\" is not a known code")
      }
      guard section == EventCode.absolute else {
        stream.device.add(codes: [code], ofType: section)
        continue
      }
      return try readAxis(code, &cursor, &stream)
    }
  }

  private func readAxis(
    _ code: UInt16, _ cursor: inout LineCursor, _ stream: inout RecordedStream
  ) throws(LineFault) {
    var numbers: [Int32] = []
    for key in ["value ", "min ", "max ", "fuzz ", "flat ", "resolution "] {
      guard cursor.skip(past: key) else { break }
      guard let number = cursor.decimal().flatMap({ Int32(exactly: $0) }) else { break }
      numbers.append(number)
    }
    // Old versions print no resolution.
    guard code <= EventCode.greatestAxis, (5...6).contains(numbers.count) else {
      throw .unreadable("an axis needs value, min, max, fuzz, flat and resolution")
    }
    stream.device.setAxis(
      code,
      range: AxisRange(
        minimum: numbers[1], maximum: numbers[2], fuzz: numbers[3], flat: numbers[4],
        resolution: numbers.count > 5 ? numbers[5] : 0))
  }
}

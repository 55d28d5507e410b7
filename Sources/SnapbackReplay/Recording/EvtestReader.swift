import SnapbackTouches

/// Reads the output of `evtest`, with or without its description of the device.
///
/// The line of an event is `Event: time 12.345678, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X),
/// value 17`. For a synchronization event, the type, code and value are replaced by the event's
/// name between dashes, plus signs or arrows; old builds use other names, such as `Report Sync`. Of
/// other events, only the numbers are read and the names ignored. Source: evtest(1) and the output
/// of its versions.
struct EvtestReader: LineFormat {
  static let format = RecordingFormat.evtest

  private enum Section {
    case none
    case codes(UInt16)
    case properties
  }

  private var section = Section.none
  /// The axis that the following lines describe.
  private var axis: UInt16?
  private var hasEvents = false

  init() {}

  static func begins(_ text: LineCursor) -> Bool { text.begins(with: "Event: time ") }

  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault) {
    var cursor = line
    guard !cursor.isDone() else { return }
    if draft.streams.isEmpty {
      _ = try draft.addStream(RecordedStream(device: DeviceProfile(name: "")))
    }
    if cursor.take("Event: time ") {
      hasEvents = true
      return try readEvent(&cursor, number, &draft)
    }
    // The lines before the first event are the description of the device and any other output.
    guard !hasEvents else { throw .unreadable("events start with \"Event: time\"") }
    try readDescription(&cursor, &draft.streams[0])
  }

  private func readEvent(
    _ cursor: inout LineCursor, _ number: Int, _ draft: inout RecordingDraft
  ) throws(LineFault) {
    guard let stamp = cursor.stamp(), cursor.take(",") else {
      throw .unreadable("an event needs its time as seconds.microseconds")
    }
    cursor.skipBlanks()
    guard cursor.take("type ") else {
      let code = try synchronization(cursor)
      return try draft.add(stamp, EventCode.synchronization, code, 0, to: 0, line: number)
    }
    guard let type = cursor.decimal().flatMap({ UInt16(exactly: $0) }),
      cursor.skip(past: ", code "), let code = cursor.decimal().flatMap({ UInt16(exactly: $0) }),
      cursor.skip(past: ", value ")
    else {
      throw .unreadable("an event needs its type, code and value")
    }
    // Scan codes are printed in hexadecimal without a prefix.
    let isScan =
      type == EventCode.miscellaneous
      && (code == EventCode.rawCode || code == EventCode.scanCode)
    let value =
      isScan
      ? cursor.hexadecimal().flatMap { UInt32(exactly: $0) }.map { Int32(bitPattern: $0) }
      : cursor.decimal().flatMap { Int32(exactly: $0) }
    guard let value, cursor.isDone() else {
      throw .unreadable("an event needs a whole number as its value")
    }
    try draft.add(stamp, type, code, value, to: 0, line: number)
  }

  /// Returns the code of a line such as `-------------- SYN_REPORT ------------`.
  private func synchronization(_ line: LineCursor) throws(LineFault) -> UInt16 {
    var cursor = line
    guard let sign = cursor.peek, "-+>".utf8.contains(sign) else {
      throw .unreadable("the time of an event is followed by \"type\" or a synchronization")
    }
    var end = line
    let closing: UInt8 = sign == UInt8(ascii: ">") ? UInt8(ascii: "<") : sign
    while cursor.peek == sign { _ = cursor.next() }
    cursor.skipBlanks()
    end = cursor
    guard end.skip(past: String(UnicodeScalar(closing))) else {
      throw .unreadable("a synchronization needs the same signs on both sides")
    }
    switch sign {
    case UInt8(ascii: "+"): return EventCode.multitouchReport
    case UInt8(ascii: ">"): return EventCode.dropped
    default: break
    }
    for (name, code) in [
      ("SYN_CONFIG", EventCode.configuration), ("Config", EventCode.configuration),
      ("SYN_MT_REPORT", EventCode.multitouchReport), ("SYN_DROPPED", EventCode.dropped),
    ] {
      var copy = cursor
      if copy.take(name) { return code }
    }
    return EventCode.report
  }

  private mutating func readDescription(
    _ cursor: inout LineCursor, _ stream: inout RecordedStream
  ) throws(LineFault) {
    if cursor.take("Input device name: ") {
      stream.device.name = Self.unquoted(cursor.rest())
    } else if cursor.take("Input device ID: ") {
      try readIdentity(&cursor, &stream.device)
    } else if cursor.take("Event type ") {
      let type = cursor.decimal().flatMap { UInt16(exactly: $0) }
      guard let type, type <= EventCode.greatestType else {
        throw .unreadable("\"Event type\" needs a number up to 31")
      }
      section = .codes(type)
      axis = nil
    } else if cursor.take("Event code ") {
      try readCode(&cursor, &stream.device)
    } else if cursor.take("Property type ") || cursor.take("Property ") {
      guard let code = cursor.decimal().flatMap({ UInt16(exactly: $0) }), code < 64 else {
        throw .unreadable("\"Property\" needs a number up to 63")
      }
      stream.device.properties.insert(code)
    } else if cursor.take("Properties:") || cursor.take("Key repeat handling:")
      || cursor.take("Repeat ") || cursor.take("Testing ")
    {
      section = .none
      axis = nil
    } else {
      try readValue(&cursor, &stream)
    }
  }

  private func readIdentity(
    _ cursor: inout LineCursor, _ device: inout DeviceProfile
  ) throws(LineFault) {
    var numbers: [UInt16] = []
    for key in ["bus ", "vendor ", "product ", "version "] {
      cursor.skipBlanks()
      guard cursor.take(key), let number = cursor.hexadecimalWord(UInt16.self) else {
        throw .unreadable("\"Input device ID:\" needs bus, vendor, product and version")
      }
      numbers.append(number)
    }
    device.identity = numbers
  }

  private mutating func readCode(
    _ cursor: inout LineCursor, _ device: inout DeviceProfile
  ) throws(LineFault) {
    guard let code = cursor.decimal().flatMap({ UInt16(exactly: $0) }),
      code <= EventCode.greatestKey
    else {
      throw .unreadable("\"Event code\" needs a number up to \(EventCode.greatestKey)")
    }
    axis = nil
    guard case .codes(let type) = section else { return }
    guard type == EventCode.absolute else {
      return device.add(codes: [code], ofType: type)
    }
    guard code <= EventCode.greatestAxis else {
      throw .unreadable("an axis has a code up to \(EventCode.greatestAxis)")
    }
    axis = code
    device.setAxis(code, range: AxisRange(minimum: 0, maximum: 0))
  }

  /// Reads one of the lines `Value`, `Min`, `Max`, `Fuzz`, `Flat` and `Resolution` below an axis.
  private func readValue(
    _ cursor: inout LineCursor, _ stream: inout RecordedStream
  ) throws(LineFault) {
    guard let axis, var range = stream.device.axis(axis), let key = cursor.word()?.text,
      ["Value", "Min", "Max", "Fuzz", "Flat", "Resolution"].contains(key)
    else { return }
    guard let value = cursor.decimalWord(Int32.self), cursor.isDone() else {
      throw .unreadable("\"\(key)\" needs a whole number")
    }
    switch key {
    case "Min": range.minimum = value
    case "Max": range.maximum = value
    case "Fuzz": range.fuzz = value
    case "Flat": range.flat = value
    case "Resolution": range.resolution = value
    default:
      // On an axis of contacts, the value belongs to an unknown slot and is ignored.
      let isSingle = axis < EventCode.slot
      if isSingle, value != 0, stream.initial.count <= Int(clamping: EventCode.greatestAxis) {
        stream.initial.append(
          InitialValue(type: EventCode.absolute, code: axis, value: value))
      }
      return
    }
    stream.device.setAxis(axis, range: range)
  }

  /// Returns a text without the quotes around it.
  static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return text }
    return String(text.dropFirst().dropLast())
  }
}

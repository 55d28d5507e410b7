import SnapbackDocument
import SnapbackTouches

/// Reads Snapback's own format. Each line is one JSON object, which describes the recording, a
/// device or a touch frame.
///
/// ```
/// {"recording":{"version":1,"clock":"4711.000000000","time":"2026-05-04T12:00:00.000000000Z"}}
/// {"device":{"name":"Panel","identity":[24,1,2,3],"axes":[[53,0,1079,0,0,16]],"keys":[330],…}}
/// {"frame":{"device":0,"time":8333333,"events":[[3,53,400],[0,0,0]]}}
/// ```
///
/// `clock` is the value of the recording's clock at the frames' time zero, in seconds. Frame times
/// are in nanoseconds.
struct FrameLinesReader: LineFormat {
  static let format = RecordingFormat.snapback
  /// The version of the format that is written, and the only one that can be read.
  static let version = 1

  private var clock: Int64 = 0

  init() {}

  static func begins(_ text: LineCursor) -> Bool {
    ["{\"recording\":{", "{\"device\":{", "{\"frame\":{"].contains(where: text.begins)
  }

  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault) {
    var cursor = line
    guard !cursor.isDone() else { return }
    do throws(DocumentError) {
      let node = try DocumentNode.parse(line.text, file: "")
      var reader = try ObjectReader(node, file: "")
      if reader.has("frame") {
        try readFrame(&reader, number, &draft)
      } else if reader.has("device") {
        try readDevice(&reader, &draft)
      } else {
        try readHead(&reader, &draft)
      }
    } catch {
      throw LineFault(
        message: "cannot be read: column \(error.position.column): \(error.message)",
        showsLine: true)
    }
  }

  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError) {
    guard draft.hasEvents else {
      throw faults.error("has no frames (lines {\"frame\": …})", at: nil)
    }
  }

  private mutating func readHead(
    _ line: inout ObjectReader, _ draft: inout RecordingDraft
  ) throws(DocumentError) {
    var object = try line.object("recording")
    _ = try object.integer("version", in: Self.version...Self.version)
    let text = try object.string("clock")
    guard let reading = UTCTime.clock(text) else {
      throw object.error("the clock is written as \"4711.000000000\"", atKey: "clock")
    }
    clock = reading
    draft.unixStamp = clock
    guard let text = try object.optionalString("time") else { return }
    guard let time = UTCTime.nanoseconds(text) else {
      throw object.error(
        "a time is written as \"2026-05-04T12:00:00.000000000Z\"", atKey: "time")
    }
    draft.unixTime = time
  }

  private func readDevice(
    _ line: inout ObjectReader, _ draft: inout RecordingDraft
  ) throws(DocumentError) {
    var object = try line.object("device")
    var stream = RecordedStream(device: DeviceProfile(name: try object.string("name")))
    stream.node = try object.optionalString("node")
    if let identity = try object.optionalArray("identity", count: 4...4) {
      stream.device.identity = try identity.map { node throws(DocumentError) in
        try Self.code(node, upTo: .max)
      }
    }
    for (key, type) in [("keys", EventCode.key), ("relative", EventCode.relative)] {
      for node in try object.optionalArray(key) ?? [] {
        stream.device.add(codes: [try Self.code(node, upTo: EventCode.greatestKey)], ofType: type)
      }
    }
    for node in try object.optionalArray("properties") ?? [] {
      stream.device.properties.insert(try Self.code(node, upTo: EventCode.greatestKey))
    }
    for node in try object.optionalArray("other") ?? [] {
      let pair = try node.array(count: 2...2, file: "")
      let type = try Self.code(pair[0], upTo: EventCode.greatestType)
      stream.device.add(codes: [try Self.code(pair[1], upTo: .max)], ofType: type)
    }
    for node in try object.optionalArray("axes") ?? [] {
      let row = try Self.numbers(node, count: 6)
      let code = try Self.code(try node.array(file: "")[0], upTo: EventCode.greatestAxis)
      stream.device.setAxis(
        code,
        range: AxisRange(
          minimum: row[1], maximum: row[2], fuzz: row[3], flat: row[4], resolution: row[5]))
    }
    for node in try object.optionalArray("initial") ?? [] {
      let row = try node.array(count: 3...4, file: "")
      stream.initial.append(
        InitialValue(
          slot: row.count > 3 ? try Self.value(row[3]) : nil,
          type: try Self.code(row[0], upTo: .max), code: try Self.code(row[1], upTo: .max),
          value: try Self.value(row[2])))
    }
    do throws(LineFault) {
      _ = try draft.addStream(stream)
    } catch {
      throw object.error(error.message, at: object.node)
    }
  }

  private func readFrame(
    _ line: inout ObjectReader, _ number: Int, _ draft: inout RecordingDraft
  ) throws(DocumentError) {
    var object = try line.object("frame")
    guard !draft.streams.isEmpty else {
      throw object.error("a frame must follow its device", at: object.node)
    }
    let device = try object.integer("device", in: 0...(draft.streams.count - 1))
    let time = try Self.time(try object.node("time"))
    let (stamp, overflows) = clock.addingReportingOverflow(time)
    guard !overflows else { throw object.error("the time is too large", atKey: "time") }
    // Read all rows before adding any of them, so that a faulty frame is omitted as a whole.
    var rows: [(type: UInt16, code: UInt16, value: Int32)] = []
    for node in try object.array("events") {
      let row = try node.array(count: 3...3, file: "")
      rows.append(
        (
          try Self.code(row[0], upTo: .max), try Self.code(row[1], upTo: .max),
          try Self.value(row[2])
        ))
    }
    for row in rows {
      do throws(LineFault) {
        try draft.add(stamp, row.type, row.code, row.value, to: device, line: number)
      } catch {
        throw object.error(error.message, at: object.node)
      }
    }
  }

  /// Reads nanoseconds, given as a number or, above 2⁵³, as a string.
  private static func time(_ node: DocumentNode) throws(DocumentError) -> Int64 {
    guard case .string(let text) = node.value else {
      return Int64(clamping: try node.integer(in: 0...(.max), file: ""))
    }
    guard let value = UInt64(text) else {
      throw node.error("a time is a whole number of nanoseconds", file: "")
    }
    return Int64(bitPattern: value)
  }

  private static func code(
    _ node: DocumentNode, upTo greatest: UInt16
  ) throws(DocumentError) -> UInt16 {
    UInt16(clamping: try node.integer(in: 0...Int(clamping: greatest), file: ""))
  }

  private static func value(_ node: DocumentNode) throws(DocumentError) -> Int32 {
    let least = Int(clamping: Int32.min)
    let greatest = Int(clamping: Int32.max)
    return Int32(clamping: try node.integer(in: least...greatest, file: ""))
  }

  private static func numbers(
    _ node: DocumentNode, count: Int
  ) throws(DocumentError) -> [Int32] {
    var numbers: [Int32] = []
    for element in try node.array(count: count...count, file: "") {
      numbers.append(try value(element))
    }
    return numbers
  }
}

public import SnapbackBasics
public import SnapbackTouches

/// Writes recordings in Snapback's own format, either line by line or as a whole.
///
/// The format preserves a complete ``Recording``. The frames of several devices are ordered by
/// time.
public enum FrameLinesWriter {
  /// The most events in one line.
  static let rowLimit = 256

  /// Returns the recording as text.
  public static func text(_ recording: Recording) -> String {
    var text = head(clock: recording.origin, unixTime: recording.unixTime)
    for stream in recording.streams { text += device(stream) }
    // Order the frames of several devices by time, as they would arrive.
    var places = recording.streams.map { _ in 0 }
    while true {
      var next: (stream: Int, time: Instant)?
      for (index, stream) in recording.streams.enumerated()
      where places[index] < stream.events.count {
        let time = stream.events[places[index]].time
        if next.map({ time < $0.time }) ?? true { next = (index, time) }
      }
      guard let (index, time) = next else { return text }
      let events = recording.streams[index].events
      let end = endOfLine(events[places[index]...])
      text += frame(events[places[index]..<end], device: index, time: time)
      places[index] = end
    }
  }

  /// Returns the first line: the clock's value and the time of day at the frames' time zero.
  public static func head(clock: Int64, unixTime: Int64?) -> String {
    let time = unixTime.map { ",\"time\":\"\(UTCTime.text($0))\"" } ?? ""
    return "{\"recording\":{\"version\":\(FrameLinesReader.version),\"clock\":\""
      + "\(UTCTime.text(clock: clock))\"\(time)}}\n"
  }

  /// Returns the line of a device; devices are numbered from 0 in the order of their lines.
  public static func device(_ stream: RecordedStream) -> String {
    let device = stream.device
    var parts = ["\"name\":\(JSONText.quoted(device.name))"]
    if let node = stream.node { parts.append("\"node\":\(JSONText.quoted(node))") }
    parts.append("\"identity\":\(list(device.identity))")
    let axes = device.axes.map { code, axis in
      "[\(code),\(axis.minimum),\(axis.maximum),\(axis.fuzz),\(axis.flat),\(axis.resolution)]"
    }
    parts.append("\"axes\":[\(axes.joined(separator: ","))]")
    parts.append("\"keys\":\(list(device.keys.sorted()))")
    if !device.relativeCodes.isEmpty {
      parts.append("\"relative\":\(list(device.relativeCodes.sorted()))")
    }
    parts.append("\"properties\":\(list(device.properties.sorted()))")
    let other = device.otherCodes.keys.sorted().flatMap { type in
      device.codes(ofType: type).sorted().map { "[\(type),\($0)]" }
    }
    if !other.isEmpty { parts.append("\"other\":[\(other.joined(separator: ","))]") }
    let initial = stream.initial.map { value in
      "[\(value.type),\(value.code),\(value.value)\(value.slot.map { ",\($0)" } ?? "")]"
    }
    if !initial.isEmpty { parts.append("\"initial\":[\(initial.joined(separator: ","))]") }
    return "{\"device\":{\(parts.joined(separator: ","))}}\n"
  }

  /// Returns the end index of the first line of `events`. The line ends after a `SYN_REPORT`,
  /// before an event with another time, or after ``rowLimit`` events.
  public static func endOfLine(_ events: ArraySlice<InputEvent>) -> Int {
    var end = events.startIndex
    while end < events.endIndex, events[end].time == events[events.startIndex].time,
      end - events.startIndex < rowLimit
    {
      end += 1
      if events[end - 1].endsFrame { break }
    }
    return end
  }

  /// Returns the line of events that share a time.
  public static func frame(
    _ events: some Collection<InputEvent>, device: Int, time: Instant
  ) -> String {
    let isExact = time.nanoseconds < 1 << 53
    let rows = events.map { "[\($0.type),\($0.code),\($0.value)]" }.joined(separator: ",")
    let text = isExact ? "\(time.nanoseconds)" : "\"\(time.nanoseconds)\""
    return "{\"frame\":{\"device\":\(device),\"time\":\(text),\"events\":[\(rows)]}}\n"
  }

  private static func list(_ codes: [UInt16]) -> String {
    "[" + codes.map { String($0) }.joined(separator: ",") + "]"
  }
}

/// Quotes text so that JSON and YAML parsers read the same string.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5c:
        result += "\\"
        result.unicodeScalars.append(scalar)
      case 0x20..<0x7f, 0xa0..<0x2028, 0x202a..<0xfeff, 0xff00..<0xfffe, 0x10000...:
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return result + "\""
  }
}

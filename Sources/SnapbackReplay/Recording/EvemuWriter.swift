import SnapbackBasics
public import SnapbackTouches

/// Writes recordings in evemu's format, version 1.3, which evemu's own tools can replay.
public enum EvemuWriter {
  /// Returns the first device of the recording as text.
  public static func text(_ recording: Recording) -> String {
    text(recording, stream: 0)
  }

  /// Returns one device of the recording as text, because the format supports only one device.
  /// Times are rounded down to microseconds. If the origin is negative, times are relative to the
  /// origin.
  public static func text(_ recording: Recording, stream index: Int) -> String {
    guard recording.streams.indices.contains(index) else { return "" }
    let stream = recording.streams[index]
    var text = description(stream, unixTime: recording.unixTime)
    let origin = UInt64(clamping: recording.origin)
    for event in stream.events {
      text += line(event, nanoseconds: event.time.nanoseconds &+ origin)
    }
    return text
  }

  /// Returns the lines that describe the device, which precede the events.
  public static func description(_ stream: RecordedStream, unixTime: Int64?) -> String {
    let device = stream.device
    var lines = ["# EVEMU 1.3"]
    if let unixTime { lines.append("# Recorded: \(UTCTime.text(unixTime))") }
    lines += [
      "N: \(line(device.name))",
      "I: " + device.identity.map { hexadecimal($0, digits: 4) }.joined(separator: " "),
    ]
    lines += properties(device.properties)
    lines += bitmap(EventCode.synchronization, types(of: device))
    for type in [EventCode.key, EventCode.relative, EventCode.absolute]
      + device.otherCodes.keys.sorted()
    {
      lines += bitmap(type, device.codes(ofType: type))
    }
    for (code, axis) in device.axes {
      lines.append(
        "A: \(hexadecimal(code, digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) "
          + "\(axis.flat) \(axis.resolution)")
    }
    for state in stream.initial where state.slot == nil {
      guard state.type == EventCode.lights || state.type == EventCode.switches else { continue }
      let letter = state.type == EventCode.lights ? "L" : "S"
      lines.append("\(letter): \(hexadecimal(state.code, digits: 2)) \(state.value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the line of an event at `nanoseconds`, rounded down to microseconds.
  public static func line(_ event: InputEvent, nanoseconds: UInt64) -> String {
    let microseconds = nanoseconds / 1000
    return "E: \(microseconds / 1_000_000)."
      + "\(UTCTime.padded(microseconds % 1_000_000, digits: 6)) "
      + "\(hexadecimal(event.type, digits: 4)) \(hexadecimal(event.code, digits: 4)) "
      + "\(event.value)\n"
  }

  /// Returns a name with control characters replaced, because a line break would begin another
  /// line.
  private static func line(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  private static func properties(_ codes: Set<UInt16>) -> [String] {
    let rows = Int(clamping: codes.max() ?? 0) / 64 + 1
    let all = bytes(codes, count: rows * 8).split(separator: " ")
    return (0..<rows).map { row in
      "P: " + all[(row * 8)..<(row * 8 + 8)].joined(separator: " ")
    }
  }

  private static func types(of device: DeviceProfile) -> Set<UInt16> {
    var types = Set(device.otherCodes.keys)
    types.insert(EventCode.synchronization)
    if !device.keys.isEmpty { types.insert(EventCode.key) }
    if !device.relativeCodes.isEmpty { types.insert(EventCode.relative) }
    if !device.axes.isEmpty { types.insert(EventCode.absolute) }
    return types
  }

  /// Returns as many `B:` lines as the highest code needs, with eight bytes per line.
  private static func bitmap(_ type: UInt16, _ codes: Set<UInt16>) -> [String] {
    guard let greatest = codes.max() else { return [] }
    let rows = Int(greatest) / 64 + 1
    let all = bytes(codes, count: rows * 8).split(separator: " ")
    return (0..<rows).map { row in
      "B: \(hexadecimal(type, digits: 2)) "
        + all[(row * 8)..<(row * 8 + 8)].joined(separator: " ")
    }
  }

  private static func bytes(_ codes: Set<UInt16>, count: Int) -> String {
    var bytes = [UInt16](repeating: 0, count: count)
    for code in codes where Int(code) / 8 < count { bytes[Int(code) / 8] |= 1 << (code % 8) }
    return bytes.map { hexadecimal($0, digits: 2) }.joined(separator: " ")
  }

  private static func hexadecimal(_ value: UInt16, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

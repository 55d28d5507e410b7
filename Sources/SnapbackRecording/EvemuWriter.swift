import SnapbackTiming
import SnapbackTouches

/// Writes recordings in the format of evemu, version 1.3, which evemu's own tools play.
public enum EvemuWriter {
  /// The recording as text.
  public static func text(_ recording: Recording) -> String {
    let device = recording.device
    var lines = [
      "# EVEMU 1.3",
      "N: \(device.name)",
      "I: " + device.identity.map { hexadecimal($0, digits: 4) }.joined(separator: " "),
      "P: " + bytes(device.properties, count: 8),
    ]
    lines += bitmap(EventCode.synchronization, types(of: device))
    lines += bitmap(EventCode.key, device.keys)
    lines += bitmap(EventCode.relative, device.relativeCodes)
    lines += bitmap(EventCode.absolute, Set(device.axes.map(\.code)))
    for (code, axis) in device.axes {
      lines.append(
        "A: \(hexadecimal(code, digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) "
          + "\(axis.flat) \(axis.resolution)")
    }
    for event in recording.events {
      let microseconds = event.time.nanoseconds / 1000
      let part = String(microseconds % 1_000_000)
      let padded = String(repeating: "0", count: 6 - part.utf8.count) + part
      lines.append(
        "E: \(microseconds / 1_000_000).\(padded) \(hexadecimal(event.type, digits: 4)) "
          + "\(hexadecimal(event.code, digits: 4)) \(event.value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func types(of device: DeviceProfile) -> Set<UInt16> {
    var types: Set<UInt16> = [EventCode.synchronization]
    if !device.keys.isEmpty { types.insert(EventCode.key) }
    if !device.relativeCodes.isEmpty { types.insert(EventCode.relative) }
    if !device.axes.isEmpty { types.insert(EventCode.absolute) }
    return types
  }

  /// `B:` lines of eight bytes each, as many as the greatest code needs.
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

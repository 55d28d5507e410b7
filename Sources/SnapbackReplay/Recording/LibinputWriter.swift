import SnapbackBasics
import SnapbackTouches

/// Writes recordings in the YAML format of `libinput record`, version 1.
///
/// Times are rounded down to microseconds.
public enum LibinputWriter {
  /// Returns the recording as text.
  public static func text(_ recording: Recording) -> String {
    var text = """
      # libinput record
      version: 1
      ndevices: \(recording.streams.count)
      devices:

      """
    for stream in recording.streams { text += device(stream, origin: recording.origin) }
    return text
  }

  private static func device(_ stream: RecordedStream, origin: Int64) -> String {
    let device = stream.device
    var lines: [String] = []
    lines.append("- node: \(JSONText.quoted(stream.node ?? "unknown"))")
    lines.append("  evdev:")
    lines.append("    name: \(JSONText.quoted(device.name))")
    lines.append("    id: \(list(device.identity))")
    lines.append("    codes:")
    lines.append("      0: [0, 1, 2, 3] # EV_SYN")
    let types = [EventCode.key, EventCode.relative, EventCode.absolute] + device.otherCodes.keys
    for type in types.sorted() where !device.codes(ofType: type).isEmpty {
      lines.append("      \(type): \(list(device.codes(ofType: type).sorted()))")
    }
    lines.append(device.axes.isEmpty ? "    absinfo: {}" : "    absinfo:")
    for (code, axis) in device.axes {
      lines.append(
        "      \(code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), "
          + "\(axis.resolution)]")
    }
    lines.append("    properties: \(list(device.properties.sorted()))")
    lines.append("  quirks:")
    lines.append("  events:")
    var opensFrame = true
    for event in stream.events {
      if opensFrame { lines.append("  - evdev:") }
      opensFrame = event.endsFrame
      lines.append(row(event, origin: origin))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ event: InputEvent, origin: Int64) -> String {
    let stamp = Int64(bitPattern: UInt64(bitPattern: origin) &+ event.time.nanoseconds)
    // Round down, also below zero; libinput prints negative numbers as unsigned.
    let down = stamp / 1000 - (stamp % 1000 < 0 ? 1 : 0)
    let microseconds = UInt64(bitPattern: down)
    return "    - [\(microseconds / 1_000_000), \(microseconds % 1_000_000), \(event.type), "
      + "\(event.code), \(event.value)]"
  }

  private static func list(_ codes: [UInt16]) -> String {
    "[" + codes.map { String($0) }.joined(separator: ", ") + "]"
  }
}

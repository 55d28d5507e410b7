import SnapbackTouches

/// Reads events in the kernel's binary format, as from `cat /dev/input/event5 > panel.raw`.
///
/// An event is a `struct input_event`, little-endian: the time in seconds and microseconds, 8 bytes
/// each on 64-bit systems and 4 bytes each on 32-bit systems, then type (2 bytes), code (2 bytes)
/// and value (4 bytes). Source: Linux, `include/uapi/linux/input.h`.
enum RawReader {
  /// The sizes of an event, in bytes: on 64-bit and on 32-bit systems.
  private static let sizes = [24, 16]
  /// The largest number of events that are examined to find the size of an event.
  private static let lookedAt = 64
  /// The event types of the kernel, `EV_…`.
  private static let types: Set<UInt16> = [0, 1, 2, 3, 4, 5, 17, 18, 20, 21, 22, 23]

  /// Whether the bytes are events in the kernel's binary format.
  static func matches(_ bytes: [UInt8]) -> Bool { size(of: bytes) != nil }

  /// Returns the size with which the first events are all plausible; nil if there is none.
  private static func size(of bytes: [UInt8]) -> Int? {
    sizes.first { size in
      guard let first = event(bytes, 0, size), first.seconds > 0 else { return false }
      for index in 1..<lookedAt where (index + 1) * size <= bytes.count {
        guard event(bytes, index, size) != nil else { return false }
      }
      return true
    }
  }

  static func read(
    _ bytes: [UInt8], as format: RecordingFormat, _ faults: inout FaultList
  ) throws(RecordingError) -> ReadRecording {
    guard bytes.count <= RecordingReader.byteLimit else {
      throw faults.error("is larger than \(RecordingReader.byteLimit) bytes; split it", at: nil)
    }
    guard let size = size(of: bytes) else {
      throw faults.error("has no events of the kernel (struct input_event)", at: nil)
    }
    var draft = RecordingDraft()
    for index in 0..<bytes.count / size {
      guard let event = event(bytes, index, size) else {
        try faults.note(
          "cannot be read: bytes \(index * size) to \(index * size + size - 1) are not an event of "
            + "\(size) bytes (struct input_event)", at: nil)
        continue
      }
      do throws(LineFault) {
        if draft.streams.isEmpty {
          _ = try draft.addStream(RecordedStream(device: DeviceProfile(name: "")))
        }
        try draft.add(event.stamp, event.type, event.code, event.value, to: 0, line: 0)
      } catch {
        throw faults.error(error.message, at: nil)
      }
    }
    let rest = bytes.count % size
    if rest > 0 {
      try faults.note(
        "is cut off: its last \(rest) bytes are less than an event of \(size) bytes; record it "
          + "again", at: nil)
    }
    let recording = try draft.finish(&faults)
    return ReadRecording(
      recording: recording, format: format, omissions: faults.omissions, warnings: draft.warnings)
  }

  private struct RawEvent {
    var seconds: UInt64
    var microseconds: UInt64
    var type: UInt16
    var code: UInt16
    var value: Int32

    /// The time in nanoseconds, modulo 2⁶⁴ if it is out of range.
    var stamp: Int64 {
      Int64(truncatingIfNeeded: seconds &* 1_000_000_000 &+ microseconds &* 1000)
    }
  }

  /// Returns an event; nil if the bytes are not a possible event.
  private static func event(_ bytes: [UInt8], _ index: Int, _ size: Int) -> RawEvent? {
    let start = index * size
    guard start + size <= bytes.count else { return nil }
    /// Returns a little-endian number of `count` bytes.
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      bytes[start + offset..<start + offset + count].reversed().reduce(0) {
        $0 << 8 | UInt64(truncatingIfNeeded: $1)
      }
    }
    let half = (size - 8) / 2
    let event = RawEvent(
      seconds: number(0, half), microseconds: number(half, half),
      type: UInt16(truncatingIfNeeded: number(2 * half, 2)),
      code: UInt16(truncatingIfNeeded: number(2 * half + 2, 2)),
      value: Int32(truncatingIfNeeded: number(2 * half + 4, 4)))
    let isPossible =
      event.microseconds < 1_000_000 && event.seconds < 1 << 33 && types.contains(event.type)
      && event.code <= EventCode.greatestKey
    return isPossible ? event : nil
  }
}

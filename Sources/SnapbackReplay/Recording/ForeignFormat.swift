/// Recognizes files that are no event recordings but are easily mistaken for such, and explains how
/// to get a recording.
enum ForeignFormat {
  /// The first bytes of files that a command can convert into a recording, and that command.
  private static let convertible: [(bytes: [UInt8], state: String, command: String)] = [
    ([0xff, 0xfe], "is UTF-16; convert", "iconv -f UTF-16 -t UTF-8"),
    ([0xfe, 0xff], "is UTF-16; convert", "iconv -f UTF-16 -t UTF-8"),
    ([0x1f, 0x8b], "is compressed; unpack", "gunzip"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "is compressed; unpack", "unxz"),
    ([0x28, 0xb5, 0x2f, 0xfd], "is compressed; unpack", "unzstd"),
  ]
  /// The first bytes of packet captures: pcap and pcapng.
  private static let captures: [[UInt8]] = [[0xd4, 0xc3, 0xb2, 0xa1], [0x0a, 0x0d, 0x0d, 0x0a]]
  private static let capture =
    "is a capture of packets (pcap), which only a kernel turns into events; record the device "
    + "itself: snapback record"
  private static let reports =
    "has the HID reports of hid-recorder, which only a kernel turns into events; play it with "
    + "hid-replay and record the device that appears: snapback record"
  private static let umockdev =
    "and no events (umockdev); record these as well: "
    + "umockdev-record --evemu-events /dev/input/eventN=EVENTS -- evtest /dev/input/eventN"
  private static let seat =
    "is the output of libinput debug-events, which has no positions of the device; record with: "
    + "libinput record"

  /// Returns the explanation for a file in one of these foreign formats; nil for any other file.
  static func message(_ bytes: [UInt8], file: String) -> String? {
    if let found = convertible.first(where: { bytes.starts(with: $0.bytes) }) {
      return "\(found.state) it with: \(found.command) \(file)"
    }
    return captures.contains { bytes.starts(with: $0) } ? capture : lines(bytes)
  }

  private static func lines(_ bytes: [UInt8]) -> String? {
    var lines = LineIterator(bytes)
    for _ in 0..<RecordingFormat.linesLookedAt {
      guard let range = lines.next() else { return nil }
      let line = LineCursor(
        bytes, range.lowerBound..<min(range.upperBound, range.lowerBound + 2000))
      if isReport(line) { return reports }
      if line.begins(with: "P: /") { return "has the description of a device " + umockdev }
      if line.begins(with: "@DEV /") || line.begins(with: "EVIOCG") {
        return "has the answers of a device to ioctls " + umockdev
      }
      var cursor = line
      if line.begins(with: "-event") || line.begins(with: " event"),
        cursor.skip(past: "DEVICE_ADDED ")
      {
        return seat
      }
    }
    return nil
  }

  /// Whether a line contains a HID report, such as `E: 0.000000 3 01 ff 0a`, or a report
  /// descriptor, such as `R: 2 05 0d`. Both contain a number of bytes, followed by as many bytes.
  private static func isReport(_ line: LineCursor) -> Bool {
    var cursor = line
    if cursor.take("E: ") {
      guard cursor.stamp() != nil else { return false }
    } else if !cursor.take("R: ") {
      return false
    }
    guard let count = cursor.decimalWord(Int.self), count > 0 else { return false }
    var found = 0
    while let word = cursor.word(), found < count {
      guard word.text.utf8.count == 2, UInt8(word.text, radix: 16) != nil else { return false }
      found += 1
    }
    // Only the first part of a long line is examined.
    return found == count || found >= 100
  }
}

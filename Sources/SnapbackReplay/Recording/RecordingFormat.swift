/// The formats of recordings.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// `evemu-record`, versions 1.0 to 1.3.
  case evemu
  /// `libinput record`, YAML, version 1.
  case libinput
  /// The output of `evtest`.
  case evtest
  /// The output of Android's `getevent`.
  case getevent
  /// Events in the kernel's binary format, as from `cat /dev/input/event5`.
  case raw
  /// A script of `umockdev-record`.
  case script
  /// Snapback's own format, with several devices, times in nanoseconds and the time of day.
  case snapback

  /// The format's display name.
  public var title: String {
    switch self {
    case .evemu: "evemu"
    case .libinput: "libinput's YAML"
    case .evtest: "evtest"
    case .getevent: "getevent"
    case .raw: "raw events"
    case .script: "umockdev's script"
    case .snapback: "snapback"
    }
  }

  /// The number of lines that are examined to detect the format.
  static let linesLookedAt = 2000

  /// Detects the format of a file by the first line that occurs in only one format. Returns nil if
  /// there is no such line.
  public static func detect(_ bytes: [UInt8]) -> RecordingFormat? {
    if RawReader.matches(bytes) { return .raw }
    var lines = LineIterator(bytes)
    for _ in 0..<linesLookedAt {
      guard let range = lines.next() else { return nil }
      var cursor = LineCursor(
        bytes, range.lowerBound..<min(range.upperBound, range.lowerBound + 200))
      if let format = detect(line: &cursor) { return format }
    }
    return nil
  }

  private static func detect(line cursor: inout LineCursor) -> RecordingFormat? {
    let isIndented = cursor.peek == UInt8(ascii: " ")
    cursor.skipBlanks()
    if cursor.take("{\"recording\"") { return .snapback }
    if UmockdevScript.isRead(cursor) { return .script }
    if cursor.take("# EVEMU ") { return .evemu }
    if cursor.take("# libinput record") || cursor.take("ndevices:") { return .libinput }
    if cursor.take("devices:") { return .libinput }
    if cursor.take("Event: time ") || cursor.take("Input driver version is ") { return .evtest }
    if cursor.take("Input device name: ") || cursor.take("Input device ID: ") { return .evtest }
    if cursor.take("add device ") { return .getevent }
    if GeteventReader.isEvent(cursor), !isIndented || cursor.peek == UInt8(ascii: "[") {
      return .getevent
    }
    if !isIndented, let letter = cursor.next(), "NIPBAE".utf8.contains(letter),
      cursor.take(":"), cursor.peek == UInt8(ascii: " ")
    {
      return .evemu
    }
    return nil
  }
}

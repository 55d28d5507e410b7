/// A recording with information about its file.
public struct ReadRecording: Sendable {
  /// The recording.
  public var recording: Recording
  /// The format of the file.
  public var format: RecordingFormat
  /// The damaged parts that were omitted.
  public var omissions: Omissions
  /// Warnings for users of the recording.
  public var warnings: [String]

  /// Creates the result of a reader.
  public init(
    recording: Recording, format: RecordingFormat, omissions: Omissions = Omissions(),
    warnings: [String] = []
  ) {
    self.recording = recording
    self.format = format
    self.omissions = omissions
    self.warnings = warnings
  }
}

/// Reads recordings in line-based formats: all except that of `libinput record`.
///
/// Linear in the size of the file.
public enum RecordingReader {
  /// The largest recording that is read, in bytes.
  public static let byteLimit = 64 << 20

  /// Reads a recording; `file` is the file name for errors.
  ///
  /// In lenient mode, unreadable lines and an incomplete last frame are omitted; throws if nothing
  /// is left. Otherwise the first fault is thrown.
  public static func read(
    _ bytes: [UInt8], as format: RecordingFormat, file: String, isLenient: Bool = false
  ) throws(RecordingError) -> ReadRecording {
    var faults = FaultList(file: file, isLenient: isLenient)
    switch format {
    case .evemu: return try read(bytes, by: EvemuReader(), &faults)
    case .evtest: return try read(bytes, by: EvtestReader(), &faults)
    case .getevent: return try read(bytes, by: GeteventReader(), &faults)
    case .snapback: return try read(bytes, by: FrameLinesReader(), &faults)
    case .libinput: throw faults.error("is YAML, which is read by another reader", at: nil)
    }
  }

  /// Returns the format of a file; if it is unknown, throws an error that lists the known formats.
  public static func format(
    of bytes: [UInt8], file: String
  ) throws(RecordingError) -> RecordingFormat {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw RecordingError(
        file: file, line: nil,
        message: "is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8 \(file)")
    }
    if let format = RecordingFormat.detect(bytes) { return format }
    throw RecordingError(
      file: file, line: nil,
      message: "has no known recording format; expected evemu (\"N: …\", \"E: …\"), "
        + "libinput record (YAML), evtest (\"Event: time …\"), getevent "
        + "(\"[ 12.345678] EV_ABS …\") or snapback ({\"recording\": …})")
  }

  private static func read<Format: LineFormat>(
    _ bytes: [UInt8], by reader: Format, _ faults: inout FaultList
  ) throws(RecordingError) -> ReadRecording {
    guard bytes.count <= byteLimit else {
      throw faults.error("is larger than \(byteLimit) bytes; split it", at: nil)
    }
    var reader = reader
    var draft = RecordingDraft()
    var lines = LineIterator(bytes)
    var number = 0
    while let range = lines.next() {
      number += 1
      do throws(LineFault) {
        guard range.count <= LineIterator.lengthLimit else {
          throw LineFault(
            message: "is \(range.count) bytes long; a line has at most \(LineIterator.lengthLimit)")
        }
        try reader.read(LineCursor(bytes, range), number, into: &draft)
      } catch {
        let found = error.showsLine ? "; found \(quoted(bytes[range]))" : ""
        try faults.note(error.message + found, at: number)
      }
    }
    try reader.finish(draft, faults)
    let recording = try draft.finish(&faults)
    return ReadRecording(
      recording: recording, format: Format.format, omissions: faults.omissions,
      warnings: reader.warnings + draft.warnings)
  }

  /// Returns the beginning of a line in quotes, with bytes other than printable ASCII as `\xNN`.
  static func quoted(_ line: ArraySlice<UInt8>) -> String {
    var text = "\""
    for byte in line.prefix(60) {
      switch byte {
      case 0x22, 0x5c: text += "\\" + String(decoding: [byte], as: UTF8.self)
      case 0x20..<0x7f: text += String(decoding: [byte], as: UTF8.self)
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + (line.count > 60 ? "\"…" : "\"")
  }
}

/// A reader for a line-based format.
protocol LineFormat {
  static var format: RecordingFormat { get }

  /// Reads a line; a thrown fault becomes an error or, in lenient mode, is counted.
  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault)

  /// Throws if the file as a whole is invalid.
  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError)

  /// Warnings for users of the recording.
  var warnings: [String] { get }
}

extension LineFormat {
  var warnings: [String] { [] }

  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError) {
    guard draft.hasEvents else {
      throw faults.error("has no events of \(Self.format.title)", at: nil)
    }
  }
}

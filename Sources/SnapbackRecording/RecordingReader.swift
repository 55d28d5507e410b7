/// A recording and what there is to say of its file.
public struct ReadRecording: Sendable {
  /// What was recorded.
  public var recording: Recording
  /// How the file is written.
  public var format: RecordingFormat
  /// What was left out because it is damaged.
  public var omissions: Omissions
  /// What somebody who plays the recording should know.
  public var warnings: [String]

  /// What a reader has read.
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

/// Reads recordings whose format is lines of text: all but that of `libinput record`.
///
/// Linear in the size of the file.
public enum RecordingReader {
  /// The largest recording that is read, in bytes.
  public static let byteLimit = 64 << 20

  /// Reads a recording; `file` is its name in errors.
  ///
  /// Lenient, a line that cannot be read is left out, and so is a last frame without its end; it
  /// throws when nothing is left. Else the first fault is thrown.
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

  /// The format of a file; throws with what was expected when it is none of the known ones.
  public static func format(
    of bytes: [UInt8], file: String
  ) throws(RecordingError) -> RecordingFormat {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw RecordingError(
        file: file, line: nil,
        message: "is UTF-16; make it UTF-8 with: iconv -f UTF-16 -t UTF-8 \(file)")
    }
    if let format = RecordingFormat.detect(bytes) { return format }
    throw RecordingError(
      file: file, line: nil,
      message: "is no recording of a known format; expected are evemu (\"N: …\", \"E: …\"), "
        + "libinput record (YAML), evtest (\"Event: time …\"), getevent "
        + "(\"[ 12.345678] EV_ABS …\") or snapback ({\"recording\": …})")
  }

  private static func read<Format: LineFormat>(
    _ bytes: [UInt8], by reader: Format, _ faults: inout FaultList
  ) throws(RecordingError) -> ReadRecording {
    guard bytes.count <= byteLimit else {
      throw faults.error("is larger than \(byteLimit) bytes; cut it into parts", at: nil)
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

  /// The beginning of a line in quotes; what is not printable ASCII as `\xNN`.
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

/// How one format reads its lines.
protocol LineFormat {
  static var format: RecordingFormat { get }

  /// Reads a line; what it throws becomes an error, or is counted.
  mutating func read(
    _ line: LineCursor, _ number: Int, into draft: inout RecordingDraft
  ) throws(LineFault)

  /// Throws when the file as a whole is not what it should be.
  func finish(_ draft: RecordingDraft, _ faults: FaultList) throws(RecordingError)

  /// What somebody who plays the recording should know.
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

/// A recording and information about its file.
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

/// Reads recordings in all formats except that of `libinput record`.
///
/// Linear in the size of the file.
public enum RecordingReader {
  /// The largest recording that is read, in bytes.
  public static let byteLimit = 64 << 20

  /// Reads a recording; `file` is the file name for errors.
  ///
  /// In lenient mode, unreadable lines and an incomplete last frame are omitted, and an error is
  /// thrown only if nothing is left. Otherwise the first fault is thrown.
  public static func read(
    _ bytes: [UInt8], as format: RecordingFormat, file: String, isLenient: Bool = false
  ) throws(RecordingError) -> ReadRecording {
    var faults = FaultList(file: file, isLenient: isLenient)
    switch format {
    case .evemu: return try read(bytes, by: EvemuReader(), &faults)
    case .evtest: return try read(bytes, by: EvtestReader(), &faults)
    case .getevent: return try read(bytes, by: GeteventReader(), &faults)
    case .snapback: return try read(bytes, by: FrameLinesReader(), &faults)
    case .raw: return try RawReader.read(bytes, as: .raw, &faults)
    case .script:
      return try RawReader.read(UmockdevScript.data(bytes), as: .script, &faults)
    case .libinput: throw faults.error("is YAML, which is read by another reader", at: nil)
    }
  }

  /// Returns the format of a file. If the format is unknown, throws an error that lists the known
  /// formats.
  public static func format(
    of bytes: [UInt8], file: String
  ) throws(RecordingError) -> RecordingFormat {
    if let message = ForeignFormat.message(bytes, file: file) {
      throw RecordingError(file: file, line: nil, message: message)
    }
    if let format = RecordingFormat.detect(bytes) { return format }
    throw RecordingError(
      file: file, line: nil,
      message: "has no known recording format; expected evemu (\"N: …\", \"E: …\"), "
        + "libinput record (YAML), evtest (\"Event: time …\"), getevent "
        + "(\"[ 12.345678] EV_ABS …\"), snapback ({\"recording\": …}), umockdev's script "
        + "(\"r 8 …\") or raw events (cat /dev/input/event…)")
  }

  private static func read<Format: LineFormat>(
    _ bytes: [UInt8], by reader: Format, _ faults: inout FaultList
  ) throws(RecordingError) -> ReadRecording {
    guard bytes.count <= byteLimit else {
      throw faults.error("is larger than \(byteLimit) bytes; split it", at: nil)
    }
    let bytes = TerminalText.withoutEscapes(bytes)
    var reader = reader
    var draft = RecordingDraft()
    var merged = MergedLines()
    var lines = LineIterator(bytes)
    var number = 0
    while let range = lines.next() {
      number += 1
      guard let fault = fault(bytes, range, number, &reader, &draft) else { continue }
      let line = LineCursor(bytes, range)
      if !Format.begins(line), TerminalText.isChatter(line) { continue }
      let parts = MergedLines.parts(of: range, bytes, Format.begins)
      if parts.count > 1 {
        let texts = parts.compactMap { part in
          Self.fault(bytes, part, number, &reader, &draft)?.text(of: bytes[part])
        }
        if texts.count < parts.count {
          merged.note(line: number)
          for text in texts { try faults.note(text, at: number) }
          continue
        }
      }
      let end =
        range.upperBound < bytes.count
        ? "" : "; the file ends within this line: record it again or delete the last frame"
      try faults.note(fault.text(of: bytes[range]) + end, at: number)
    }
    try reader.finish(draft, faults)
    let recording = try draft.finish(&faults)
    return ReadRecording(
      recording: recording, format: Format.format, omissions: faults.omissions,
      warnings: merged.warnings + reader.warnings + draft.warnings)
  }

  /// Reads a line or a part of a line. Returns the fault in it, if any.
  private static func fault<Format: LineFormat>(
    _ bytes: [UInt8], _ range: Range<Int>, _ number: Int, _ reader: inout Format,
    _ draft: inout RecordingDraft
  ) -> LineFault? {
    do throws(LineFault) {
      guard range.count <= LineIterator.lengthLimit else {
        throw LineFault(
          message: "is \(range.count) bytes long; a line has at most \(LineIterator.lengthLimit)")
      }
      try reader.read(LineCursor(bytes, range), number, into: &draft)
      return nil
    } catch {
      return error
    }
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

  /// Whether a text begins like a record in this format. Used to find the records in lines whose
  /// line ends were lost, and to distinguish damaged records from other lines.
  static func begins(_ text: LineCursor) -> Bool

  /// Reads a line. A thrown fault ends the reading or, in lenient mode, is counted.
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

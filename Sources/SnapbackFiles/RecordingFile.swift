public import SnapbackReplay

/// Reads recordings of any format. Detects the format from the content.
public enum RecordingFile {
  /// The maximum number of faulty lines in a YAML document that are blanked. After each one, the
  /// document is parsed again.
  public static let repairLimit = 16
  /// The maximum number of bytes that are parsed again after faulty lines were blanked.
  public static let repairByteLimit = 128 << 20

  /// Reads a recording. `file` is the file name for error messages.
  ///
  /// If `isLenient` is true, omits and reports unreadable parts. Throws if no part is readable.
  public static func read(
    _ bytes: [UInt8], file: String, isLenient: Bool = false
  ) throws(RecordingError) -> ReadRecording {
    let format = try RecordingReader.format(of: bytes, file: file)
    guard format == .libinput else {
      return try RecordingReader.read(bytes, as: format, file: file, isLenient: isLenient)
    }
    guard bytes.count <= RecordingReader.byteLimit else {
      throw RecordingError(
        file: file, line: nil,
        message: "is larger than \(RecordingReader.byteLimit) bytes; split it")
    }
    return try readYAML(bytes, file: file, isLenient: isLenient)
  }

  /// Reads YAML. In lenient mode, a faulty line is blanked and the document is parsed again, at
  /// most ``repairLimit`` times.
  private static func readYAML(
    _ bytes: [UInt8], file: String, isLenient: Bool
  ) throws(RecordingError) -> ReadRecording {
    let lines = LibinputLines(bytes)
    var bytes = lines.bytes
    var damages: [(message: String, line: Int)] = []
    while true {
      var reader = LibinputReader(lines, file: file, isLenient: isLenient)
      for damage in damages { try reader.damage(damage.message, line: damage.line) }
      let fault = try YAMLParser.tokens(bytes) { token, line throws(RecordingError) in
        try reader.take(token, line: lines.source(of: line))
      }
      guard var fault else { return try reader.finish() }
      if fault.line == 0 {
        fault.line = YAMLLines.firstInvalid(bytes)
        fault.lastLine = fault.line
      }
      if let repaired = YAMLLines.repairNames(bytes, at: [fault.line, fault.lastLine]) {
        bytes = repaired
        continue
      }
      let line = lines.source(of: fault.line)
      let message = "cannot be read: \(fault.message)"
      guard isLenient else { throw RecordingError(file: file, line: line, message: message) }
      guard damages.count < repairLimit, damages.count * bytes.count < repairByteLimit,
        let rest = YAMLLines.emptied(bytes, at: [fault.line, fault.lastLine])
      else {
        // Keep the part before the fault.
        try reader.damage("\(message); the rest is left out", line: line)
        return try reader.finish()
      }
      bytes = rest
      damages.append((message, line))
    }
  }
}

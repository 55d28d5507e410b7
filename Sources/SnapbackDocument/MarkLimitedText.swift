/// Text under construction, with a limit for consecutive combining marks.
///
/// Before the standard library compares or hashes text, it sorts each run of marks into canonical
/// order, in quadratic time. Without a limit, using text of a small document as a key could block
/// the program for minutes.
struct MarkLimitedText {
  /// The text in UTF-8.
  private var bytes: [UInt8] = []
  private var run = 0

  var isEmpty: Bool { bytes.isEmpty }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a character. Returns false if this makes a run of marks too long.
  mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      run = 0
      return true
    }
    bytes.append(contentsOf: scalar.utf8)
    run = Self.isMark(scalar) ? run + 1 : 0
    return run <= DocumentLimits.maximumMarkRun
  }

  /// Tests the category, not the combining class: some marks of class 0 decompose into others.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

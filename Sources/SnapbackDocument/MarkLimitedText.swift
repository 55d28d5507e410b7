/// Text under construction, in which runs of combining marks stay short.
///
/// The standard library puts every run of marks in canonical order before it compares or hashes
/// text, in time quadratic in the run. An unbounded run in a small document would thus stop the
/// program for minutes wherever the text is used as a key.
struct MarkLimitedText {
  /// In UTF-8.
  private var bytes: [UInt8] = []
  private var run = 0

  var isEmpty: Bool { bytes.isEmpty }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a character; the result is false when that makes a run too long.
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

  /// By category rather than by combining class: some marks of class 0 decompose into others.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

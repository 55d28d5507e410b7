/// A position in the source text of a document.
///
/// Lines end at LF, CR or CRLF; CRLF is one line end. U+2028 and U+2029 end a `//` comment
/// (spec.json5.org section 7), but do not start a new line here, because text editors and
/// line-based tools do not treat them as line ends. A byte order mark at the start has no column,
/// so the first visible character is always at 1:1.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  public let line: Int

  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  /// The number of UTF-8 bytes before this position, including a byte order mark.
  public let offset: Int

  /// Makes a position from its three coordinates.
  ///
  /// Nothing checks that the values are consistent.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of the first character of a document.
  public static let start = SourcePosition(line: 1, column: 1, offset: 0)

  /// Orders positions of one document by their byte offset.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset < right.offset
  }
}

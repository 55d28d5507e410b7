/// Reads the characters of a document and tracks the position.
struct DocumentScanner {
  let file: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var position = SourcePosition.start

  init(scalars: [Unicode.Scalar], file: String) {
    self.scalars = scalars
    self.file = file
  }

  /// The character that is `ahead` characters after the next one; nil beyond the end.
  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let target = index + ahead
    return target < scalars.count ? scalars[target] : nil
  }

  /// Skips one character. Does nothing at the end.
  mutating func advance() {
    guard let scalar = peek() else { return }
    index += 1
    let offset = position.offset + UTF8.width(scalar)
    // In CRLF, the LF ends the line, not the CR.
    if scalar == "\n" || (scalar == "\r" && peek() != "\n") {
      position = SourcePosition(line: position.line + 1, column: 1, offset: offset)
    } else {
      let isMark = scalar == "\u{FEFF}" && index == 1
      position = SourcePosition(
        line: position.line, column: position.column + (isMark ? 0 : 1), offset: offset)
    }
  }

  /// Skips `scalar` if it is the next character. Returns whether it was.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    advance()
    return true
  }

  /// Skips characters while `belongs` returns true, and returns these characters.
  mutating func prefix(while belongs: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
    let start = index
    while let scalar = peek(), belongs(scalar) { advance() }
    return scalars[start..<index]
  }

  /// Skips white space and comments (spec.json5.org sections 7 and 8).
  mutating func skipBlanks() throws(DocumentError) {
    while let scalar = peek() {
      if scalar == "/" {
        guard try skipComment() else { return }
      } else if Self.isSpace(scalar) || Self.isLineEnd(scalar) {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(DocumentError) -> Bool {
    let start = position
    switch peek(1) {
    case "/":
      while let scalar = peek(), !Self.isLineEnd(scalar) { advance() }
      return true
    case "*":
      advance()
      advance()
      while peek() != nil {
        if peek() == "*", peek(1) == "/" {
          advance()
          advance()
          return true
        }
        advance()
      }
      throw failure("the comment is not closed", at: start)
    default:
      return false
    }
  }

  /// Whether the character is a LineTerminator.
  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Whether the character is WhiteSpace: a few fixed characters or a Unicode space separator.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\u{0B}", "\u{0C}", " ", "\u{A0}", "\u{FEFF}": true
    default: !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Makes a syntax error. It has no path.
  func failure(
    _ message: String, at position: SourcePosition, hint: String? = nil
  ) -> DocumentError {
    DocumentError(file: file, position: position, message: message, hint: hint)
  }

  /// Makes a syntax error at the next character, which the grammar does not allow there.
  func unexpected(_ expected: String, hint: String? = nil) -> DocumentError {
    failure("expected \(expected), found \(next)", at: position, hint: hint)
  }

  /// The next word or character, formatted for a message.
  private var next: String {
    guard let first = peek() else { return "the end of the document" }
    if first == "\"" { return "'\"'" }
    if Self.isLineEnd(first) { return "the end of the line" }
    return PrintableText.quoted(Identifier.isPart(first) ? word : String(first))
  }

  /// Whether a key without quotes and its colon come next. A key that is longer than a message
  /// shows, or from which a comment or more than one space separates the colon, does not count.
  var isAtKey: Bool {
    guard let first = peek(), Identifier.isStart(first) else { return false }
    let end = word.unicodeScalars.count
    return peek(end) == ":" || peek(end) == " " && peek(end + 1) == ":"
  }

  /// The next identifier characters, up to one more than a message shows.
  var word: String {
    var text = String.UnicodeScalarView()
    var ahead = 0
    while ahead <= PrintableText.maximumScalars, let scalar = peek(ahead),
      Identifier.isPart(scalar)
    {
      text.append(scalar)
      ahead += 1
    }
    return String(text)
  }
}

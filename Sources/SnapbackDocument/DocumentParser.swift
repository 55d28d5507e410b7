/// Builds the nodes of a document from its characters (the grammar of spec.json5.org section 9.2).
///
/// The parser is recursive. The depth limit bounds the recursion.
struct DocumentParser {
  private var scanner: DocumentScanner

  init(scanner: DocumentScanner) {
    self.scanner = scanner
  }

  /// Reads the single value of a document. Any text after the value is an error.
  mutating func document() throws(DocumentError) -> DocumentNode {
    try scanner.skipBlanks()
    let node = try value(path: .root, depth: 0)
    try scanner.skipBlanks()
    guard scanner.peek() == nil else { throw scanner.unexpected("the end of the document") }
    return node
  }

  private mutating func value(
    path: DocumentPath, depth: Int
  ) throws(DocumentError) -> DocumentNode {
    let start = scanner.position
    let value: DocumentNode.Value
    switch scanner.peek() {
    case "{": value = .object(try members(path: path, depth: depth))
    case "[": value = .array(try elements(path: path, depth: depth))
    case "\"", "'": value = .string(try scanner.string())
    case .some("0"..."9"), ".", "+", "-": value = .number(try scanner.number())
    default: value = try literal()
    }
    return DocumentNode(value: value, position: start, path: path)
  }

  private mutating func literal() throws(DocumentError) -> DocumentNode.Value {
    let value: DocumentNode.Value
    let word = scanner.word
    switch word {
    case "null": value = .null
    case "true": value = .boolean(true)
    case "false": value = .boolean(false)
    case "Infinity", "NaN":
      throw scanner.failure(
        "numbers must be finite, found \(word)", at: scanner.position, hint: "text needs quotes")
    default:
      throw scanner.unexpected("a value", hint: word.isEmpty ? nil : "text needs quotes")
    }
    for _ in word.unicodeScalars { scanner.advance() }
    return value
  }

  private mutating func elements(
    path: DocumentPath, depth: Int
  ) throws(DocumentError) -> [DocumentNode] {
    let start = try open(depth: depth)
    var elements: [DocumentNode] = []
    try scanner.skipBlanks()
    while !scanner.skip("]") {
      guard !scanner.isAtKey else {
        throw scanner.unexpected("a value or \"]\"", hint: Self.opening(start))
      }
      elements.append(try value(path: path.appending(index: elements.count), depth: depth + 1))
      try separator(before: "]", opened: start)
    }
    return elements
  }

  private mutating func members(
    path: DocumentPath, depth: Int
  ) throws(DocumentError) -> [DocumentNode.Member] {
    let start = try open(depth: depth)
    var members: [DocumentNode.Member] = []
    var places = KeyPlaces()
    try scanner.skipBlanks()
    while !scanner.skip("}") {
      let keyPosition = scanner.position
      let key = try key(opened: start)
      let memberPath = path.appending(key: key)
      if let place = places.index(of: key, in: members) {
        let line = members[place].keyPosition.line
        throw DocumentError(
          file: scanner.file, position: keyPosition, path: memberPath,
          message: "duplicate key \(PrintableText.quoted(key)), first on line \(line)")
      }
      try scanner.skipBlanks()
      guard scanner.skip(":") else {
        throw scanner.unexpected("\":\" after the key \(PrintableText.quoted(key))")
      }
      try scanner.skipBlanks()
      let value = try value(path: memberPath, depth: depth + 1)
      members.append(DocumentNode.Member(key: key, keyPosition: keyPosition, value: value))
      places.noteLast(of: members)
      try separator(before: "}", opened: start)
    }
    return members
  }

  /// Skips an opening bracket and checks the depth. Returns the position of the bracket.
  private mutating func open(depth: Int) throws(DocumentError) -> SourcePosition {
    let start = scanner.position
    guard depth < DocumentLimits.maximumDepth else {
      throw scanner.failure(
        "nested deeper than \(DocumentLimits.maximumDepth) levels", at: start)
    }
    scanner.advance()
    return start
  }

  private mutating func key(opened: SourcePosition) throws(DocumentError) -> String {
    switch scanner.peek() {
    case "\"", "'":
      return try scanner.string()
    case "\\":
      return try scanner.identifier()
    case .some(let scalar) where Identifier.isStart(scalar):
      return try scanner.identifier()
    case .some(let scalar) where Identifier.isPart(scalar):
      throw scanner.unexpected("a key", hint: "this key needs quotes")
    default:
      throw scanner.unexpected("a key or \"}\"", hint: Self.opening(opened))
    }
  }

  /// Skips the comma, which is required between two entries and optional after the last
  /// (spec.json5.org sections 3 and 4).
  private mutating func separator(
    before close: Unicode.Scalar, opened: SourcePosition
  ) throws(DocumentError) {
    try scanner.skipBlanks()
    if scanner.skip(",") {
      try scanner.skipBlanks()
    } else if scanner.peek() != close {
      throw scanner.unexpected("\",\" or \"\(close)\"", hint: Self.opening(opened))
    }
  }

  private static func opening(_ position: SourcePosition) -> String {
    "its opening bracket is at \(position.line):\(position.column)"
  }
}

/// Limits on the documents that are accepted.
///
/// Section 10 of spec.json5.org lets a parser limit the size of the text, the nesting depth and the
/// contents of strings.
public enum DocumentLimits {
  /// The maximum nesting depth of arrays and objects.
  ///
  /// `[[1]]` has depth 2. The parser recurses once per level, so this limit also bounds its stack
  /// use.
  public static let maximumDepth = 64

  /// The maximum size of a document in UTF-8 bytes: 1 MiB.
  public static let maximumByteCount = 1_048_576

  /// The maximum number of consecutive combining marks in a string or key.
  ///
  /// No written language uses nearly as many. The limit bounds the cost of comparing and hashing
  /// the text.
  public static let maximumMarkRun = 32
}

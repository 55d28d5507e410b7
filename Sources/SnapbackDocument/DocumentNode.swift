/// A value of a parsed document, with its place in the source.
public struct DocumentNode: Equatable, Sendable {
  /// The content of a node (spec.json5.org section 2).
  public enum Value: Equatable, Sendable {
    /// The literal `null`.
    case null

    /// The literal `true` or `false`.
    case boolean(Bool)

    /// A number, always finite; `-0` keeps its sign.
    case number(Double)

    /// A string after its escapes are resolved.
    case string(String)

    /// The elements of an array, in document order.
    case array([DocumentNode])

    /// The members of an object, in document order, with no key twice.
    case object([Member])
  }

  /// A key of an object and the value it names.
  public struct Member: Equatable, Sendable {
    /// The key after its escapes are resolved, without quotes.
    public let key: String

    /// The place of the key's first character, which is the quote of a quoted key.
    public let keyPosition: SourcePosition

    /// The value; its path ends in `key`.
    public let value: DocumentNode
  }

  /// The content.
  public let value: Value

  /// The place of the first character, such as the opening quote or bracket or the sign.
  public let position: SourcePosition

  /// The way to this node from the root.
  public let path: DocumentPath

  /// Reads a JSON5 document from UTF-8 bytes.
  ///
  /// Accepts all of JSON5 (spec.json5.org) except that
  /// - numbers must be finite: `NaN`, `Infinity` and literals that overflow are rejected (a limit
  ///   that section 10 allows);
  /// - an object must not hold a key twice, which section 3 only advises; canonically equivalent
  ///   spellings are the same key;
  /// - an escaped surrogate must be half of a pair;
  /// - `DocumentLimits` must be kept.
  ///
  /// - Parameters:
  ///   - bytes: the document; a byte order mark is allowed.
  ///   - file: the name to show in errors.
  ///   - byteLimit: the greatest size, for documents from a source that may send more than
  ///     `DocumentLimits.maximumByteCount`.
  /// - Throws: the first fault. Invalid UTF-8 is found before any other fault and is placed at the
  ///   first byte of the ill-formed sequence.
  /// - Complexity: linear in the number of bytes.
  public static func parse(
    _ bytes: [UInt8], file: String, byteLimit: Int = DocumentLimits.maximumByteCount
  ) throws(DocumentError) -> DocumentNode {
    try checkSize(bytes.count, limit: byteLimit, file: file)
    var parser = DocumentParser(
      scanner: DocumentScanner(scalars: try decode(bytes, file: file), file: file))
    return try parser.document()
  }

  /// Reads a JSON5 document from a string.
  ///
  /// The rules, limits and errors are those of `parse(_:file:)` for bytes; offsets are those of the
  /// string's UTF-8 form.
  public static func parse(
    _ text: String, file: String
  ) throws(DocumentError) -> DocumentNode {
    try checkSize(text.utf8.count, limit: DocumentLimits.maximumByteCount, file: file)
    var parser = DocumentParser(
      scanner: DocumentScanner(scalars: Array(text.unicodeScalars), file: file))
    return try parser.document()
  }

  private static func checkSize(
    _ count: Int, limit: Int, file: String
  ) throws(DocumentError) {
    guard count > limit else { return }
    throw DocumentError(
      file: file, position: .start,
      message: "the document has \(count) bytes; the limit is \(limit)")
  }

  private static func decode(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(bytes.count)
    var codec = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue(let scalar):
        scalars.append(scalar)
      case .emptyInput:
        return scalars
      case .error:
        var scanner = DocumentScanner(scalars: scalars, file: file)
        while scanner.peek() != nil { scanner.advance() }
        throw scanner.failure("invalid UTF-8", at: scanner.position)
      }
    }
  }
}

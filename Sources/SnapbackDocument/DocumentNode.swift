/// A value of a parsed document, with its position in the source.
public struct DocumentNode: Equatable, Sendable {
  /// The content of a node (spec.json5.org section 2).
  public enum Value: Equatable, Sendable {
    /// The literal `null`.
    case null

    /// The literal `true` or `false`.
    case boolean(Bool)

    /// A number, always finite; `-0` keeps its sign.
    case number(Double)

    /// A string with its escapes resolved.
    case string(String)

    /// The elements of an array, in document order.
    case array([DocumentNode])

    /// The members of an object, in document order; keys are unique.
    case object([Member])
  }

  /// A key of an object and its value.
  public struct Member: Equatable, Sendable {
    /// The key with its escapes resolved and without quotes.
    public let key: String

    /// The position of the key's first character, which is the quote of a quoted key.
    public let keyPosition: SourcePosition

    /// The value; its path ends in `key`.
    public let value: DocumentNode
  }

  /// The content of the node.
  public let value: Value

  /// The position of the first character, such as an opening quote or bracket or a sign.
  public let position: SourcePosition

  /// The path from the root to this node.
  public let path: DocumentPath

  /// Reads a JSON5 document from UTF-8 bytes.
  ///
  /// Accepts JSON5 (spec.json5.org) with these restrictions:
  /// - Numbers must be finite: `NaN`, `Infinity` and literals that overflow are rejected, as
  ///   section 10 allows.
  /// - Keys of an object must be unique, which section 3 only recommends. Canonically equivalent
  ///   spellings are the same key.
  /// - An escaped surrogate must be half of a pair.
  /// - The document must be within `DocumentLimits`.
  ///
  /// - Parameters:
  ///   - bytes: the document; a byte order mark is allowed.
  ///   - file: the file name to show in errors.
  ///   - byteLimit: the maximum size, for sources that may send more than
  ///     `DocumentLimits.maximumByteCount`.
  /// - Throws: the first error. Invalid UTF-8 is reported before any other error, at the first byte
  ///   of the ill-formed sequence.
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
  /// Rules, limits and errors are those of `parse(_:file:)` for bytes; offsets count the bytes of
  /// the string's UTF-8 form.
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

/// Access to the members of an object.
extension DocumentNode {
  /// The value of a key; nil when the key is absent or the node is not an object.
  ///
  /// Linear in the number of members. Use `ObjectReader` to read many members.
  public func member(_ key: String) -> DocumentNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// A copy of the object without `key`; a node that is not an object is returned unchanged.
  ///
  /// The remaining nodes keep their positions and paths.
  public func removing(_ key: String) -> DocumentNode {
    guard case .object(let members) = value else { return self }
    return DocumentNode(
      value: .object(members.filter { $0.key != key }), position: position, path: path)
  }
}

/// The bounds that a document must keep to be read at all.
///
/// spec.json5.org section 10 lets a parser limit the size of its text, the depth of nesting and the
/// contents of strings.
public enum DocumentLimits {
  /// The greatest number of arrays and objects that may stand inside one another.
  ///
  /// `[[1]]` has depth 2. The parser recurses once per level, so this also bounds its stack use.
  public static let maximumDepth = 64

  /// The greatest size of a document in UTF-8 bytes: 1 MiB.
  public static let maximumByteCount = 1_048_576

  /// The greatest number of combining marks in a row in a string or key.
  ///
  /// No written language comes near it. It bounds the cost of comparing and hashing the text.
  public static let maximumMarkRun = 32
}

/// Limits on the documents that are accepted.
///
/// Section 10 of spec.json5.org lets a parser limit the size of the text, the nesting depth and the
/// contents of strings.
public enum DocumentLimits {
  /// The maximum nesting depth of arrays and objects.
  ///
  /// `[[1]]` has depth 2. The parser recurses once per level, so this also bounds its stack use.
  public static let maximumDepth = 64

  /// The maximum size of a document in UTF-8 bytes: 1 MiB.
  public static let maximumByteCount = 1_048_576

  /// The maximum number of consecutive combining marks in a string or key.
  ///
  /// No written language comes near this limit. It bounds the cost of comparing and hashing the
  /// text.
  public static let maximumMarkRun = 32
}

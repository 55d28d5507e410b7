/// Reads members that must be present.
///
/// Every function throws `missing key` at the object when the key is absent, and an error at the
/// value when the value is invalid.
extension ObjectReader {
  /// The text of a string member.
  ///
  /// - Throws: an error when the key is absent or the value is not a string.
  public mutating func string(_ key: String) throws(DocumentError) -> String {
    try node(key).string(file: file)
  }

  /// The value of a boolean member.
  ///
  /// - Throws: an error when the key is absent or the value is not a boolean.
  public mutating func boolean(_ key: String) throws(DocumentError) -> Bool {
    try node(key).boolean(file: file)
  }

  /// The value of a number member.
  ///
  /// `range` is inclusive and may have infinite bounds.
  ///
  /// - Throws: an error when the key is absent, or the value is not a number or is out of range.
  public mutating func number(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> Double {
    try node(key).number(in: range, file: file)
  }

  /// The value of a whole number member.
  ///
  /// The rules are those of `DocumentNode.integer(in:file:)`.
  ///
  /// - Throws: an error when the key is absent, or the value is not a number, is not whole or is
  ///   out of range.
  public mutating func integer(
    _ key: String, in range: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> Int {
    try node(key).integer(in: range, file: file)
  }

  /// The coordinates of a point member, written as `[x, y]`.
  ///
  /// `range` applies to both coordinates.
  ///
  /// - Throws: an error when the key is absent, the value is not a point or a coordinate is not a
  ///   number in the range.
  public mutating func point(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> (x: Double, y: Double) {
    try node(key).point(in: range, file: file)
  }

  /// The elements of an array member.
  ///
  /// `count` bounds the number of elements.
  ///
  /// - Throws: an error when the key is absent, the value is not an array or its count is out of
  ///   range.
  public mutating func array(
    _ key: String, count: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> [DocumentNode] {
    try node(key).array(count: count, file: file)
  }

  /// The members of an object member with arbitrary keys, in document order.
  ///
  /// - Throws: an error when the key is absent or the value is not an object.
  public mutating func members(_ key: String) throws(DocumentError) -> [DocumentNode.Member] {
    try node(key).members(file: file)
  }

  /// A reader for an object member.
  ///
  /// Call its `finish(alsoKnown:)` after reading its keys.
  ///
  /// - Throws: an error when the key is absent or the value is not an object.
  public mutating func object(_ key: String) throws(DocumentError) -> ObjectReader {
    try ObjectReader(node(key), file: file)
  }

  /// The case of a string enumeration that a string member names.
  ///
  /// The raw values are the allowed strings. An error lists them and suggests the closest.
  ///
  /// - Throws: an error when the key is absent, or the value is not a string or names no case.
  public mutating func oneOf<Choice>(
    _ key: String, _ choices: Choice.Type = Choice.self
  ) throws(DocumentError) -> Choice
  where Choice: CaseIterable & RawRepresentable<String> {
    try node(key).oneOf(choices, file: file)
  }
}

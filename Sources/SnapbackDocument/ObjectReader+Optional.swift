/// Reading members that may be absent.
///
/// Every function gives nothing when the key is absent; otherwise the rules and errors are those of
/// its required counterpart. A value of the wrong kind, `null` included, is an error.
extension ObjectReader {
  /// The text of a string member, or nothing when it is absent.
  ///
  /// - Throws: an error when the value is of another kind.
  public mutating func optionalString(_ key: String) throws(DocumentError) -> String? {
    guard let value = optionalNode(key) else { return nil }
    return try value.string(file: file)
  }

  /// The value of a boolean member, or nothing when it is absent.
  ///
  /// - Throws: an error when the value is of another kind.
  public mutating func optionalBoolean(_ key: String) throws(DocumentError) -> Bool? {
    guard let value = optionalNode(key) else { return nil }
    return try value.boolean(file: file)
  }

  /// The value of a number member, or nothing when it is absent.
  ///
  /// `range` is inclusive and may have infinite bounds.
  ///
  /// - Throws: an error when the value is of another kind or is out of range.
  public mutating func optionalNumber(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> Double? {
    guard let value = optionalNode(key) else { return nil }
    return try value.number(in: range, file: file)
  }

  /// The value of a whole number member, or nothing when it is absent.
  ///
  /// The rules are those of `DocumentNode.integer(in:file:)`.
  ///
  /// - Throws: an error when the value is of another kind, is not whole or is out of range.
  public mutating func optionalInteger(
    _ key: String, in range: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> Int? {
    guard let value = optionalNode(key) else { return nil }
    return try value.integer(in: range, file: file)
  }

  /// The coordinates of a point member, written `[x, y]`, or nothing when it is absent.
  ///
  /// `range` holds for both coordinates.
  ///
  /// - Throws: an error when the value is of another kind or a coordinate is not a number in the
  ///   range.
  public mutating func optionalPoint(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> (x: Double, y: Double)? {
    guard let value = optionalNode(key) else { return nil }
    return try value.point(in: range, file: file)
  }

  /// The elements of an array member, or nothing when it is absent.
  ///
  /// `count` bounds the number of elements.
  ///
  /// - Throws: an error when the value is of another kind or its count is out of range.
  public mutating func optionalArray(
    _ key: String, count: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> [DocumentNode]? {
    guard let value = optionalNode(key) else { return nil }
    return try value.array(count: count, file: file)
  }

  /// The members of an object member whose keys are free names, in document order, or nothing when
  /// it is absent.
  ///
  /// - Throws: an error when the value is of another kind.
  public mutating func optionalMembers(
    _ key: String
  ) throws(DocumentError) -> [DocumentNode.Member]? {
    guard let value = optionalNode(key) else { return nil }
    return try value.members(file: file)
  }

  /// A reader of an object member, or nothing when it is absent.
  ///
  /// Call its `finish(alsoKnown:)` after its keys are read.
  ///
  /// - Throws: an error when the value is of another kind.
  public mutating func optionalObject(_ key: String) throws(DocumentError) -> ObjectReader? {
    guard let value = optionalNode(key) else { return nil }
    return try ObjectReader(value, file: file)
  }

  /// The case of a string enumeration that a string member names, or nothing when it is absent.
  ///
  /// Raw values are the allowed strings; an error lists them and hints at the nearest.
  ///
  /// - Throws: an error when the value is of another kind or names no case.
  public mutating func optionalOneOf<Choice>(
    _ key: String, _ choices: Choice.Type = Choice.self
  ) throws(DocumentError) -> Choice?
  where Choice: CaseIterable & RawRepresentable<String> {
    guard let value = optionalNode(key) else { return nil }
    return try value.oneOf(choices, file: file)
  }
}

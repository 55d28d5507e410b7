/// Reads members that may be absent.
///
/// Every function returns nil if the key is absent. Otherwise its rules and errors are those of the
/// corresponding function for required members. A value of the wrong kind, including `null`, is an
/// error.
extension ObjectReader {
  /// The text of a string member; nil when it is absent.
  ///
  /// - Throws: an error when the value is not a string.
  public mutating func optionalString(_ key: String) throws(DocumentError) -> String? {
    guard let value = optionalNode(key) else { return nil }
    return try value.string(file: file)
  }

  /// The value of a boolean member; nil when it is absent.
  ///
  /// - Throws: an error when the value is not a boolean.
  public mutating func optionalBoolean(_ key: String) throws(DocumentError) -> Bool? {
    guard let value = optionalNode(key) else { return nil }
    return try value.boolean(file: file)
  }

  /// The value of a number member; nil when it is absent.
  ///
  /// `range` is inclusive and may have infinite bounds.
  ///
  /// - Throws: an error when the value is not a number or is out of range.
  public mutating func optionalNumber(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> Double? {
    guard let value = optionalNode(key) else { return nil }
    return try value.number(in: range, file: file)
  }

  /// The value of a whole number member; nil when it is absent.
  ///
  /// The rules are those of `DocumentNode.integer(in:file:)`.
  ///
  /// - Throws: an error when the value is not a number, is not whole or is out of range.
  public mutating func optionalInteger(
    _ key: String, in range: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> Int? {
    guard let value = optionalNode(key) else { return nil }
    return try value.integer(in: range, file: file)
  }

  /// The coordinates of a point member, written as `[x, y]`; nil when it is absent.
  ///
  /// `range` applies to both coordinates.
  ///
  /// - Throws: an error when the value is not a point or a coordinate is not a number in the range.
  public mutating func optionalPoint(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(DocumentError) -> (x: Double, y: Double)? {
    guard let value = optionalNode(key) else { return nil }
    return try value.point(in: range, file: file)
  }

  /// The elements of an array member; nil when it is absent.
  ///
  /// `count` bounds the number of elements.
  ///
  /// - Throws: an error when the value is not an array or its count is out of range.
  public mutating func optionalArray(
    _ key: String, count: ClosedRange<Int>? = nil
  ) throws(DocumentError) -> [DocumentNode]? {
    guard let value = optionalNode(key) else { return nil }
    return try value.array(count: count, file: file)
  }

  /// The members of an object member with arbitrary keys, in document order; nil when it is absent.
  ///
  /// - Throws: an error when the value is not an object.
  public mutating func optionalMembers(
    _ key: String
  ) throws(DocumentError) -> [DocumentNode.Member]? {
    guard let value = optionalNode(key) else { return nil }
    return try value.members(file: file)
  }

  /// A reader for an object member; nil when it is absent.
  ///
  /// Call its `finish(alsoKnown:)` after reading its keys.
  ///
  /// - Throws: an error when the value is not an object.
  public mutating func optionalObject(_ key: String) throws(DocumentError) -> ObjectReader? {
    guard let value = optionalNode(key) else { return nil }
    return try ObjectReader(value, file: file)
  }

  /// The case of a string enumeration that a string member names; nil when it is absent.
  ///
  /// The raw values are the allowed strings. An error lists them and suggests the closest.
  ///
  /// - Parameter aliases: other spellings, which errors do not list.
  /// - Throws: an error when the value is not a string or names no case.
  public mutating func optionalOneOf<Choice>(
    _ key: String, _ choices: Choice.Type = Choice.self, aliases: [String: Choice] = [:]
  ) throws(DocumentError) -> Choice?
  where Choice: CaseIterable & RawRepresentable<String> {
    guard let value = optionalNode(key) else { return nil }
    if case .string(let name) = value.value, let choice = aliases[name] { return choice }
    return try value.oneOf(choices, file: file)
  }
}

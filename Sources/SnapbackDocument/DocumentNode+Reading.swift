/// Reads a node as a value of an expected kind.
///
/// These functions are for nodes without a key, such as array elements; `ObjectReader` reads
/// members by key with the same rules. `null` is a kind of its own and never stands for an absent
/// value.
extension DocumentNode {
  /// The kind of the value with its article, as in `a number`.
  public var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// An error at this node.
  public func error(_ message: String, file: String, hint: String? = nil) -> DocumentError {
    DocumentError(file: file, position: position, path: path, message: message, hint: hint)
  }

  /// An error at this node about an unknown name, with the closest known name as a hint.
  ///
  /// The text is, for example, `unknown view "crad" — did you mean "card"?`.
  /// `Spelling.nearest(to:in:)` finds the closest name.
  public func unknownName(
    _ name: String, of kind: String, in candidates: some Sequence<String>, file: String
  ) -> DocumentError {
    error(
      "unknown \(kind) \(PrintableText.quoted(name))", file: file,
      hint: Spelling.hint(for: name, in: candidates))
  }

  /// An error at this node about an unknown name of a kind of which there are few. It suggests the
  /// closest name; if none is close, it lists the first ten names.
  public func unknownChoice(
    _ name: String, of kind: String, in candidates: [String], file: String
  ) -> DocumentError {
    var choices: [String] = []
    for candidate in candidates where !choices.contains(candidate) { choices.append(candidate) }
    let list = choices.prefix(10).map(PrintableText.quoted).joined(separator: ", ")
    let hint =
      switch choices.count {
      case 0: "there is none"
      case 1: "expected \(list)"
      case ...10: "expected one of \(list)"
      default: "expected one of \(list) and others"
      }
    return error(
      "unknown \(kind) \(PrintableText.quoted(name))", file: file,
      hint: Spelling.hint(for: name, in: choices) ?? hint)
  }

  /// The text of a string.
  ///
  /// - Throws: an error at this node when it is not a string.
  public func string(file: String) throws(DocumentError) -> String {
    guard case .string(let text) = value else { throw mismatch("a string", file: file) }
    return text
  }

  /// The value of a boolean.
  ///
  /// - Throws: an error at this node when it is not a boolean.
  public func boolean(file: String) throws(DocumentError) -> Bool {
    guard case .boolean(let flag) = value else { throw mismatch("a boolean", file: file) }
    return flag
  }

  /// The value of a number.
  ///
  /// - Parameters:
  ///   - range: the allowed values, possibly with infinite bounds. If omitted, any finite number is
  ///     allowed.
  ///   - file: the file name to show in errors.
  /// - Throws: an error at this node when it is not a number or out of range.
  public func number(
    in range: ClosedRange<Double>? = nil, file: String
  ) throws(DocumentError) -> Double {
    guard case .number(let number) = value else { throw mismatch("a number", file: file) }
    if let range, !range.contains(number) {
      let lower = range.lowerBound.isFinite ? Self.print(range.lowerBound) : nil
      let upper = range.upperBound.isFinite ? Self.print(range.upperBound) : nil
      throw mismatch(
        "a number\(Self.bounds(lower, upper))", found: Self.print(number), file: file)
    }
    return number
  }

  /// The value of a whole number.
  ///
  /// A literal with a decimal point or an exponent is allowed if its value is whole. Values beyond
  /// ±9007199254740991 are rejected, because a double cannot represent them all exactly.
  ///
  /// - Parameters:
  ///   - range: the allowed values.
  ///   - file: the file name to show in errors.
  /// - Throws: an error at this node when it is not a number, not whole or out of range.
  public func integer(
    in range: ClosedRange<Int>? = nil, file: String
  ) throws(DocumentError) -> Int {
    let exact = -9_007_199_254_740_991...9_007_199_254_740_991
    let range = range ?? exact
    if case .number(let number) = value, let integer = Int(exactly: number),
      exact.contains(integer), range.contains(integer)
    {
      return integer
    }
    var shown = range
    // Mention the limits of exact integers only when the number exceeds them.
    if case .number(let number) = value, number.magnitude > Double(exact.upperBound) {
      shown = range.clamped(to: exact)
    }
    let lower = exact.contains(shown.lowerBound) ? String(shown.lowerBound) : nil
    let upper = exact.contains(shown.upperBound) ? String(shown.upperBound) : nil
    throw mismatch("a whole number\(Self.bounds(lower, upper))", found: shownNumber, file: file)
  }

  /// The coordinates of a point, written as `[x, y]`.
  ///
  /// - Parameters:
  ///   - range: the allowed values of both coordinates.
  ///   - file: the file name to show in errors.
  /// - Throws: an error at this node when it is not an array of two elements, or at a coordinate
  ///   that is not a number in the range.
  public func point(
    in range: ClosedRange<Double>? = nil, file: String
  ) throws(DocumentError) -> (x: Double, y: Double) {
    guard case .array(let elements) = value else { throw mismatch("a point [x, y]", file: file) }
    guard elements.count == 2, let first = elements.first, let last = elements.last else {
      let found = "an array with a count of \(elements.count)"
      throw mismatch("a point [x, y]", found: found, file: file)
    }
    return (try first.number(in: range, file: file), try last.number(in: range, file: file))
  }

  /// The elements of an array.
  ///
  /// - Parameters:
  ///   - count: the allowed number of elements.
  ///   - file: the file name to show in errors.
  /// - Throws: an error at this node when it is not an array or its count is out of range.
  public func array(
    count: ClosedRange<Int>? = nil, file: String
  ) throws(DocumentError) -> [DocumentNode] {
    guard case .array(let elements) = value else { throw mismatch("an array", file: file) }
    if let count, !count.contains(elements.count) {
      let upper = count.upperBound == Int.max ? nil : String(count.upperBound)
      let bounds = Self.bounds(String(count.lowerBound), upper)
      throw error(
        "expected an array with a count\(bounds), found a count of \(elements.count)", file: file)
    }
    return elements
  }

  /// The members of an object with arbitrary keys, in document order.
  ///
  /// - Throws: an error at this node when it is not an object.
  public func members(file: String) throws(DocumentError) -> [Member] {
    guard case .object(let members) = value else { throw mismatch("an object", file: file) }
    return members
  }

  /// The case of a string enumeration that this string names.
  ///
  /// - Parameters:
  ///   - choices: the enumeration; its raw values are the allowed strings.
  ///   - file: the file name to show in errors.
  /// - Throws: an error at this node when it is not a string or not an allowed string. For a string
  ///   that is not allowed, the message lists the allowed strings and the hint names the closest.
  public func oneOf<Choice>(
    _ choices: Choice.Type, file: String
  ) throws(DocumentError) -> Choice
  where Choice: CaseIterable & RawRepresentable<String> {
    let name = try string(file: file)
    for choice in choices.allCases where choice.rawValue == name { return choice }
    let names = choices.allCases.map(\.rawValue)
    let list = names.map(PrintableText.quoted).joined(separator: ", ")
    throw error(
      "expected one of \(list), found \(PrintableText.quoted(name))", file: file,
      hint: Spelling.hint(for: name, in: names))
  }

  private func mismatch(
    _ expected: String, found: String? = nil, file: String
  ) -> DocumentError {
    error("expected \(expected), found \(found ?? kind)", file: file)
  }

  /// The value of a number, for messages. Nil for other kinds; messages show their kind instead.
  private var shownNumber: String? {
    guard case .number(let number) = value else { return nil }
    return Self.print(number)
  }

  private static func bounds(_ lower: String?, _ upper: String?) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?): lower == upper ? " of \(lower)" : " from \(lower) to \(upper)"
    case (let lower?, nil): " of at least \(lower)"
    case (nil, let upper?): " of at most \(upper)"
    case (nil, nil): ""
    }
  }

  /// Prints whole numbers without `.0`.
  private static func print(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

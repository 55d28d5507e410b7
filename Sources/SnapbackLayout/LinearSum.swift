import SnapbackConstraints

/// A sum of multiples of operands and a number: the value of an arithmetic expression in a rule or
/// a visual format.
///
/// All factors and the number are at most ``ConstraintExpressionScanner/numberLimit`` in magnitude.
struct LinearSum<Operand> {
  private typealias Fault = ConstraintExpressionFault

  /// The operands with their factors, in the order of the text.
  private(set) var terms: [(factor: Double, operand: Operand)] = []
  private(set) var number = 0.0

  init(_ number: Double) {
    self.number = number
  }

  init(_ operand: Operand) {
    terms = [(1, operand)]
  }

  /// Adds `sign` × `other`; `column` is the position of `other`.
  mutating func add(
    _ other: LinearSum, times sign: Double, at column: Int
  ) throws(ConstraintExpressionFault) {
    number = try Self.limited(number + sign * other.number, at: column)
    terms += other.terms.map { (sign * $0.factor, $0.operand) }
  }

  /// Multiplies by `other`, whose position is `column`. One of the two is a number.
  mutating func multiply(
    by other: LinearSum, at column: Int
  ) throws(ConstraintExpressionFault) {
    guard terms.isEmpty || other.terms.isEmpty else {
      throw Fault(
        "a product of two attributes is not linear", at: column,
        hint: "one side of * is a number")
    }
    let (factor, sum) = terms.isEmpty ? (number, other) : (other.number, self)
    self = sum
    scale { $0 * factor }
    try checkLimits(at: column)
  }

  /// Divides by `other`, a number, whose position is `column`.
  mutating func divide(
    by other: LinearSum, at column: Int
  ) throws(ConstraintExpressionFault) {
    guard other.terms.isEmpty else {
      throw Fault(
        "a division by an attribute is not linear", at: column, hint: "divide by a number")
    }
    guard other.number != 0 else { throw Fault("division by zero", at: column) }
    scale { $0 / other.number }
    try checkLimits(at: column)
  }
}

extension LinearSum {
  private mutating func scale(_ scaled: (Double) -> Double) {
    number = scaled(number)
    for index in terms.indices { terms[index].factor = scaled(terms[index].factor) }
  }

  private func checkLimits(at column: Int) throws(ConstraintExpressionFault) {
    _ = try Self.limited(number, at: column)
    for term in terms { _ = try Self.limited(term.factor, at: column) }
  }

  /// Returns `number`, or throws if it exceeds the limit. A result can exceed the limit even if no
  /// number in the text does.
  static func limited(
    _ number: Double, at column: Int
  ) throws(ConstraintExpressionFault) -> Double {
    guard number.magnitude <= ConstraintExpressionScanner.numberLimit else {
      let limit = ConstraintExpressionText.decimal(ConstraintExpressionScanner.numberLimit)
      throw Fault("a number is at most \(limit), also as a sum, product or quotient", at: column)
    }
    return number
  }
}

/// The numbers by name that rules and visual formats use.
struct NamedNumbers {
  private typealias Fault = ConstraintExpressionFault

  /// The priorities that have a name.
  static let priorities: [(name: String, priority: Priority)] = [
    ("required", .required), ("high", .defaultHigh), ("low", .defaultLow),
    ("fitting", .fittingSize),
  ]
  /// The description, for messages, of the tokens that may follow `@`.
  static let expectedPriority = "a priority: 1 to 1000, required, high, low, fitting or a metric"

  /// The scene's metrics.
  let metrics: [String: Double]

  /// Words for numbers that are not finite, in lower case. Programs that print numbers into rules
  /// write them.
  private static let nonFiniteWords: Set = ["nan", "inf", "infinity"]

  /// The fault that no metric has a name. `hint` is used if no metric has a similar name.
  func unknownMetric(
    _ name: String, at column: Int, hint: String? = nil
  ) -> ConstraintExpressionFault {
    let quoted = ConstraintExpressionText.quoted(name)
    if Self.nonFiniteWords.contains(name.lowercased()) {
      return ConstraintExpressionFault(
        "\(quoted) is not a finite number", at: column,
        hint: "write a number of points or the name of a metric")
    }
    return ConstraintExpressionFault(
      "unknown metric \(quoted)", at: column,
      hint: ConstraintExpressionText.hint(for: name, in: metrics.keys.sorted()) ?? hint)
  }

  /// The metric with a name; nil if there is none.
  func metric(_ name: String, at column: Int) throws(ConstraintExpressionFault) -> Double? {
    guard let value = metrics[name] else { return nil }
    // The comparison is false for not-a-number, so the guard rejects that too.
    guard value.magnitude <= ConstraintExpressionScanner.numberLimit else {
      let limit = ConstraintExpressionText.decimal(ConstraintExpressionScanner.numberLimit)
      throw Fault(
        "metric \(ConstraintExpressionText.quoted(name)) is \(value), beyond \(limit)", at: column)
    }
    return value
  }

  /// The priority with a name: a word or a metric. A metric must not give a word another meaning.
  func priority(
    named name: String, at column: Int
  ) throws(ConstraintExpressionFault) -> Priority {
    let word = Self.priorities.first { $0.name == name }?.priority
    let quoted = ConstraintExpressionText.quoted(name)
    guard let value = metrics[name] else {
      if let word { return word }
      let names = Self.priorities.map(\.name)
      throw Fault(
        "unknown priority \(quoted)", at: column,
        hint: ConstraintExpressionText.hint(for: name, in: names + metrics.keys.sorted())
          ?? "one of " + names.joined(separator: ", ") + ", 1 to 1000 or a metric")
    }
    let priority = try priority(value, at: column)
    guard word == nil || word == priority else {
      throw Fault(
        "\(quoted) is a priority and a metric with another value", at: column,
        hint: "rename the metric")
    }
    return priority
  }

  /// The priority with a number.
  func priority(
    _ number: Double, at column: Int
  ) throws(ConstraintExpressionFault) -> Priority {
    guard number >= 1, let priority = try? Priority(number) else {
      throw Fault("a priority is 1 to 1000, not \(number)", at: column)
    }
    return priority
  }
}

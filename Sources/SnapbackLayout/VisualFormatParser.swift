import SnapbackConstraints

/// Parses the grammar of ``VisualFormat`` from left to right with one token of lookahead.
struct VisualFormatParser {
  private typealias Fault = ConstraintExpressionFault

  private let text: String
  private var scanner: ConstraintExpressionScanner
  /// The number of parentheses of sums that are open.
  private var depth = 0

  init(_ text: String) throws(ConstraintExpressionFault) {
    self.text = text
    scanner = try ConstraintExpressionScanner(text, .visualFormat)
  }

  mutating func parse() throws(ConstraintExpressionFault) -> VisualFormat {
    try scanner.advance()
    let axis = try axis()
    let leading = try takes("|") ? connection() : nil
    var format = VisualFormat(axis: axis, leading: leading, first: try view(), source: text)
    while scanner.token != .end {
      guard ["-", "[", "|"].contains(where: { scanner.token == .symbol($0) }) else {
        throw scanner.unexpected("\"-\", \"[\", \"|\" or the end")
      }
      let connection = try connection()
      if try takes("|") {
        format.trailing = connection
        guard scanner.token == .end else { throw scanner.unexpected("the end after \"|\"") }
      } else {
        guard scanner.token == .symbol("[") else { throw scanner.unexpected("\"[\" or \"|\"") }
        format.connections.append(connection)
        format.views.append(try view())
      }
    }
    return format
  }

  private mutating func axis() throws(Fault) -> Axis {
    guard case .name(let word) = scanner.token else { return .horizontal }
    let hint = "put a view's name in brackets, [\(word.prefix(40))]"
    guard word == "H" || word == "V" else {
      throw scanner.unexpected("H:, V:, \"|\" or \"[\"", hint: hint)
    }
    try scanner.advance()
    guard try takes(":") else { throw scanner.unexpected("\":\" after \(word)") }
    return word == "H" ? .horizontal : .vertical
  }

  private mutating func view() throws(Fault) -> VisualFormat.View {
    guard try takes("[") else { throw scanner.unexpected("\"[\" and a view") }
    guard case .name(let name) = scanner.token else {
      throw scanner.unexpected("the name of a view")
    }
    let column = scanner.column
    try scanner.advance()
    let isBare = scanner.token != .symbol("(")
    let predicates = isBare ? [] : try predicates()
    guard try takes("]") else { throw scanner.unexpected(isBare ? "\"(\" or \"]\"" : "\"]\"") }
    return .init(
      name: name, predicates: predicates, nameColumn: ConstraintExpressionNote(column))
  }

  private mutating func connection() throws(Fault) -> VisualFormat.Connection {
    guard try takes("-") else { return .flush }
    let predicates: [VisualFormat.Predicate]
    let needsParentheses = "a relation or priority needs parentheses, -(>=8@750)-"
    switch scanner.token {
    case .symbol("["), .symbol("|"): return .standard
    case .symbol("("): predicates = try self.predicates()
    case .number, .name: predicates = [try simple()]
    case .relation: throw scanner.unexpected("a number, a metric or \"(\"", hint: needsParentheses)
    case .symbol("-"):
      throw scanner.unexpected(
        "a number, a metric or \"(\"",
        hint: "write a negative space as -(-8)- or as a metric")
    default: throw scanner.unexpected("a number, a metric, \"(\", \"[\" or \"|\"")
    }
    guard try takes("-") else {
      var hint: String?
      if scanner.token == .symbol("@") { hint = needsParentheses }
      if ["+", "*", "/"].contains(where: { scanner.token == .symbol($0) }) {
        hint = "arithmetic needs parentheses, -(2*8)-"
      }
      throw scanner.unexpected("\"-\" after the space", hint: hint)
    }
    return .space(predicates)
  }

  /// Parses a number or metric between hyphens.
  private mutating func simple() throws(Fault) -> VisualFormat.Predicate {
    let column = scanner.column
    let object = try value("a number or a metric")
    return .init(
      relation: .equal, object: object, priority: nil,
      columns: ConstraintExpressionNote(.init(object: column, priority: column)))
  }

  /// Parses a list of predicates in parentheses.
  private mutating func predicates() throws(Fault) -> [VisualFormat.Predicate] {
    try scanner.advance()
    var result = [try predicate()]
    while try takes(",") {
      result.append(try predicate())
    }
    guard try takes(")") else { throw scanner.unexpected("\",\" or \")\"") }
    return result
  }

  private mutating func predicate() throws(Fault) -> VisualFormat.Predicate {
    var relation = Relation.equal
    if case .relation(let written) = scanner.token {
      relation = written
      try scanner.advance()
    }
    var columns = VisualFormat.Columns(object: scanner.column, priority: scanner.column)
    let object = try sum(&columns)
    var priority: VisualFormat.Value?
    if try takes("@") {
      columns.priority = scanner.column
      if case .number(let number) = scanner.token, !(1...1000).contains(number) {
        throw scanner.unexpected(NamedNumbers.expectedPriority)
      }
      priority = try value(NamedNumbers.expectedPriority)
    }
    return .init(
      relation: relation, object: object, priority: priority,
      columns: ConstraintExpressionNote(columns))
  }

  private mutating func value(_ expected: String) throws(Fault) -> VisualFormat.Value {
    switch scanner.token {
    case .number(let number):
      try scanner.advance()
      return .number(number)
    case .name(let name):
      try scanner.advance()
      return .name(name)
    default: throw scanner.unexpected(expected)
    }
  }

  // MARK: Arithmetic

  private mutating func sum(
    _ columns: inout VisualFormat.Columns
  ) throws(Fault) -> VisualFormat.Value {
    let isNegative = try takes("-")
    if !isNegative { _ = try takes("+") }
    var result = try product(isNegative: isNegative, &columns)
    while let operation = try operation(.plus, .minus) {
      result = .operation(result, operation, try product(isNegative: false, &columns))
    }
    return result
  }

  /// Parses a product. A minus sign before the product belongs to its first factor.
  private mutating func product(
    isNegative: Bool, _ columns: inout VisualFormat.Columns
  ) throws(Fault) -> VisualFormat.Value {
    var result = try factor(&columns)
    if isNegative {
      if case .number(let number) = result {
        result = .number(-number)
      } else {
        result = .operation(.number(-1), .times, result)
      }
    }
    while let operation = try operation(.times, .dividedBy) {
      result = .operation(result, operation, try factor(&columns))
    }
    return result
  }

  private mutating func factor(
    _ columns: inout VisualFormat.Columns
  ) throws(Fault) -> VisualFormat.Value {
    if case .name(let name) = scanner.token, columns.names[name] == nil {
      columns.names[name] = scanner.column
    }
    guard scanner.token == .symbol("(") else { return try value("a number or a name") }
    guard depth < ConstraintExpressionScanner.depthLimit else { throw scanner.tooDeep }
    depth += 1
    try scanner.advance()
    let result = try sum(&columns)
    guard try takes(")") else { throw scanner.unexpected("+, -, *, / or \")\"") }
    depth -= 1
    return result
  }

  /// Takes one of two operations; nil if neither follows.
  private mutating func operation(
    _ one: VisualFormat.Operation, _ other: VisualFormat.Operation
  ) throws(Fault) -> VisualFormat.Operation? {
    for operation in [one, other] {
      for symbol in operation.rawValue.unicodeScalars where try takes(symbol) { return operation }
    }
    return nil
  }

  private mutating func takes(_ symbol: Unicode.Scalar) throws(Fault) -> Bool {
    guard scanner.token == .symbol(symbol) else { return false }
    try scanner.advance()
    return true
  }
}

import SnapbackConstraints

/// Parses the grammar of ``VisualFormat`` from left to right with one token of lookahead.
struct VisualFormatParser {
  private typealias Fault = ConstraintExpressionFault

  private let text: String
  private var scanner: ConstraintExpressionScanner

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
      let hint = scanner.token == .symbol("@") ? needsParentheses : nil
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
    let isNegative = try takes("-")
    var object = try value(isNegative ? "a number" : "a number or a name")
    if isNegative {
      guard case .number(let number) = object else {
        throw Fault(
          "\"-\" is allowed only before numbers", at: columns.object,
          hint: "give the metric a negative value")
      }
      object = .number(-number)
    }
    var priority: VisualFormat.Value?
    if try takes("@") {
      columns.priority = scanner.column
      if case .number(let number) = scanner.token, !(1...1000).contains(number) {
        throw scanner.unexpected("a priority of 1 to 1000 or a metric")
      }
      priority = try value("a priority of 1 to 1000 or a metric")
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

  private mutating func takes(_ symbol: Unicode.Scalar) throws(Fault) -> Bool {
    guard scanner.token == .symbol(symbol) else { return false }
    try scanner.advance()
    return true
  }
}

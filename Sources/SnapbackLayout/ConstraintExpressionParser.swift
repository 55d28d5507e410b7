import SnapbackConstraints

/// Parses the grammar of ``ConstraintExpression`` from left to right with one token of lookahead.
struct ConstraintExpressionParser {
  private typealias Fault = ConstraintExpressionFault
  private typealias Name = ConstraintExpression.Name
  private typealias Guide = ConstraintExpression.Guide

  private typealias Sum = LinearSum<Operand>

  private enum Operand {
    case anchor(ConstraintExpression.Name)
    case standardSpacing(column: Int)
  }

  private let text: String
  private let numbers: NamedNumbers
  private var scanner: ConstraintExpressionScanner
  /// The number of parentheses that are open.
  private var depth = 0

  init(_ text: String, metrics: [String: Double]) throws(ConstraintExpressionFault) {
    self.text = text
    numbers = NamedNumbers(metrics: metrics)
    scanner = try ConstraintExpressionScanner(text, .rule)
  }

  mutating func parse() throws(ConstraintExpressionFault) -> ConstraintExpression {
    try scanner.advance()
    let first = try anchor(named: try name())
    guard case .relation(let relation) = scanner.token else {
      throw scanner.unexpected("a relation: =, <= or >=")
    }
    try scanner.advance()
    var result = ConstraintExpression(first: first, relation: relation, source: text)
    result.sum = try folded(try sum())
    if scanner.token == .symbol("@") {
      try scanner.advance()
      result.priority = try priority()
    }
    guard scanner.token == .end else { throw scanner.unexpected("+, -, *, /, @ or the end") }
    return result
  }

  /// Parses a text that consists of a sum alone.
  mutating func parseSum() throws(ConstraintExpressionFault) -> ConstraintExpression.Sum {
    try scanner.advance()
    let result = try folded(try sum())
    guard scanner.token == .end else { throw scanner.unexpected("+, -, *, / or the end") }
    return result
  }

  /// Separates the anchors of a sum from its standard spacings.
  private func folded(_ sum: Sum) throws(Fault) -> ConstraintExpression.Sum {
    var result = ConstraintExpression.Sum(constant: sum.number)
    for term in sum.terms {
      switch term.operand {
      case .anchor(let name): result.terms.append(.init(multiplier: term.factor, name: name))
      case .standardSpacing(let column):
        result.standardSpacings = try Sum.limited(
          result.standardSpacings + term.factor, at: column)
      }
    }
    return result
  }

  private mutating func sum() throws(Fault) -> Sum {
    var result = Sum(0)
    var sign = try sign() ?? 1
    while true {
      let column = scanner.column
      try result.add(try product(), times: sign, at: column)
      guard let next = try self.sign() else { return result }
      sign = next
    }
  }

  private mutating func sign() throws(Fault) -> Double? {
    guard scanner.token == .symbol("-") || scanner.token == .symbol("+") else { return nil }
    let sign = scanner.token == .symbol("-") ? -1.0 : 1.0
    try scanner.advance()
    return sign
  }

  private mutating func product() throws(Fault) -> Sum {
    var result = try factor()
    while scanner.token == .symbol("*") || scanner.token == .symbol("/") {
      let divides = scanner.token == .symbol("/")
      try scanner.advance()
      let column = scanner.column
      let other = try factor()
      if divides {
        try result.divide(by: other, at: column)
      } else {
        try result.multiply(by: other, at: column)
      }
    }
    return result
  }

  private mutating func factor() throws(Fault) -> Sum {
    switch scanner.token {
    case .number(let value):
      try scanner.advance()
      return Sum(value)
    case .symbol("("):
      guard depth < ConstraintExpressionScanner.depthLimit else { throw scanner.tooDeep }
      depth += 1
      try scanner.advance()
      let result = try sum()
      guard scanner.token == .symbol(")") else { throw scanner.unexpected("+, -, *, / or \")\"") }
      depth -= 1
      try scanner.advance()
      return result
    case .name: return try operand()
    default: throw scanner.unexpected("a number, a metric or a view's attribute")
    }
  }

  /// Parses an anchor, a metric or `standard`.
  private mutating func operand() throws(Fault) -> Sum {
    let name = try name()
    if scanner.token == .symbol(".") { return Sum(.anchor(try anchor(named: name))) }
    let quoted = ConstraintExpressionText.quoted(name.text)
    let metric = try numbers.metric(name.text, at: name.column)
    guard name.text == "standard" else {
      guard let metric else {
        throw numbers.unknownMetric(
          name.text, at: name.column,
          hint: "an attribute of a view is written like \(name.text.prefix(40)).width")
      }
      return Sum(metric)
    }
    guard metric == nil else {
      throw Fault(
        "\(quoted) is the standard spacing and a metric", at: name.column,
        hint: "rename the metric")
    }
    return Sum(.standardSpacing(column: name.column))
  }

  private mutating func name() throws(Fault) -> (text: String, column: Int) {
    try word("the name of a view")
  }

  private mutating func word(_ expected: String) throws(Fault) -> (text: String, column: Int) {
    guard case .name(let text) = scanner.token else { throw scanner.unexpected(expected) }
    let column = scanner.column
    try scanner.advance()
    return (text, column)
  }

  /// Parses the rest of an anchor after its name.
  private mutating func anchor(
    named name: (text: String, column: Int)
  ) throws(Fault) -> ConstraintExpression.Name {
    guard scanner.token == .symbol(".") else { throw scanner.unexpected("\".\" and an attribute") }
    try scanner.advance()
    var word = try word("an attribute")
    var guide: Guide?
    var columns = ConstraintExpression.Columns(
      view: name.column, guide: word.column, attribute: word.column)
    if scanner.token == .symbol(".") {
      guide = Guide(rawValue: word.text)
      guard guide != nil else { throw unknown("guide", word, Guide.allCases.map(\.rawValue)) }
      try scanner.advance()
      word = try self.word("an attribute")
      columns.attribute = word.column
    } else if Guide(rawValue: word.text) != nil {
      throw scanner.unexpected("\".\" and an attribute of \"\(word.text)\"")
    }
    guard let attribute = LayoutAttribute(rawValue: word.text) else {
      let guides = guide == nil ? Guide.allCases.map(\.rawValue) : []
      throw unknown("attribute", word, LayoutAttribute.allCases.map(\.rawValue), or: guides)
    }
    let result = Name(
      view: name.text, guide: guide, attribute: attribute,
      columns: ConstraintExpressionNote(columns))
    if let fault = result.faultOfGuide { throw fault }
    return result
  }

  private func unknown(
    _ kind: String, _ word: (text: String, column: Int), _ all: [String], or others: [String] = []
  ) -> Fault {
    let hint = ConstraintExpressionText.hint(for: word.text, in: all + others)
    return Fault(
      "unknown \(kind) \(ConstraintExpressionText.quoted(word.text))", at: word.column,
      hint: hint ?? "one of " + all.joined(separator: ", "))
  }

  private mutating func priority() throws(Fault) -> Priority {
    let column = scanner.column
    switch scanner.token {
    case .name(let name):
      try scanner.advance()
      return try numbers.priority(named: name, at: column)
    case .number(let value) where (1...1000).contains(value):
      try scanner.advance()
      return try numbers.priority(value, at: column)
    default:
      throw scanner.unexpected(NamedNumbers.expectedPriority)
    }
  }
}

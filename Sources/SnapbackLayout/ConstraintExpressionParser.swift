import SnapbackConstraints

/// Parses the grammar of ``ConstraintExpression`` from left to right with one token of lookahead.
struct ConstraintExpressionParser {
  private typealias Fault = ConstraintExpressionFault
  private typealias Name = ConstraintExpression.Name
  private typealias Guide = ConstraintExpression.Guide

  private enum Operand {
    case anchor(ConstraintExpression.Name)
    case standardSpacing
  }

  private let text: String
  private var scanner: ConstraintExpressionScanner

  init(_ text: String) throws(ConstraintExpressionFault) {
    self.text = text
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
    try term(try sign() ?? 1, into: &result)
    while let sign = try sign() {
      try term(sign, into: &result)
    }
    if scanner.token == .symbol("@") {
      try scanner.advance()
      result.priority = try priority()
    }
    guard scanner.token == .end else { throw scanner.unexpected("+, -, @ or the end") }
    return result
  }

  private mutating func sign() throws(Fault) -> Double? {
    guard scanner.token == .symbol("-") || scanner.token == .symbol("+") else { return nil }
    let sign = scanner.token == .symbol("-") ? -1.0 : 1.0
    try scanner.advance()
    return sign
  }

  private mutating func term(
    _ sign: Double, into result: inout ConstraintExpression
  ) throws(Fault) {
    let start = scanner.column
    if case .number(let value) = scanner.token {
      try scanner.advance()
      guard scanner.token == .symbol("*") else {
        result.constant = try limited(result.constant + sign * value, at: start)
        return
      }
      try scanner.advance()
      try add(sign * value, try operand(), at: start, to: &result)
      return
    }
    guard case .name = scanner.token else {
      throw scanner.unexpected("a number or a view's attribute")
    }
    let operand = try operand()
    var factor = sign
    if scanner.token == .symbol("*") || scanner.token == .symbol("/") {
      let divides = scanner.token == .symbol("/")
      try scanner.advance()
      guard case .number(let value) = scanner.token else { throw scanner.unexpected("a number") }
      if divides, value == 0 { throw Fault("division by zero", at: scanner.column) }
      factor = try limited(divides ? sign / value : sign * value, at: scanner.column)
      try scanner.advance()
    }
    try add(factor, operand, at: start, to: &result)
  }

  private func add(
    _ factor: Double, _ operand: Operand, at column: Int, to result: inout ConstraintExpression
  ) throws(Fault) {
    switch operand {
    case .anchor(let name): result.terms.append(.init(multiplier: factor, name: name))
    case .standardSpacing:
      result.standardSpacings = try limited(result.standardSpacings + factor, at: column)
    }
  }

  /// Returns `number`, or throws if it exceeds the limit. A sum or quotient can exceed the limit
  /// even if no number in the text does.
  private func limited(_ number: Double, at column: Int) throws(Fault) -> Double {
    guard number.magnitude <= ConstraintExpressionScanner.numberLimit else {
      let limit = ConstraintExpressionText.decimal(ConstraintExpressionScanner.numberLimit)
      throw Fault("a number is at most \(limit), also as a sum or quotient", at: column)
    }
    return number
  }

  private mutating func operand() throws(Fault) -> Operand {
    let name = try name()
    if name.text == "standard", scanner.token != .symbol(".") { return .standardSpacing }
    return .anchor(try anchor(named: name))
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
    let words: [(name: String, priority: Priority)] = [
      ("required", .required), ("high", .defaultHigh), ("low", .defaultLow),
      ("fitting", .fittingSize),
    ]
    switch scanner.token {
    case .name(let word):
      guard let match = words.first(where: { $0.name == word }) else {
        throw unknown("priority", (word, scanner.column), words.map(\.name) + ["1 to 1000"])
      }
      try scanner.advance()
      return match.priority
    case .number(let value) where (1...1000).contains(value):
      guard let priority = try? Priority(value) else { fallthrough }
      try scanner.advance()
      return priority
    default:
      throw scanner.unexpected("a priority: 1 to 1000, required, high, low or fitting")
    }
  }
}

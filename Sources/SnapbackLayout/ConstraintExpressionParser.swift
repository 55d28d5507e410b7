import SnapbackConstraints

/// Reads the grammar of ``ConstraintExpression`` from left to right, one token ahead.
struct ConstraintExpressionParser {
  private enum Token: Equatable {
    case name(String)
    case number(Double)
    case symbol(Character)
    case relation(Relation)
    case end

    var shown: String {
      switch self {
      case .name(let name): "\"\(name)\""
      case .number(let number): "the number \(number)"
      case .symbol(let symbol): "\"\(symbol)\""
      case .relation(let relation): "\"\(relation)\""
      case .end: "the end"
      }
    }
  }

  /// The longest text that is read, in characters.
  static let lengthLimit = 1000

  private let text: String
  private let characters: [Character]
  private var position = 0
  private var token = Token.end
  /// Where the token starts, from 1.
  private var column = 1

  init(_ text: String) {
    self.text = text
    characters = Array(text.prefix(Self.lengthLimit + 1))
  }

  mutating func parse() throws(ConstraintExpressionError) -> ConstraintExpression {
    guard characters.count <= Self.lengthLimit else {
      throw error("a constraint has at most \(Self.lengthLimit) characters")
    }
    try advance()
    let first = try anchor()
    guard case .relation(let relation) = token else {
      throw unexpected("a relation: =, <= or >=")
    }
    try advance()
    var result = ConstraintExpression(
      first: first, relation: relation, terms: [], constant: 0, priority: .required)
    try sum(into: &result)
    if token == .symbol("@") {
      try advance()
      result.priority = try priority()
    }
    guard token == .end else { throw unexpected("+, -, @ or the end") }
    return result
  }

  private mutating func sum(
    into result: inout ConstraintExpression
  ) throws(ConstraintExpressionError) {
    var sign = 1.0
    if token == .symbol("-") || token == .symbol("+") {
      sign = token == .symbol("-") ? -1 : 1
      try advance()
    }
    try term(sign, into: &result)
    while token == .symbol("-") || token == .symbol("+") {
      sign = token == .symbol("-") ? -1 : 1
      try advance()
      try term(sign, into: &result)
    }
  }

  private mutating func term(
    _ sign: Double, into result: inout ConstraintExpression
  ) throws(ConstraintExpressionError) {
    if case .number(let value) = token {
      try advance()
      guard token == .symbol("*") else {
        result.constant += sign * value
        return
      }
      try advance()
      result.terms.append(.init(multiplier: sign * value, name: try anchor()))
      return
    }
    guard case .name = token else { throw unexpected("a number or a view's attribute") }
    let name = try anchor()
    var multiplier = sign
    if token == .symbol("*") || token == .symbol("/") {
      let divides = token == .symbol("/")
      try advance()
      guard case .number(let value) = token else { throw unexpected("a number") }
      if divides, value == 0 { throw error("division by zero") }
      multiplier = divides ? sign / value : sign * value
      try advance()
    }
    result.terms.append(.init(multiplier: multiplier, name: name))
  }

  private mutating func anchor() throws(ConstraintExpressionError) -> ConstraintExpression.Name {
    guard case .name(let view) = token else { throw unexpected("the name of a view") }
    let start = column
    try advance()
    guard token == .symbol(".") else { throw unexpected("\".\" and an attribute") }
    try advance()
    guard case .name(let word) = token, let attribute = LayoutAttribute(rawValue: word) else {
      let all = LayoutAttribute.allCases.map(\.rawValue).joined(separator: ", ")
      throw unexpected("an attribute: \(all)")
    }
    try advance()
    return .init(view: view, attribute: attribute, column: start)
  }

  private mutating func priority() throws(ConstraintExpressionError) -> Priority {
    switch token {
    case .name("required"):
      try advance()
      return .required
    case .name("high"):
      try advance()
      return .defaultHigh
    case .name("low"):
      try advance()
      return .defaultLow
    case .number(let value) where (1...1000).contains(value):
      guard let priority = try? Priority(value) else { fallthrough }
      try advance()
      return priority
    default:
      throw unexpected("a priority: 1 to 1000, required, high or low")
    }
  }

  // MARK: Tokens

  private func error(_ message: String) -> ConstraintExpressionError {
    ConstraintExpressionError(text: text, message: message, column: column)
  }

  private func unexpected(_ expected: String) -> ConstraintExpressionError {
    error("expected \(expected), found \(token.shown)")
  }

  private var character: Character? {
    characters.indices.contains(position) ? characters[position] : nil
  }

  private mutating func advance() throws(ConstraintExpressionError) {
    while let character, character.isWhitespace { position += 1 }
    column = position + 1
    guard let character else {
      token = .end
      return
    }
    if Self.startsName(character) {
      token = .name(take { Self.startsName($0) || Self.isDigit($0) })
    } else if Self.isDigit(character) || character == "." && nextIsDigit {
      try number()
    } else {
      position += 1
      try symbol(character)
    }
  }

  private mutating func symbol(
    _ character: Character
  ) throws(ConstraintExpressionError) {
    switch character {
    case "=":
      _ = takeEquals()
      token = .relation(.equal)
    case "≤": token = .relation(.lessThanOrEqual)
    case "≥": token = .relation(.greaterThanOrEqual)
    case "<", ">":
      guard takeEquals() else { throw error("\"\(character)\" has to be \"\(character)=\"") }
      token = .relation(character == "<" ? .lessThanOrEqual : .greaterThanOrEqual)
    case "×": token = .symbol("*")
    case "−": token = .symbol("-")
    case "+", "-", "*", "/", "@", ".": token = .symbol(character)
    default: throw error("\"\(character)\" has no meaning here")
    }
  }

  private mutating func takeEquals() -> Bool {
    guard character == "=" else { return false }
    position += 1
    return true
  }

  private mutating func number() throws(ConstraintExpressionError) {
    var digits = take(Self.isDigit)
    if character == ".", nextIsDigit {
      position += 1
      digits += "." + take(Self.isDigit)
    }
    guard let value = Double(digits.hasPrefix(".") ? "0" + digits : digits), value.isFinite else {
      throw error("\"\(digits)\" is not a number")
    }
    token = .number(value)
  }

  private mutating func take(_ belongs: (Character) -> Bool) -> String {
    let start = position
    while let character, belongs(character) { position += 1 }
    return String(characters[start..<position])
  }

  private var nextIsDigit: Bool {
    characters.indices.contains(position + 1) && Self.isDigit(characters[position + 1])
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func startsName(_ character: Character) -> Bool {
    character.isASCII && character.isLetter || character == "_"
  }
}

import SnapbackConstraints

/// Cuts a rule or a visual format into tokens, one at a time.
struct ConstraintExpressionScanner {
  enum Token: Equatable {
    case name(String)
    case number(Double)
    case symbol(Character)
    case relation(Relation)
    case end

    /// As it stands in a message.
    var shown: String {
      switch self {
      case .name(let name): ConstraintExpressionText.quoted(name)
      case .number(let number): "the number \(ConstraintExpressionText.decimal(number))"
      case .symbol(let symbol): "\"\(symbol)\""
      case .relation(let relation): "\"\(relation)\""
      case .end: "the end"
      }
    }
  }

  /// Which symbols and relations there are.
  enum Dialect {
    case rule
    case visualFormat

    fileprivate var symbols: String { self == .rule ? "+-*/@." : "[]()|-:,@" }
  }

  /// The longest text that is read, in characters.
  static let lengthLimit = 1000

  /// The greatest number, also of a sum or a quotient of numbers: what a layout computes with.
  static let numberLimit = 1e9

  /// The token that was read last.
  private(set) var token = Token.end
  /// Where it starts: 1 is the first character.
  private(set) var column = 1

  private let dialect: Dialect
  private let characters: [Character]
  private var position = 0

  /// Starts before the first token.
  init(_ text: String, _ dialect: Dialect) throws(ConstraintExpressionFault) {
    self.dialect = dialect
    characters = Array(text.prefix(Self.lengthLimit + 1))
    guard characters.count <= Self.lengthLimit else {
      let kind = dialect == .rule ? "constraint" : "visual format"
      throw ConstraintExpressionFault(
        "a \(kind) has at most \(Self.lengthLimit) characters", at: Self.lengthLimit + 1)
    }
  }

  /// A fault at the token.
  func unexpected(_ expected: String, hint: String? = nil) -> ConstraintExpressionFault {
    ConstraintExpressionFault("expected \(expected), found \(token.shown)", at: column, hint: hint)
  }

  /// Reads the next token; at the end, `end` again and again.
  mutating func advance() throws(ConstraintExpressionFault) {
    while let character, Self.isSpace(character) { position += 1 }
    column = position + 1
    guard let character else {
      token = .end
      return
    }
    if Self.startsName(character) {
      token = .name(take { Self.startsName($0) || Self.isDigit($0) })
    } else if Self.isDigit(character) || character == "." && nextIsDigit {
      token = .number(try number())
    } else {
      position += 1
      token = try symbol(character)
    }
  }

  private mutating func symbol(
    _ character: Character
  ) throws(ConstraintExpressionFault) -> Token {
    switch (character, dialect) {
    case ("=", .rule):
      takeEquals()
      return .relation(.equal)
    case ("≤", .rule): return .relation(.lessThanOrEqual)
    case ("≥", .rule): return .relation(.greaterThanOrEqual)
    case ("×", .rule): return .symbol("*")
    case ("−", .rule): return .symbol("-")
    case ("=", _), ("<", _), (">", _):
      guard takeEquals() else {
        throw ConstraintExpressionFault("\"\(character)\" has to be \"\(character)=\"", at: column)
      }
      return .relation(
        character == "=" ? .equal : character == "<" ? .lessThanOrEqual : .greaterThanOrEqual)
    default:
      guard dialect.symbols.contains(character) else {
        let shown = ConstraintExpressionText.quoted(String(character))
        throw ConstraintExpressionFault("\(shown) has no meaning here", at: column)
      }
      return .symbol(character)
    }
  }

  @discardableResult private mutating func takeEquals() -> Bool {
    guard character == "=" else { return false }
    position += 1
    return true
  }

  private mutating func number() throws(ConstraintExpressionFault) -> Double {
    var digits = take(Self.isDigit)
    if digits.isEmpty { digits = "0" }
    if character == ".", nextIsDigit {
      position += 1
      digits += "." + take(Self.isDigit)
    }
    guard let value = Double(digits), value <= Self.numberLimit else {
      let limit = ConstraintExpressionText.decimal(Self.numberLimit)
      throw ConstraintExpressionFault("a number is at most \(limit)", at: column)
    }
    return value
  }

  private mutating func take(_ belongs: (Character) -> Bool) -> String {
    let start = position
    while let character, belongs(character) { position += 1 }
    return String(characters[start..<position])
  }

  private var character: Character? {
    position < characters.count ? characters[position] : nil
  }

  private var nextIsDigit: Bool {
    position + 1 < characters.count && Self.isDigit(characters[position + 1])
  }

  // By their ASCII values: Unicode's tables made this a third of the time of reading a scene.

  private static func isSpace(_ character: Character) -> Bool {
    guard let value = character.asciiValue else { return character.isWhitespace }
    return value == 0x20 || (0x09...0x0D).contains(value)
  }

  private static func isDigit(_ character: Character) -> Bool {
    guard let value = character.asciiValue else { return false }
    return (0x30...0x39).contains(value)
  }

  private static func startsName(_ character: Character) -> Bool {
    guard let value = character.asciiValue else { return false }
    return (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) || value == 0x5F
  }
}

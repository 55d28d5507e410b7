import SnapbackConstraints

/// Splits a rule or a visual format into tokens, one at a time.
struct ConstraintExpressionScanner {
  enum Token: Equatable {
    case name(String)
    case number(Double)
    case symbol(Unicode.Scalar)
    case relation(Relation)
    case end

    /// The token as a message shows it.
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

  /// The syntax, which determines the valid symbols and relations.
  enum Dialect {
    case rule
    case visualFormat

    fileprivate func has(_ symbol: Unicode.Scalar) -> Bool {
      switch (symbol, self) {
      case ("-", _), ("@", _): true
      case ("+", _), ("*", _), ("/", _), ("(", _), (")", _): true
      case (".", .rule): true
      case ("[", .visualFormat), ("]", .visualFormat), ("|", .visualFormat), (":", .visualFormat),
        (",", .visualFormat):
        true
      default: false
      }
    }
  }

  /// The maximum length of a text, in characters.
  static let lengthLimit = 1000

  /// The maximum magnitude of a number, a sum or a quotient. The layout solver has the same limit.
  static let numberLimit = 1e9

  /// The maximum number of parentheses within each other.
  static let depthLimit = 32

  /// The current token.
  private(set) var token = Token.end
  /// The column where the token starts, from 1.
  private(set) var column = 1

  private let dialect: Dialect
  /// The characters as ASCII codes. With `Character` instead, scanning took a third of the
  /// instructions of a `load`.
  private let codes: [UInt8]
  /// All characters, if some are not ASCII; otherwise empty. ``codes`` contains ``foreign`` for
  /// such a character.
  private let characters: [Character]
  private var position = 0

  private static let foreign: UInt8 = 0xFF

  /// Starts before the first token.
  init(_ text: String, _ dialect: Dialect) throws(ConstraintExpressionFault) {
    self.dialect = dialect
    let bytes = Array(text.utf8.prefix(Self.lengthLimit + 1))
    // CR LF is a single `Character`.
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      codes = bytes
      characters = []
    } else {
      characters = Array(text.prefix(Self.lengthLimit + 1))
      codes = characters.map { $0.asciiValue ?? Self.foreign }
    }
    guard codes.count <= Self.lengthLimit else {
      let kind = dialect == .rule ? "constraint" : "visual format"
      throw ConstraintExpressionFault(
        "a \(kind) has at most \(Self.lengthLimit) characters", at: Self.lengthLimit + 1)
    }
  }

  /// A fault at the current token.
  func unexpected(_ expected: String, hint: String? = nil) -> ConstraintExpressionFault {
    ConstraintExpressionFault("expected \(expected), found \(found)", at: column, hint: hint)
  }

  /// The current token as a message shows it. A relation is shown as it is written.
  private var found: String {
    guard case .relation = token else { return token.shown }
    let written = (column - 1)..<position
    return ConstraintExpressionText.quoted(
      characters.isEmpty
        ? String(decoding: codes[written], as: UTF8.self) : String(characters[written]))
  }

  /// The fault that the parenthesis at the current token is too deep.
  var tooDeep: ConstraintExpressionFault {
    ConstraintExpressionFault(
      "parentheses are at most \(Self.depthLimit) deep", at: column, hint: "leave some out")
  }

  /// Reads the next token; returns `end` repeatedly at the end.
  mutating func advance() throws(ConstraintExpressionFault) {
    while let code, isSpace(code) { position += 1 }
    column = position + 1
    guard let code else {
      token = .end
      return
    }
    if Self.startsName(code) {
      token = .name(prefix { Self.startsName($0) || Self.isDigit($0) })
    } else if Self.isDigit(code) || code == UInt8(ascii: ".") && nextIsDigit {
      token = .number(try number())
    } else if code == Self.foreign {
      token = try symbol(characters[position])
    } else {
      token = try symbol(Unicode.Scalar(code))
    }
  }

  private mutating func symbol(_ symbol: Unicode.Scalar) throws(ConstraintExpressionFault) -> Token
  {
    position += 1
    switch symbol {
    case "=" where code == UInt8(ascii: ">") || code == UInt8(ascii: "<"):
      let sign = code == UInt8(ascii: ">") ? ">" : "<"
      throw ConstraintExpressionFault(
        "\"=\(sign)\" is not a relation", at: column, hint: "write \"\(sign)=\"")
    case "=" where dialect == .rule:
      skipEquals()
      return .relation(.equal)
    case "=", "<", ">":
      guard skipEquals() else {
        throw ConstraintExpressionFault("\"\(symbol)\" has to be \"\(symbol)=\"", at: column)
      }
      return .relation(
        symbol == "=" ? .equal : symbol == "<" ? .lessThanOrEqual : .greaterThanOrEqual)
    default:
      guard dialect.has(symbol) else { throw meaningless(String(symbol)) }
      return .symbol(symbol)
    }
  }

  /// Reads a mathematical symbol that is not ASCII.
  private mutating func symbol(_ character: Character) throws(ConstraintExpressionFault) -> Token {
    position += 1
    switch (character, dialect) {
    case ("≤", .rule): return .relation(.lessThanOrEqual)
    case ("≥", .rule): return .relation(.greaterThanOrEqual)
    case ("×", .rule): return .symbol("*")
    case ("−", .rule): return .symbol("-")
    default: throw meaningless(String(character))
    }
  }

  private func meaningless(_ text: String) -> ConstraintExpressionFault {
    ConstraintExpressionFault(
      "\(ConstraintExpressionText.quoted(text)) has no meaning here", at: column)
  }

  @discardableResult private mutating func skipEquals() -> Bool {
    guard code == UInt8(ascii: "=") else { return false }
    position += 1
    return true
  }

  private mutating func number() throws(ConstraintExpressionFault) -> Double {
    var digits = prefix(while: Self.isDigit)
    if digits.isEmpty { digits = "0" }
    if code == UInt8(ascii: "."), nextIsDigit {
      position += 1
      digits += "." + prefix(while: Self.isDigit)
    }
    guard let value = Double(digits), value <= Self.numberLimit else {
      let limit = ConstraintExpressionText.decimal(Self.numberLimit)
      throw ConstraintExpressionFault("a number is at most \(limit)", at: column)
    }
    return value
  }

  private mutating func prefix(while belongs: (UInt8) -> Bool) -> String {
    let start = position
    while let code, belongs(code) { position += 1 }
    return String(decoding: codes[start..<position], as: UTF8.self)
  }

  private var code: UInt8? { position < codes.count ? codes[position] : nil }

  private var nextIsDigit: Bool {
    position + 1 < codes.count && Self.isDigit(codes[position + 1])
  }

  private func isSpace(_ code: UInt8) -> Bool {
    if code == Self.foreign { return characters[position].isWhitespace }
    return code == 0x20 || (0x09...0x0D).contains(code)
  }

  private static func isDigit(_ code: UInt8) -> Bool { (0x30...0x39).contains(code) }

  private static func startsName(_ code: UInt8) -> Bool {
    (0x41...0x5A).contains(code) || (0x61...0x7A).contains(code) || code == 0x5F
  }
}

/// A fault at one position of a text. ``ConstraintExpressionError`` combines the fault with the
/// text.
struct ConstraintExpressionFault: Error {
  let message: String
  var hint: String?
  /// The column, from 1. One past the last character means the end of the text.
  let column: Int
  /// The unknown name, if the fault is that a name is unknown. A caller that knows all names can
  /// then add a hint.
  let unknownName: String?

  init(
    _ message: String, at column: Int, hint: String? = nil, unknownName: String? = nil
  ) {
    self.message = message
    self.hint = hint
    self.column = column
    self.unknownName = unknownName
  }

  /// Adds a hint if a name was unknown and `names` contains a similar one.
  func hinted(in names: @autoclosure () -> [String]) -> Self {
    guard let unknownName else { return self }
    var fault = self
    fault.hint = ConstraintExpressionText.hint(for: unknownName, in: names())
    return fault
  }
}

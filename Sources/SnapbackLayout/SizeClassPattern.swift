/// A pattern of size classes: a class or `any` along each axis.
///
/// As text, a pattern is the width, `x` and the height: `compact x regular`, `any x compact`.
public struct SizeClassPattern: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The required width class; nil matches any.
  public var width: SizeClass?
  /// The required height class; nil matches any.
  public var height: SizeClass?

  /// The nine patterns, the most specific first.
  public static let allCases: [SizeClassPattern] = {
    let both = SizeClass.allCases.flatMap { width in
      SizeClass.allCases.map { SizeClassPattern(width: width, height: $0) }
    }
    let widths = SizeClass.allCases.map { SizeClassPattern(width: $0) }
    let heights = SizeClass.allCases.map { SizeClassPattern(height: $0) }
    return both + widths + heights + [SizeClassPattern()]
  }()

  /// Makes a pattern. An omitted class matches any class.
  public init(width: SizeClass? = nil, height: SizeClass? = nil) {
    self.width = width
    self.height = height
  }

  /// Parses a pattern: a width, `x` or `×`, and a height, separated by spaces.
  ///
  /// Width and height are each `compact`, `regular` or `any`, in lower case.
  public init(parsing text: String) throws(SizeClassError) {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(4).map(String.init)
    func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }
    width = try Self.sizeClass(word(0), of: "width")
    guard let sign = word(1), sign == "x" || sign == "×" else {
      throw .unexpected(expected: "\"x\" and a height", found: word(1))
    }
    height = try Self.sizeClass(word(2), of: "height")
    if let rest = word(3) { throw .unexpected(expected: "the end", found: rest) }
  }

  /// The precedence among matching patterns, from 0 for any × any to 3 for a class along both axes.
  ///
  /// The pattern with the highest value wins: both classes exact, then the width, then the height,
  /// then any. Preferring the width over the height is Snapback's choice. Two patterns with the
  /// same value never match the same size classes.
  public var specificity: Int { (width == nil ? 0 : 2) + (height == nil ? 0 : 1) }

  /// Whether the pattern matches `sizes`.
  public func matches(_ sizes: SizeClasses) -> Bool {
    (width == nil || width == sizes.width) && (height == nil || height == sizes.height)
  }

  /// The pattern as text that ``init(parsing:)`` accepts.
  public var description: String { "\(Self.text(width)) x \(Self.text(height))" }

  private static func text(_ size: SizeClass?) -> String { size?.rawValue ?? "any" }

  private static func sizeClass(
    _ word: String?, of axis: String
  ) throws(SizeClassError) -> SizeClass? {
    if word == "any" { return nil }
    guard let word, let size = SizeClass(rawValue: word) else {
      throw .unexpected(expected: "a \(axis): compact, regular or any", found: word)
    }
    return size
  }
}

/// The error for a text that is not a pattern of size classes.
public enum SizeClassError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An unexpected word in a pattern; `found` is nil at the end of the text.
  case unexpected(expected: String, found: String?)

  /// The maximum number of characters of a word in the message.
  public static let wordLimit = 40

  /// The error on one line: the expected and the actual text.
  public var description: String {
    switch self {
    case .unexpected(let expected, let found?):
      "expected \(expected), found \"\(found.prefix(Self.wordLimit))\""
    case .unexpected(let expected, nil):
      "expected \(expected), found the end"
    }
  }
}

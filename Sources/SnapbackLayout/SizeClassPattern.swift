/// Which size classes something is meant for: a class, or any, along each axis.
///
/// Its text is the width, `x` and the height: `compact x regular`, `any x compact`.
public struct SizeClassPattern: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The width that is asked for; nil is any.
  public var width: SizeClass?
  /// The height that is asked for; nil is any.
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

  /// The pattern of a width and a height; what is not given may be any.
  public init(width: SizeClass? = nil, height: SizeClass? = nil) {
    self.width = width
    self.height = height
  }

  /// The pattern that `text` writes: a width, `x` or `×`, and a height, with spaces between.
  ///
  /// Each of the two is `compact`, `regular` or `any`, in small letters.
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

  /// How much is asked for, from 0 for any × any to 3 for a class along both axes.
  ///
  /// Among patterns that match, the highest is taken: both exact, then the width exact, then the
  /// height exact, then any. That the width goes before the height is ours; two patterns with
  /// the same number never match the same size classes.
  public var specificity: Int { (width == nil ? 0 : 2) + (height == nil ? 0 : 1) }

  /// Whether `sizes` are among those asked for.
  public func matches(_ sizes: SizeClasses) -> Bool {
    (width == nil || width == sizes.width) && (height == nil || height == sizes.height)
  }

  /// The text of the pattern, as ``init(parsing:)`` reads it.
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

/// Why a text is no pattern of size classes.
public enum SizeClassError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A word of a pattern is not what belongs there; nil is the end of the text.
  case unexpected(expected: String, found: String?)

  /// The most characters of a word that the message shows.
  public static let wordLimit = 40

  /// One line: what was expected and found, or what to do about it.
  public var description: String {
    switch self {
    case .unexpected(let expected, let found?):
      "expected \(expected), found \"\(found.prefix(Self.wordLimit))\""
    case .unexpected(let expected, nil):
      "expected \(expected), found the end"
    }
  }
}

/// A pattern for names: `*` stands for any text, `?` for one character.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  private let pattern: [Character]

  /// Creates a pattern from its text; matching is case-sensitive.
  public init(_ text: String) {
    pattern = Array(text)
  }

  /// The pattern's text.
  public var description: String { String(pattern) }

  /// Whether the pattern matches the whole name. O(pattern × name) in the worst case.
  public func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (place, next) = (0, 0)
    // The index of the last star in the pattern, and the index in the name up to which the star has
    // matched. On a mismatch, matching resumes there with one more character matched by the star.
    var star: (place: Int, next: Int)?
    while next < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, next)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[next] {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.place, last.next + 1)
        (place, next) = (last.place + 1, last.next + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}

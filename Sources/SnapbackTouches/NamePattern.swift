/// A pattern for names: `*` stands for any text, `?` for one character.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  private let pattern: [Character]

  /// A pattern by its text; upper and lower case differ.
  public init(_ text: String) {
    pattern = Array(text)
  }

  /// The pattern as it was written.
  public var description: String { String(pattern) }

  /// Whether a whole name fits. O(pattern × name) at worst.
  public func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (place, next) = (0, 0)
    // Where the last star is, and how far the name went before it: to go on from with one
    // character more.
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

/// Suggestions for misspelled names.
public enum Spelling {
  /// The maximum length of a name that gets a suggestion. The comparison is quadratic in the
  /// length, and longer names are rarely wrong by only one or two letters.
  private static let maximumScalars = 64

  /// The candidate that a misspelled name most likely means; nil if none is close enough.
  ///
  /// A candidate is close if its Damerau–Levenshtein distance is at most a third of the name's
  /// length plus one, and it has at least one character in common with the name. The distance is
  /// that of optimal string alignment: insertions, deletions, substitutions and swaps of neighbors,
  /// in Unicode scalars. Of several equally close candidates, returns the first. The name itself is
  /// never suggested, and names longer than 64 scalars get no suggestion. Complexity: at most 64²
  /// steps for each candidate.
  public static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    guard let wanted = shortScalars(name) else { return nil }
    var best: String?
    var bestDistance = wanted.count / 3 + 2
    for candidate in candidates where candidate != name {
      guard let other = shortScalars(candidate),
        abs(other.count - wanted.count) < bestDistance
      else { continue }
      let distance = distance(wanted, other)
      if distance < bestDistance, distance < max(wanted.count, other.count) {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  /// The text `did you mean "card"?` with the closest candidate; nil when none is close.
  ///
  /// The rules are those of `nearest(to:in:)`.
  public static func hint(for name: String, in candidates: some Sequence<String>) -> String? {
    guard let nearest = nearest(to: name, in: candidates) else { return nil }
    return "did you mean \(PrintableText.quoted(nearest))?"
  }

  private static func shortScalars(_ text: String) -> [Unicode.Scalar]? {
    let scalars = Array(text.unicodeScalars.prefix(maximumScalars + 1))
    return scalars.isEmpty || scalars.count > maximumScalars ? nil : scalars
  }

  /// The edit distance between two names. Keeps three rows of the table, because a swap of
  /// neighbors refers to the row before the last.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, leftScalar) in left.enumerated() {
      var current = [row + 1]
      for (column, rightScalar) in right.enumerated() {
        let same = leftScalar == rightScalar
        var cost = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, leftScalar == right[column - 1], left[row - 1] == rightScalar {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last.last ?? 0
  }
}

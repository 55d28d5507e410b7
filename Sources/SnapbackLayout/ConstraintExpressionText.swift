/// Text helpers shared by rules and visual formats: decimals, quoted names and suggestions.
enum ConstraintExpressionText {
  /// The maximum number of characters of a quoted text. Longer texts are truncated, so that
  /// messages stay readable.
  private static let quotedLimit = 60

  /// The maximum length of a name that gets a suggestion. Longer names are rarely wrong by only one
  /// or two letters.
  private static let hintedLimit = 64

  /// A finite number in plain decimal, without an exponent. It has the fewest digits that parse to
  /// exactly the same number.
  ///
  /// Expands the exponent of Swift's description, which has the fewest digits. A value that is not
  /// finite gives "0".
  static func decimal(_ number: Double) -> String {
    guard number.isFinite, number != 0 else { return "0" }
    let parts = "\(number.magnitude)".split(separator: "e")
    let mantissa = (parts.first ?? "").split(separator: ".")
    let whole = String(mantissa.first ?? "")
    var fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    if fraction == "0" { fraction = "" }
    let exponent = parts.count > 1 ? parts.last.flatMap { Int($0) } ?? 0 : 0
    let sign = number < 0 ? "-" : ""
    if exponent < 0 {
      return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
    }
    let moved = fraction.prefix(exponent)
    let zeros = String(repeating: "0", count: exponent - moved.count)
    let rest = fraction.dropFirst(exponent)
    return sign + whole + moved + zeros + (rest.isEmpty ? "" : "." + rest)
  }

  /// The text in double quotes, on one line and limited in length.
  static func quoted(_ text: String) -> String {
    let start = text.prefix(quotedLimit)
    return "\"\(printable(start))\(start.count < text.count ? "…" : "")\""
  }

  /// A message with its hint, then two lines: the text, and a caret under `column`.
  static func report(_ message: String, hint: String?, text: String, column: Int) -> String {
    let limit = ConstraintExpressionScanner.lengthLimit
    let start = text.prefix(limit)
    let shown = printable(start) + (start.endIndex < text.endIndex ? "…" : "")
    let caret = String(repeating: " ", count: min(max(0, column - 1), limit)) + "^"
    return message + (hint.map { " — \($0)" } ?? "") + "\n  \(shown)\n  \(caret)"
  }

  /// The text `did you mean "left"?` with the candidate closest to `name`; nil if none is close.
  ///
  /// A candidate is close if its edit distance is at most a third of the name's length plus one.
  /// Insertions, deletions, replacements and swaps of neighbors are edits. Of several equally close
  /// candidates, returns the first.
  static func hint(for name: String, in candidates: [String]) -> String? {
    let wanted = Array(name.unicodeScalars.prefix(hintedLimit + 1))
    guard !wanted.isEmpty, wanted.count <= hintedLimit else { return nil }
    var nearest: String?
    var best = wanted.count / 3 + 2
    for candidate in candidates where candidate != name {
      let other = Array(candidate.unicodeScalars.prefix(hintedLimit + 1))
      guard !other.isEmpty, other.count <= hintedLimit, abs(other.count - wanted.count) < best
      else { continue }
      let distance = distance(wanted, other)
      if distance < best, distance < max(wanted.count, other.count) {
        nearest = candidate
        best = distance
      }
    }
    return nearest.map { "did you mean \(quoted($0))?" }
  }

  /// The text with one character per column; characters that a terminal does not print become "�".
  private static func printable(_ text: Substring) -> String {
    String(text.map { isPrintable($0) ? $0 : "�" })
  }

  private static func isPrintable(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    // Allow combining marks on a letter, but limit their number.
    guard scalars.prefix(9).count < 9 else { return false }
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: false
      default: true
      }
    }
  }

  /// The edit distance between two names. Keeps three rows of the table, because a swap of
  /// neighbors refers to the row before the last.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, leftScalar) in left.enumerated() {
      var current = [row + 1]
      for (column, rightScalar) in right.enumerated() {
        let change = leftScalar == rightScalar ? 0 : 1
        var cost = min(last[column] + change, last[column + 1] + 1, current[column] + 1)
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

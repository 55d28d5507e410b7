/// Decimal text of numbers for people, rounded to a number of decimals.
extension Double {
  /// Formats with at most `places` decimals (0…9), without trailing zeros: `1.5`, `2`.
  public func shortText(_ places: Int) -> String {
    let text = fixedText(places)
    guard text.contains("."), !text.contains("e") else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }

  /// Formats with exactly `places` decimals (0…9): `1.50`. Values that are too large or not a
  /// number are formatted as Swift's `description`.
  public func fixedText(_ places: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<min(max(0, places), 9) { unit *= 10 }
    let scaled = (magnitude * Self(unit)).rounded()
    guard scaled < 9e15 else { return description }
    let units = Int64(saturating: scaled)
    let sign = self < 0 && units > 0 ? "-" : ""
    guard unit > 1 else { return sign + "\(units)" }
    // The leading 1 preserves leading zeros of the decimals; `dropFirst` removes that 1.
    return sign + "\(units / unit).\("\(unit + units % unit)".dropFirst())"
  }
}

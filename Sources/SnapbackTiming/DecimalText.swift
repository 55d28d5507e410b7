/// Numbers as people read them: rounded to so many decimals.
extension Double {
  /// With at most so many decimals, 0…9, and none that are zero at the end: `1.5`, `2`.
  public func shortText(_ places: Int) -> String {
    let text = fixedText(places)
    guard text.contains("."), !text.contains("e") else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }

  /// With exactly so many decimals, 0…9: `1.50`. What is too large for that, or no number, is
  /// written as Swift writes it.
  public func fixedText(_ places: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<min(max(0, places), 9) { unit *= 10 }
    let scaled = (magnitude * Self(unit)).rounded()
    guard scaled < 9e15 else { return description }
    let units = Int64(saturating: scaled)
    let sign = self < 0 && units > 0 ? "-" : ""
    guard unit > 1 else { return sign + "\(units)" }
    // The one before the decimals keeps their zeros.
    return sign + "\(units / unit).\("\(unit + units % unit)".dropFirst())"
  }
}

import SnapbackTiming

/// Numbers as cases and goldens write them: to a thousandth.
enum CaseNumber {
  /// With three decimals; not-a-number and what has no thousandths as Swift writes them.
  static func fixed(_ value: Double) -> String {
    let scaled = (value * 1000).rounded()
    guard scaled.magnitude < 9e15 else { return value.description }
    let whole = Int64(saturating: scaled)
    let part = String(whole.magnitude % 1000)
    let zeros = String(repeating: "0", count: 3 - part.utf8.count)
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / 1000).\(zeros)\(part)"
  }

  /// Without zeros at the end; all digits where three decimals would make a zero of it.
  static func short(_ value: Double) -> String {
    var text = fixed(value)
    if text == "0.000", value != 0 { return value.description }
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Seconds with three decimals and their unit.
  static func seconds(_ time: Instant) -> String {
    fixed(time.seconds(since: .zero)) + " s"
  }
}

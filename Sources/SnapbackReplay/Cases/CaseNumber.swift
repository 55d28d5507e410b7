import SnapbackBasics

/// Formats numbers as in cases and goldens: to a thousandth.
enum CaseNumber {
  /// Three decimals; NaN and other numbers without thousandths as Swift writes them.
  static func fixed(_ value: Double) -> String { value.fixedText(3) }

  /// At most three decimals, without trailing zeros; all digits where three decimals would give
  /// zero.
  static func short(_ value: Double) -> String {
    fixed(value) == "0.000" && value != 0 ? value.description : value.shortText(3)
  }

  /// Seconds with three decimals and their unit.
  static func seconds(_ time: Instant) -> String {
    fixed(time.seconds(since: .zero)) + " s"
  }
}

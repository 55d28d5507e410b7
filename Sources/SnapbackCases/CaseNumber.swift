import SnapbackTiming

/// Numbers as cases and goldens write them: to a thousandth.
enum CaseNumber {
  /// With three decimals; not-a-number and what has no thousandths as Swift writes them.
  static func fixed(_ value: Double) -> String { value.fixedText(3) }

  /// Without zeros at the end; all digits where three decimals would make a zero of it.
  static func short(_ value: Double) -> String {
    fixed(value) == "0.000" && value != 0 ? value.description : value.shortText(3)
  }

  /// Seconds with three decimals and their unit.
  static func seconds(_ time: Instant) -> String {
    fixed(time.seconds(since: .zero)) + " s"
  }
}

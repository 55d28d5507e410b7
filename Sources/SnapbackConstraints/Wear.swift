/// The rounding accumulated since lines and multipliers were last computed from the program.
///
/// Every charge and every exchange adds rounding errors. Beyond a limit the simplex is *worn* and
/// must be renewed (`Simplex+Renewal`).
struct Wear {
  /// The rounding of multipliers up to which their signs can be trusted; entries within
  /// ``LevelVector/tolerance`` of zero count as zero.
  private static var roundingLimit: Double { 1e-12 }

  /// Whether lines and multipliers should be recomputed.
  private(set) var isWorn = false
  /// The approximate rounding error of the multipliers.
  private var rounding = 0.0
  /// Exchanges since the last renewal.
  private var pivots = 0

  /// Whether there was an exchange since the last renewal, so that another renewal may change
  /// lines.
  var isRenewable: Bool { pivots > 0 }

  /// Whether the multipliers should be recomputed because of their rounding.
  var callsForMultipliers: Bool { rounding > Self.roundingLimit }

  /// Resets the counts, for a system that was just compiled.
  mutating func reset() {
    isWorn = false
    rounding = 0
    pivots = 0
  }

  /// Requests a renewal regardless of the rounding.
  mutating func demandRenewal() { isWorn = true }

  /// Notes a charge whose size is at most `size`.
  mutating func noteCharge(_ size: Double) {
    rounding += size * 0x1p-52
    if rounding > Self.roundingLimit { isWorn = true }
  }

  /// Notes an exchange that left `lines` lines. Requests a renewal as soon as it costs no more than
  /// the exchanges since the last one.
  mutating func notePivot(lines: Int) {
    pivots += 1
    if pivots > max(50, lines) { isWorn = true }
  }

  /// Notes that the lines are being recomputed.
  mutating func beginRenewal() {
    isWorn = false
    pivots = 0
  }

  /// Notes that the multipliers are being recomputed.
  mutating func beginMultipliers() { rounding = 0 }
}

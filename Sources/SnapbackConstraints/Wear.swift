/// How far rounding has come since lines and multipliers were last computed from the program.
///
/// Every charge and every exchange carries rounding on. Past a limit the simplex is *worn* and has
/// to be renewed (`Simplex+Renewal`).
struct Wear {
  /// The rounding of multipliers with which their signs can still be trusted; those within
  /// ``LevelVector/tolerance`` of zero are taken for zero.
  private static var roundingLimit: Double { 1e-12 }

  /// Whether lines and multipliers should be computed again.
  private(set) var isWorn = false
  /// About how far multipliers are from what they should be.
  private var rounding = 0.0
  /// Exchanges since the last renewal.
  private var pivots = 0

  /// Whether there was an exchange since the last renewal, so that another one may change lines.
  var isRenewable: Bool { pivots > 0 }

  /// Whether the rounding of multipliers calls for new ones.
  var callsForMultipliers: Bool { rounding > Self.roundingLimit }

  /// Forgets everything, for a system that was just compiled.
  mutating func reset() {
    isWorn = false
    rounding = 0
    pivots = 0
  }

  /// Calls for a renewal whatever the rounding is.
  mutating func demandRenewal() { isWorn = true }

  /// Notes a charge of `size` at most.
  mutating func noteCharge(_ size: Double) {
    rounding += size * 0x1p-52
    if rounding > Self.roundingLimit { isWorn = true }
  }

  /// Notes an exchange that left `lines` lines. Renewing is called for when it costs no more than
  /// the exchanges since the last time did.
  mutating func notePivot(lines: Int) {
    pivots += 1
    if pivots > max(50, lines) { isWorn = true }
  }

  /// Notes that the lines are being computed again.
  mutating func beginRenewal() {
    isWorn = false
    pivots = 0
  }

  /// Notes that the multipliers are being computed again.
  mutating func beginMultipliers() { rounding = 0 }
}

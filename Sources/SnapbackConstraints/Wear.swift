/// The rounding errors accumulated since the exchange lines and multipliers were last recomputed.
///
/// Every charge (change of a multiplier) and every exchange of rows adds rounding errors. Beyond a
/// limit, the simplex is *worn* and must be renewed (`Simplex+Renewal`).
struct Wear {
  /// The largest rounding error of multipliers at which their signs are reliable. Entries within
  /// ``LevelVector/tolerance`` of zero are treated as zero.
  private static var roundingLimit: Double { 1e-12 }

  /// Whether lines and multipliers should be recomputed.
  private(set) var isWorn = false
  /// The approximate rounding error of the multipliers.
  private var rounding = 0.0
  /// The number of exchanges since the last renewal.
  private var pivots = 0
  /// Whether numbers occurred that leave the tolerances of steps in doubt.
  private(set) var isDoubtful = false
  /// Whether the nonbasic rows turned out to be dependent up to rounding.
  private(set) var isSingular = false

  /// Whether there was an exchange since the last renewal. Otherwise another renewal would change
  /// nothing.
  var isRenewable: Bool { pivots > 0 }

  /// Whether the multipliers should be recomputed because of their rounding.
  var callsForMultipliers: Bool { rounding > Self.roundingLimit }

  /// Resets all counts after a compilation.
  mutating func reset() {
    isWorn = false
    rounding = 0
    pivots = 0
    isDoubtful = false
    isSingular = false
  }

  /// Records numbers that leave the tolerances of steps in doubt.
  mutating func noteDoubt() { isDoubtful = true }

  /// Records that the nonbasic rows are dependent up to rounding.
  mutating func noteSingular() { isSingular = true }

  /// Requests a renewal regardless of the rounding.
  mutating func demandRenewal() { isWorn = true }

  /// Records a charge of a magnitude of at most `size`.
  mutating func noteCharge(_ size: Double) {
    rounding += size * 0x1p-52
    if rounding > Self.roundingLimit { isWorn = true }
  }

  /// Records an exchange after which there are `lines` lines. Requests a renewal as soon as the
  /// renewal costs no more than the exchanges since the last one.
  mutating func notePivot(lines: Int) {
    pivots += 1
    if pivots > max(50, lines) { isWorn = true }
  }

  /// Records that the lines are being recomputed.
  mutating func beginRenewal() {
    isWorn = false
    pivots = 0
  }

  /// Records that the multipliers are being recomputed.
  mutating func beginMultipliers() { rounding = 0 }
}

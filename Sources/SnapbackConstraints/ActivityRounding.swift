/// The rounding of the activities (values) of rows in a ``LevelSearch``.
///
/// The search decides with 31 digits: an activity is the row's value in the ``Point`` plus a rest.
/// It therefore distinguishes a row at a kink from a row that is beyond it by less than a double
/// can express. Otherwise, a later step with a small pivot would multiply the difference.
struct ActivityRounding: ~Copyable {
  /// The differences between the activities and their doubles.
  private var rests = Column<Double>()
  /// The rounding error of each activity, with its rest.
  private var noise = Column<Double>()
  /// The units of rows (``Penalties/unit(of:)``).
  private var units = Column<Double>()

  init() {}

  mutating func reset(_ numbering: Numbering, _ penalties: borrowing Penalties) {
    rests.fill(numbering.idCount, with: 0)
    noise.fill(numbering.idCount, with: 0)
    units.fill(numbering.idCount, with: 1)
    for id in numbering.ids { units[id] = penalties.unit(of: id) }
  }

  /// Sets the rest and the rounding error of an activity. `size` is the sum of the magnitudes of
  /// its terms, and `largest` the largest variable.
  func set(_ row: Int32, rest: Double, size: Double, largest: Double) {
    rests[row] = rest
    noise[row] = 1e-26 * size + 1e-28 * largest
  }

  /// Records that the activity of a row is exactly its double.
  func clear(_ row: Int32) { rests[row] = 0 }

  /// By how much the activity of a row exceeds a kink.
  func excess(of row: Int32, over kink: Double, at point: borrowing Point) -> Double {
    (point[row] - kink) + rests[row]
  }

  /// Whether the activity of a row is below a kink.
  func isBelow(_ kink: Double, _ row: Int32, at point: borrowing Point) -> Bool {
    excess(of: row, over: kink, at: point) < -noise[row]
  }

  /// Whether the activity of a row is above a kink.
  func isAbove(_ kink: Double, _ row: Int32, at point: borrowing Point) -> Bool {
    excess(of: row, over: kink, at: point) > noise[row]
  }

  /// The largest double that is not above the activity of a row.
  func floor(of row: Int32, at point: borrowing Point) -> Double {
    rests[row] < 0 ? point[row].nextDown : point[row]
  }

  /// The least double that is not below the activity of a row.
  func ceiling(of row: Int32, at point: borrowing Point) -> Double {
    rests[row] > 0 ? point[row].nextUp : point[row]
  }

  /// The distance from a kink that may stem from rounded targets and coefficients, rather than from
  /// the search.
  func nearness(_ kink: Double, of row: Int32) -> Double {
    Simplex.leastDistance * units[row] + Simplex.certainRounding * kink.magnitude + noise[row]
  }
}

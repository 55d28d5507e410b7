/// For each row, the range of activities at which its multiplier is a subgradient of its penalty,
/// and the rows outside their range.
///
/// Only basic rows with active pieces are *watched*: the activity of any other row has no price. A
/// watched row outside its range is *violated*; dual steps fix it. A row whose multiplier fits no
/// activity is a *misfit*; primal steps fix it. Until then its range is that of an earlier
/// multiplier.
struct Fits: ~Copyable {
  private var watched = Column<Bool>()
  private var lowers = Column<Double>()
  private var uppers = Column<Double>()
  private var violated = OrderedQueue()
  private var misfits = OrderedQueue()
  /// Rows whose multiplier was recomputed.
  private var outdated = OrderedQueue()

  init() {}

  /// Resets all rows: every activity fits, and no row is watched.
  mutating func reset(_ numbering: Numbering) {
    watched.fill(numbering.idCount, with: false)
    lowers.fill(numbering.idCount, with: -.infinity)
    uppers.fill(numbering.idCount, with: .infinity)
    violated.reset(range: numbering.idCount)
    misfits.reset(range: numbering.idCount)
    outdated.reset(range: numbering.idCount)
  }

  // MARK: Ranges

  func isWatched(_ id: Int32) -> Bool { watched[id] }

  func lower(of id: Int32) -> Double { lowers[id] }

  func upper(of id: Int32) -> Double { uppers[id] }

  /// The end of a row's range towards which it moves.
  func end(of id: Int32, rises: Bool) -> Double { rises ? uppers[id] : lowers[id] }

  /// The activity nearest to `activity` that fits.
  func nearest(to activity: Double, of id: Int32) -> Double {
    min(max(activity, lowers[id]), uppers[id])
  }

  /// 1 when an activity is above a row's range, −1 when it is below, 0 when it is within
  /// `tolerance` of the range.
  func side(_ id: Int32, at activity: Double, within tolerance: Double) -> Int {
    activity > uppers[id] + tolerance ? 1 : activity < lowers[id] - tolerance ? -1 : 0
  }

  mutating func setRange(of id: Int32, _ lower: Double, _ upper: Double) {
    lowers[id] = lower
    uppers[id] = upper
  }

  /// Computes the range of a row from its multiplier. Returns false when no activity fits; the row
  /// is then a misfit.
  @discardableResult
  mutating func refit(_ id: Int32, _ penalties: inout Penalties) -> Bool {
    guard case .between(let lower, let upper) = penalties.fit(id) else {
      misfits.insert(id)
      return false
    }
    setRange(of: id, lower, upper)
    return true
  }

  // MARK: Watching

  /// Watches a basic row if it has active pieces.
  mutating func watch(_ id: Int32, _ penalties: borrowing Penalties) {
    watched[id] = penalties.hasActivePieces(id)
  }

  mutating func unwatch(_ id: Int32) { watched[id] = false }

  /// Allows a row any activity.
  mutating func release(_ id: Int32) {
    setRange(of: id, -.infinity, .infinity)
    watched[id] = false
  }

  // MARK: Violated rows

  var hasViolated: Bool { !violated.isEmpty }

  /// Queues a watched row whose activity does not fit its multiplier.
  ///
  /// The bound here is tight; the dual step, which knows the size of the terms, makes the decision.
  mutating func check(_ id: Int32, at activity: Double) {
    guard watched[id] else { return }
    if activity > uppers[id] + 1e-8 || activity < lowers[id] - 1e-8 { violated.insert(id) }
  }

  /// Queues a row regardless of its activity.
  mutating func noteViolated(_ id: Int32) { violated.insert(id) }

  mutating func popViolated() -> Int32? { violated.popFirst() }

  // MARK: Misfits

  var hasMisfits: Bool { !misfits.isEmpty }

  func isMisfit(_ id: Int32) -> Bool { misfits.contains(id) }

  mutating func popMisfit() -> Int32? { misfits.popFirst() }

  // MARK: Outdated ranges

  /// Notes a row whose multiplier is being recomputed.
  mutating func noteOutdated(_ id: Int32) { outdated.insert(id) }

  mutating func popOutdated() -> Int32? { outdated.popFirst() }
}

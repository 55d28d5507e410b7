/// The range of activities (values) that the multiplier of each row fits, and the queues of rows
/// that steps have to correct.
///
/// A multiplier *fits* an activity if it is a subgradient of the row's penalty there. A row is
/// *watched* if it is basic, so that its activity depends on other rows, and has active pieces
/// (constraints). A watched row whose activity is outside its range is *violated*; dual steps
/// correct it. A row whose multiplier fits no activity is a *misfit*. It keeps its previous range
/// until primal steps have corrected it.
struct Fits: ~Copyable {
  private var watched = Column<Bool>()
  private var lowers = Column<Double>()
  private var uppers = Column<Double>()
  private var violated = OrderedQueue()
  private var misfits = OrderedQueue()
  /// The rows whose multiplier was recomputed.
  private var outdated = OrderedQueue()

  init() {}

  /// Resets all rows. Afterwards every activity fits, and no row is watched.
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

  /// The upper end of a row's range if the row rises, otherwise the lower end.
  func end(of id: Int32, rises: Bool) -> Double { rises ? uppers[id] : lowers[id] }

  /// The activity nearest to `activity` in the row's range.
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

  /// Computes the range of a row from its multiplier. Returns false if no activity fits; the row is
  /// then a misfit.
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

  /// Allows a row any activity, and stops watching it.
  mutating func release(_ id: Int32) {
    setRange(of: id, -.infinity, .infinity)
    watched[id] = false
  }

  // MARK: Violated rows

  var hasViolated: Bool { !violated.isEmpty }

  /// Queues a watched row whose activity does not fit its multiplier.
  ///
  /// The tolerance here is small. The dual step, which knows the magnitude of the terms, checks
  /// again.
  mutating func check(_ id: Int32, at activity: Double) {
    guard watched[id] else { return }
    let near = Simplex.leastDistance
    if activity > uppers[id] + near || activity < lowers[id] - near { violated.insert(id) }
  }

  /// Queues a row regardless of its activity.
  mutating func noteViolated(_ id: Int32) { violated.insert(id) }

  mutating func popViolated() -> Int32? { violated.popFirst() }

  // MARK: Misfits

  var hasMisfits: Bool { !misfits.isEmpty }

  func isMisfit(_ id: Int32) -> Bool { misfits.contains(id) }

  mutating func popMisfit() -> Int32? { misfits.popFirst() }

  /// Empties the queues of violated rows and misfits.
  mutating func forgetQueues() {
    while violated.popFirst() != nil {}
    while misfits.popFirst() != nil {}
  }

  // MARK: Outdated ranges

  /// Queues a row whose multiplier is being recomputed.
  mutating func noteOutdated(_ id: Int32) { outdated.insert(id) }

  mutating func popOutdated() -> Int32? { outdated.popFirst() }
}

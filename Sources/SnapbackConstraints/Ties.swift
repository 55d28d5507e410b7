/// The nonbasic rows, those with a given activity (value), that could move without increasing any
/// penalty. The *homes* of variables, their default values, decide the activities of these rows.
///
/// A row is *unsettled* from a change of its activity or multiplier until ``judge(_:at:_:)``
/// examines it. A row is *ambiguous* if its multiplier equals the slope of its penalty on one side,
/// so that a move to this side costs nothing.
struct Ties: ~Copyable {
  private var unsettled = OrderedQueue()
  private var ambiguous = OrderedQueue()
  /// The variables whose distances from home decide ties: those that move with an ambiguous row.
  private var marks = OrderedQueue()
  private var room = LevelVector()

  init() {}

  mutating func reset(_ numbering: Numbering) {
    unsettled.reset(range: numbering.idCount)
    ambiguous.reset(range: numbering.idCount)
    marks.reset(range: Int(numbering.variableCount))
    room.reserve()
  }

  // MARK: Rows

  /// Marks a nonbasic row as unsettled, unless a required equality fixes it.
  mutating func note(_ id: Int32, _ penalties: borrowing Penalties) {
    if !penalties.isFixed(id) { unsettled.insert(id) }
  }

  /// Marks a row as unsettled. The caller knows that no required equality fixes the row.
  mutating func noteMovable(_ id: Int32) { unsettled.insert(id) }

  mutating func popUnsettled() -> Int32? { unsettled.popFirst() }

  /// Removes a row that has become basic, or that must keep its activity.
  mutating func forget(_ id: Int32) {
    unsettled.remove(id)
    ambiguous.remove(id)
  }

  /// Determines whether a row that is not fixed is ambiguous. Returns false if the row's multiplier
  /// does not fit its activity, which happens when rounding made a step go wrong.
  mutating func judge(
    _ id: Int32, at activity: Double, _ penalties: borrowing Penalties
  ) -> Bool {
    penalties.slack(id, at: activity, sign: 1, into: &room)
    let up = room.sign(above: .max, rounding: penalties.rounding)
    penalties.slack(id, at: activity, sign: -1, into: &room)
    let down = room.sign(above: .max, rounding: penalties.rounding)
    if up < 0 || down < 0 { return false }
    if up > 0, down > 0 { ambiguous.remove(id) } else { ambiguous.insert(id) }
    return true
  }

  /// Records that a row is basic or fixed, and so not ambiguous.
  mutating func noteHeld(_ id: Int32) { ambiguous.remove(id) }

  /// The first ambiguous row whose id is at least `id`.
  func firstAmbiguous(from id: Int32) -> Int32? { ambiguous.first(from: id) }

  /// Whether a nonbasic row can move in the direction of `sign` at no cost.
  mutating func isFree(
    _ id: Int32, at activity: Double, _ sign: Int, _ penalties: borrowing Penalties
  ) -> Bool {
    penalties.slack(id, at: activity, sign: sign, into: &room)
    return room.sign(above: .max, rounding: penalties.rounding) <= 0
  }

  /// Whether a nonbasic row can move in the direction of `sign` at no cost, apart from costs at the
  /// tie level.
  mutating func isFreeAboveTies(
    _ id: Int32, at activity: Double, _ sign: Int, _ penalties: borrowing Penalties
  ) -> Bool {
    if penalties.isKept(id, at: activity, sign: sign) { return false }
    penalties.slack(id, at: activity, sign: sign, into: &room)
    return room.sign(above: penalties.tieLevel, rounding: penalties.rounding) <= 0
  }

  // MARK: Variables

  var hasMarks: Bool { !marks.isEmpty }

  func isMarked(_ variable: Int32) -> Bool { marks.contains(variable) }

  /// Marks the variables that move along a direction.
  mutating func mark(_ direction: borrowing Direction) {
    for place in 0..<direction.variables.count { marks.insert(direction.variables[place]) }
  }

  mutating func popMarked() -> Int32? { marks.popFirst() }

  mutating func removeMarks() {
    while marks.popFirst() != nil {}
  }
}

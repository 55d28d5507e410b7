/// The basic rows, those with a computed activity (value), that depend on more than one of the
/// ``Tracks``, with their rate on each track.
///
/// A row that depends on one track limits the range of that track. A row that depends on several
/// tracks limits the sum of their effects; each move along tracks checks this sum.
struct TrackCrossings: ~Copyable {
  struct Crossing: BitwiseCopyable {
    var row: Int32
    var below: Double
    var above: Double
    var rates: (Double, Double, Double, Double) = (0, 0, 0, 0)

    mutating func set(_ track: Int32, _ rate: Double) {
      switch track {
      case 0: rates.0 = rate
      case 1: rates.1 = rate
      case 2: rates.2 = rate
      default: rates.3 = rate
      }
    }

    func allows(_ offsets: (Double, Double, Double, Double)) -> Bool {
      let change =
        rates.0 * offsets.0 + rates.1 * offsets.1 + rates.2 * offsets.2 + rates.3 * offsets.3
      return change <= above && -change <= below
    }
  }

  private var crossings = Column<Crossing>()
  /// While tracks are computed: the first track of each row and the row's rate on it; −1 for a row
  /// without a track.
  private var owners = Column<Int32>()
  private var firstRates = Column<Double>()

  init() {}

  mutating func reset(range: Int) {
    owners.fill(range, with: -1)
    firstRates.fill(range, with: 0)
    crossings.reserve(range)
  }

  mutating func removeAll() { crossings.removeAll() }

  /// Adds a row to a track. The row's activity may fall by `below` and rise by `above`.
  mutating func add(_ row: Int32, to track: Int32, rate: Double, below: Double, above: Double) {
    let owner = owners[row]
    if owner < 0 {
      owners[row] = track
      firstRates[row] = rate
      return
    }
    for index in 0..<crossings.count where crossings[index].row == row {
      crossings[index].set(track, rate)
      return
    }
    var crossing = Crossing(row: row, below: below, above: above)
    crossing.set(owner, firstRates[row])
    crossing.set(track, rate)
    crossings.append(crossing)
  }

  /// Clears the first track of a row, after all tracks have been computed.
  mutating func disown(_ row: Int32) { owners[row] = -1 }

  /// Whether all rows stay within their limits when each track moves by its offset.
  func allow(_ offsets: (Double, Double, Double, Double)) -> Bool {
    for index in 0..<crossings.count where !crossings[index].allows(offsets) { return false }
    return true
  }
}

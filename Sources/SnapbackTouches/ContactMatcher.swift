/// Matches the contacts of one frame with those of the frame before by position alone.
///
/// Chooses the pairing with the least sum of squared distances. An old contact without a partner
/// costs as much as a pair at the limit. Plain distances would not do: if two fingers side by side
/// both move by the distance between them, their plain distances sum to the same value as if one
/// finger jumped over the other. mtdev matches in the same way.
struct ContactMatcher: Sendable {
  /// The largest number of contacts per frame for which the pairing is optimal. With more contacts,
  /// the nearest pair is chosen repeatedly.
  static let exactLimit = 6

  private struct Place: Sendable {
    var x: Double
    var y: Double
  }

  private let reach: Double
  private var old: [Place] = []
  private var new: [Place] = []
  /// The index of the old contact that each new contact continues; −1 for none.
  private(set) var partners: [Int] = []
  /// For each set of new contacts: the greatest saving from pairing that set with the old contacts
  /// processed so far.
  private var best: [Double] = []
  private var next: [Double] = []
  /// For each old contact and each set of new contacts: the old contact's partner in the best
  /// pairing of that set; −1 for none.
  private var choice: [Int8] = []

  /// Creates a matcher for at most `capacity` contacts that move less than `limit` between two
  /// frames.
  init(capacity: Int, limit: Double) {
    reach = limit * limit
    old.reserveCapacity(capacity)
    new.reserveCapacity(capacity)
    partners.reserveCapacity(capacity)
    best = Array(repeating: 0, count: 1 << Self.exactLimit)
    next = best
    choice = Array(repeating: -1, count: Self.exactLimit << Self.exactLimit)
  }

  /// Removes the contacts of both frames.
  mutating func removeAll() {
    old.removeAll(keepingCapacity: true)
    new.removeAll(keepingCapacity: true)
    partners.removeAll(keepingCapacity: true)
  }

  /// Adds a contact of the frame before.
  mutating func addOld(x: Double, y: Double) {
    old.append(Place(x: x, y: y))
  }

  /// Adds a contact of this frame.
  mutating func addNew(x: Double, y: Double) {
    new.append(Place(x: x, y: y))
    partners.append(-1)
  }

  /// Fills ``partners``. O(n · 2ᵐ) up to the exact limit and O(n² · m) beyond, no allocation.
  mutating func solve() {
    if old.count <= Self.exactLimit, new.count <= Self.exactLimit {
      solveExactly()
    } else {
      solveGreedily()
    }
  }

  /// Returns by how much pairing two contacts reduces the cost; zero or negative beyond the limit.
  private func saving(_ first: Int, _ second: Int) -> Double {
    let (dx, dy) = (old[first].x - new[second].x, old[first].y - new[second].y)
    return reach - (dx * dx + dy * dy)
  }

  private mutating func solveExactly() {
    let sets = 1 << new.count
    for set in 0..<sets { best[set] = 0 }
    for first in old.indices {
      for set in 0..<sets {
        next[set] = best[set]
        choice[first << Self.exactLimit | set] = -1
        for second in new.indices where set & (1 << second) != 0 {
          let gain = saving(first, second)
          guard gain > 0, best[set & ~(1 << second)] + gain > next[set] else { continue }
          next[set] = best[set & ~(1 << second)] + gain
          choice[first << Self.exactLimit | set] = Int8(truncatingIfNeeded: second)
        }
      }
      swap(&best, &next)
    }
    var set = sets - 1
    for first in old.indices.reversed() {
      let second = Int(clamping: choice[first << Self.exactLimit | set])
      guard second >= 0 else { continue }
      partners[second] = first
      set &= ~(1 << second)
    }
  }

  private mutating func solveGreedily() {
    for _ in new.indices {
      var pair: (old: Int, new: Int)?
      var most = 0.0
      for second in new.indices where partners[second] < 0 {
        for first in old.indices where !partners.contains(first) {
          let gain = saving(first, second)
          if gain > most { (most, pair) = (gain, (first, second)) }
        }
      }
      guard let pair else { return }
      partners[pair.new] = pair.old
    }
  }
}

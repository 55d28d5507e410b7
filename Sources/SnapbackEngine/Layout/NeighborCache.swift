import SnapbackBasics

/// The links of pieces of the layout other than the present one, for samples of other moments.
struct NeighborCache: Sendable {
  /// The largest number of pieces in the cache; a new one replaces the oldest.
  private static let limit = 4

  private var neighbors: [EdgeLinks] = []
  /// The time at which the last neighbor was added.
  private var time = Instant.zero
  /// The number of pieces that have been added.
  private(set) var count: UInt64 = 0

  mutating func removeAll() { neighbors.removeAll(keepingCapacity: true) }

  /// The links of the piece that contains some values of the drivers.
  func links(at values: [Double]) -> EdgeLinks? { neighbors.first { $0.holds(at: values) } }

  /// Whether no neighbor has been added at this time yet.
  func hasRoom(at now: Instant) -> Bool { time != now || neighbors.isEmpty }

  mutating func add(_ links: EdgeLinks, at now: Instant) {
    time = now
    if neighbors.count == Self.limit { neighbors.removeFirst() }
    neighbors.append(links)
    count &+= 1
  }
}

import SnapbackBasics

/// The links of pieces other than the present piece of the layout, for samples of other moments.
struct NeighborCache: Sendable {
  /// The maximum number of cached pieces; a new piece replaces the oldest.
  private static let limit = 4

  private var neighbors: [EdgeLinks] = []
  /// The time at which the last piece was added.
  private var time = Instant.zero
  /// The number of pieces that have been added.
  private(set) var count: UInt64 = 0

  mutating func removeAll() { neighbors.removeAll(keepingCapacity: true) }

  /// The links of the cached piece that contains the given values of the drivers; nil if there is
  /// none.
  func links(at values: [Double]) -> EdgeLinks? { neighbors.first { $0.holds(at: values) } }

  /// Whether a piece may be added: none has been added at this time yet.
  func hasRoom(at now: Instant) -> Bool { time != now || neighbors.isEmpty }

  mutating func add(_ links: EdgeLinks, at now: Instant) {
    time = now
    if neighbors.count == Self.limit { neighbors.removeFirst() }
    neighbors.append(links)
    count &+= 1
  }
}

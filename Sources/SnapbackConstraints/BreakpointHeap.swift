/// A kink, a change of slope, of the penalty of a basic row. The activity (value) of a basic row
/// depends on the nonbasic row that a primal step moves.
struct Breakpoint: BitwiseCopyable {
  var distance: Double
  var id: Int32
  var kink: Double
  /// The previous kink of the same row on the path; NaN for the first.
  var passed: Double
}

/// A heap of the kinks ahead, nearest first.
struct BreakpointHeap: ~Copyable {
  private var heap = Column<Breakpoint>()

  mutating func reserve(_ size: Int) { heap.reserve(size) }

  mutating func removeAll() { heap.removeAll() }

  mutating func push(_ breakpoint: Breakpoint) {
    heap.append(breakpoint)
    var index = heap.count - 1
    while index > 0, precedes(heap[index], heap[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Breakpoint? {
    if heap.isEmpty { return nil }
    let first = heap[0]
    let last = heap.removeLast()
    if heap.isEmpty { return first }
    heap[0] = last
    var index = 0
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      if !precedes(heap[child], heap[index]) { break }
      swap(child, index)
      index = child
    }
    return first
  }

  private func swap(_ left: Int, _ right: Int) {
    let breakpoint = heap[left]
    heap[left] = heap[right]
    heap[right] = breakpoint
  }

  private func precedes(_ left: Breakpoint, _ right: Breakpoint) -> Bool {
    left.distance != right.distance ? left.distance < right.distance : left.id < right.id
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a predicate is true; `endIndex` if there is none.
  ///
  /// If the predicate is true for an element, it must be true for all later elements. O(log n).
  /// Named after the equivalent method of Swift Algorithms.
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a predicate holds; `endIndex` if it holds for none.
  ///
  /// Once the predicate holds for an element, it has to hold for all that follow. O(log n). It is
  /// named after the equivalent method of Swift Algorithms.
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

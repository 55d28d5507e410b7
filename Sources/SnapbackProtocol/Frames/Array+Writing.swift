extension [UInt8] {
  /// Appends up to `limit` bytes that `body` writes into zeroed storage. `body` returns the number
  /// of valid bytes and may have overwritten more. Does not allocate while the capacity suffices.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    append(addingCapacity: limit) { output in
      output.append(repeating: 0, count: limit)
      var count = 0
      do {
        var span = output.mutableSpan
        var raw = MutableRawSpan(_elements: &span)
        count = body(&raw)
      }
      output.removeLast(limit - count)
    }
  }
}

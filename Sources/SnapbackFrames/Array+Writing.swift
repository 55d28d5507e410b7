extension [UInt8] {
  /// Lets `body` write up to `limit` bytes behind what is there; it returns how many it wrote, and
  /// may have touched more. It gets zeros. No allocation while there is room.
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

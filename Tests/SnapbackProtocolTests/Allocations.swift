import AllocationCounter

/// How often the process has asked for memory.
enum Allocations {
  static func count() -> UInt64 { allocation_count() }
}

import AllocationCounter

/// Counts the process's allocations.
enum Allocations {
  static func count() -> UInt64 { allocation_count() }
}

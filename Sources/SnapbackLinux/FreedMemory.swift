import CSnapbackLinux

/// Memory that the process has freed, and that the C library keeps for later allocations.
public enum FreedMemory {
  /// Returns freed memory to the system. Takes time in proportion to the heap, so call this only
  /// after work that is done once.
  public static func release() { snapback_memory_release() }
}

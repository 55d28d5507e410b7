import Glibc

/// The number of random cases that a test runs.
public enum Effort {
  /// Whether tests run all cases: in a release build, or if SNAPBACK_LONG is set in the
  /// environment.
  public static let isFull: Bool = {
    #if DEBUG
      unsafe getenv("SNAPBACK_LONG") != nil
    #else
      true
    #endif
  }()

  /// The number of cases to run: `full`, or `few` in a debug build, which is about ten times as
  /// slow.
  public static func cases(_ full: Int, inDebugBuilds few: Int) -> Int { isFull ? full : few }
}

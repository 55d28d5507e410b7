import Glibc

/// How many random cases a test runs.
public enum Effort {
  /// Whether all are run: in a release build, and where SNAPBACK_LONG is set in the environment.
  public static let isFull: Bool = {
    #if DEBUG
      unsafe getenv("SNAPBACK_LONG") != nil
    #else
      true
    #endif
  }()

  /// The number of cases; a debug build is about ten times as slow.
  public static func cases(_ full: Int, inDebugBuilds few: Int) -> Int { isFull ? full : few }
}

import Glibc

/// Numbers of random cases that tests run.
public enum Effort {
  /// Whether tests run all cases: in a release build, or if SNAPBACK_LONG is set in the
  /// environment.
  public static let isFull: Bool = {
    #if DEBUG
      isLong
    #else
      true
    #endif
  }()
  private static let isLong = unsafe getenv("SNAPBACK_LONG") != nil

  /// The number of cases to run: `full`, or `few` in a debug build, which is about ten times as
  /// slow.
  public static func cases(_ full: Int, inDebugBuilds few: Int) -> Int { isFull ? full : few }

  /// The number of cases to run: `full` if SNAPBACK_LONG is set in the environment, otherwise
  /// `some` in a release build and `few` in a debug build.
  public static func cases(
    _ full: Int, inReleaseBuilds some: Int, inDebugBuilds few: Int
  ) -> Int {
    isLong ? full : cases(some, inDebugBuilds: few)
  }
}

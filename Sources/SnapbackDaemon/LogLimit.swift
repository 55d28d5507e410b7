import SnapbackBasics

/// Limits how often clients can cause log lines of one kind.
///
/// Admits ten lines of a kind in ten seconds. The next admitted line states how many were
/// suppressed.
struct LogLimit {
  /// The maximum number of lines in a window, and the length of the window in seconds.
  static let lines = 10
  static let seconds = 10.0

  private struct Window {
    var start: Instant
    var count = 0
    var suppressed = 0
  }

  private var windows: [String: Window] = [:]

  /// Returns the number of lines suppressed before this one, or nil if this one is suppressed too.
  mutating func admit(_ kind: String, at now: Instant) -> Int? {
    var window = windows[kind] ?? Window(start: now)
    defer { windows[kind] = window }
    if now >= window.start.advanced(bySeconds: Self.seconds) {
      window.start = now
      window.count = 0
    }
    guard window.count < Self.lines else {
      window.suppressed += 1
      return nil
    }
    window.count += 1
    defer { window.suppressed = 0 }
    return window.suppressed
  }
}

import SnapbackBasics

/// Limits the rate of log lines of one kind that clients can cause.
///
/// The limit is ten lines of a kind in ten seconds. The next admitted line states the number of
/// suppressed lines.
struct LogLimit {
  /// The maximum number of lines in a window. The length of a window is `seconds`.
  static let lines = 10
  static let seconds = 10.0

  private struct Window {
    var start: Instant
    var count = 0
    var suppressed = 0
  }

  private var windows: [String: Window] = [:]

  /// Returns the number of lines that were suppressed before this line; nil if this line must be
  /// suppressed too.
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

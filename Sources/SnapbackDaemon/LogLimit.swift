import SnapbackTiming

/// Limits how often clients can cause log lines of one kind.
///
/// Ten lines of a kind are admitted in ten seconds; the next one that is admitted tells how many
/// were left out.
struct LogLimit {
  /// The lines of a kind in a window, and the window's length in seconds.
  static let lines = 10
  static let seconds = 10.0

  private struct Window {
    var start: Instant
    var count = 0
    var suppressed = 0
  }

  private var windows: [String: Window] = [:]

  /// Whether a line of a kind is admitted now: how many like it were left out before, or nil.
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

import SnapbackBasics
import SnapbackProtocol

/// A screen, a client that draws for it, and a daemon that uses a ``Pacer``.
///
/// Times are nanoseconds in doubles; 2⁵³ of them are 104 days.
struct Screen {
  /// The result of one frame.
  struct Shown {
    /// The time for which the frame was computed, and the time at which it was shown.
    let target: Double
    let seen: Double
    /// The index of the picture on the screen.
    let flip: Int
  }

  /// The true refresh interval, and the time of picture 0.
  var refresh: Double
  var phase = 1_000_000_123.0
  /// The refresh interval that the client reports; 0 for none.
  var toldRefresh: UInt64
  /// The time that the client needs to draw a frame.
  var drawing: (inout SeededGenerator) -> Double = { _ in 3_000_000 }
  /// The maximum error of the times that the client reports.
  var jitter = 0.0
  /// The maximum delay of the daemon's timer.
  var lateness = 200_000.0
  var dice = SeededGenerator(seed: 7)

  init(hertz: Double, toldRefresh: UInt64? = nil) {
    refresh = 1e9 / hertz
    self.toldRefresh = toldRefresh ?? UInt64((1e9 / hertz).rounded())
  }

  /// Shows a moving scene for `seconds`; returns all frames shown, in order.
  mutating func run(_ pacer: inout Pacer, seconds: Double) -> [Shown] {
    var shown: [Shown] = []
    var now = phase
    let end = now + seconds * 1e9
    // The frames being drawn: their target times, and when they are ready.
    var drawn: [(target: Double, ready: Double)] = []
    var flip = 1
    while now < end {
      let flipTime = phase + Double(flip) * refresh
      let instant = Instant(nanoseconds: UInt64(now))
      let due = pacer.due(.motion, at: instant).map { Double($0.nanoseconds) } ?? .infinity
      let wake = due + Double.random(in: 0...lateness, using: &dice)
      if wake < flipTime {
        now = max(wake, now)
        let composed = Instant(nanoseconds: UInt64(now))
        let target = pacer.target(at: composed)
        pacer.sent(target: target, at: composed)
        drawn.append((Double(target.nanoseconds), now + 50_000 + drawing(&dice)))
        now += 1000
        continue
      }
      now = max(now, flipTime)
      // Show the newest frame that is ready and drop older ones.
      if let newest = drawn.lastIndex(where: { $0.ready <= flipTime }) {
        shown.append(
          Shown(target: drawn[newest].target, seen: flipTime, flip: flip))
        drawn.removeFirst(newest + 1)
        tell(&pacer, flipTime)
      }
      flip += 1
      now += 100_000
    }
    return shown
  }

  private mutating func tell(_ pacer: inout Pacer, _ flipTime: Double) {
    let told = flipTime + Double.random(in: -1...1, using: &dice) * jitter
    let microseconds = UInt64(told / 1000)
    let time = FlipTime.instant(
      seconds: UInt32(microseconds / 1_000_000), microseconds: UInt32(microseconds % 1_000_000))
    pacer.presented(
      at: time, refresh: toldRefresh, now: Instant(nanoseconds: UInt64(flipTime + 100_000)))
  }
}

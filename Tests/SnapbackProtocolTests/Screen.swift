import SnapbackProtocol
import SnapbackTiming

/// A screen, a client that draws for it, and a daemon that follows a ``Pacer``.
///
/// Times are nanoseconds in doubles; 2⁵³ of them are 104 days.
struct Screen {
  /// What became of one frame.
  struct Shown {
    /// The moment that it was computed for, and that it was seen at.
    let target: Double
    let seen: Double
    /// The number of the picture on the screen.
    let flip: Int
  }

  /// The true length of a refresh, and when picture 0 is shown.
  var refresh: Double
  var phase = 1_000_000_123.0
  /// What the client says of the length of a refresh; 0 for nothing.
  var toldRefresh: UInt64
  /// How long the client takes from a frame to a picture.
  var drawing: (inout Dice) -> Double = { _ in 3_000_000 }
  /// How wrong the moments are that the client tells.
  var jitter = 0.0
  /// How late the daemon's timer is, at most.
  var lateness = 200_000.0
  var dice = Dice(seed: 7)

  init(hertz: Double, toldRefresh: UInt64? = nil) {
    refresh = 1e9 / hertz
    self.toldRefresh = toldRefresh ?? UInt64((1e9 / hertz).rounded())
  }

  /// Shows something that moves for so many seconds; all frames that were seen, in order.
  mutating func run(_ pacer: inout Pacer, seconds: Double) -> [Shown] {
    var shown: [Shown] = []
    var now = phase
    let end = now + seconds * 1e9
    // What is being drawn: for which moment, and until when.
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
      // The newest that is ready; what is older is left out.
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

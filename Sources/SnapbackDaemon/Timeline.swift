import SnapbackBasics
import SnapbackLinux

/// Maps the machine's clock to the engine's time.
struct Timeline {
  enum Pace: Equatable {
    /// Real time: the engine's time is CLOCK_MONOTONIC.
    case live
    /// A speed factor: the whole engine, including springs, runs in slow or fast motion.
    case scaled(Double)
    /// As fast as possible: time jumps to the next event.
    case stepped
  }

  let pace: Pace
  private let origin: Instant
  private var current: Instant

  init(pace: Pace, origin: Instant = MonotonicClock.now()) {
    self.pace = pace
    self.origin = origin
    current = origin
  }

  /// The engine's time now.
  var now: Instant {
    switch pace {
    case .live: MonotonicClock.now()
    case .scaled(let rate):
      origin.advanced(bySeconds: MonotonicClock.now().seconds(since: origin) * rate)
    case .stepped: current
    }
  }

  /// The seconds of engine time that pass in one second of the clock.
  var speed: Double {
    if case .scaled(let rate) = pace { rate } else { 1 }
  }

  /// The clock time at which the engine's time is `moment`.
  func alarm(for moment: Instant) -> Instant {
    switch pace {
    case .live, .stepped: moment
    case .scaled(let rate): origin.advanced(bySeconds: moment.seconds(since: origin) / rate)
    }
  }

  /// Advances stepped time to a moment.
  mutating func step(to moment: Instant) {
    current = max(current, moment)
  }
}

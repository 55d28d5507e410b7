import SnapbackLinux
import SnapbackTiming

/// How the engine's time runs against the machine's clock.
struct Timeline {
  enum Pace: Equatable {
    /// As the clock: the engine's time is CLOCK_MONOTONIC.
    case live
    /// So many times as fast: the whole engine, springs included, runs in slow or fast motion.
    case scaled(Double)
    /// As fast as the machine goes: time is where the next thing happens.
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

  /// How many seconds of the engine's time pass in one of the clock.
  var speed: Double {
    if case .scaled(let rate) = pace { rate } else { 1 }
  }

  /// When the clock will show that it is `moment` for the engine.
  func alarm(for moment: Instant) -> Instant {
    switch pace {
    case .live, .stepped: moment
    case .scaled(let rate): origin.advanced(bySeconds: moment.seconds(since: origin) / rate)
    }
  }

  /// Jumps to a moment, where time is stepped.
  mutating func step(to moment: Instant) {
    current = max(current, moment)
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Scenes whose drawn values are compared with formulas. `fault` returns the first value that
/// differs from its formula at a moment.
extension EngineDriver {
  /// Performs the events up to a time in seconds and removes them; returns whether there were any.
  /// The events are in the order of their times.
  @discardableResult
  mutating func perform(
    _ events: inout ArraySlice<FollowingScene.Event>, until now: Double
  ) throws -> Bool {
    let count = events.count
    while let event = events.first, event.seconds <= now {
      try event.perform(&self, event.seconds)
      events.removeFirst()
    }
    return events.count < count
  }

  /// Performs events, and compares the values at each millisecond: at that moment, and at some
  /// times in seconds `ahead` of the engine.
  mutating func expectFormulas(
    for milliseconds: Int, _ events: [FollowingScene.Event], ahead: [Double] = [0],
    _ fault: (inout EngineDriver, Instant) -> String?
  ) throws {
    var events = events[...]
    for step in 0...milliseconds {
      let now = Double(step) / 1000
      try perform(&events, until: now)
      updateFrame(at: Self.moment(now))
      for seconds in ahead {
        let found = fault(&self, Self.moment(now + seconds))
        #expect(found == nil, "at \(now) + \(seconds) s: \(found ?? "")")
        guard found == nil else { return }
      }
    }
  }

  /// Performs events, and compares the values at moments in the second after each of them, ahead of
  /// the engine.
  mutating func expectFormulasAhead(
    of events: [FollowingScene.Event], steps: Int,
    _ fault: (inout EngineDriver, Instant) -> String?
  ) throws {
    for event in events {
      try event.perform(&self, event.seconds)
      updateFrame(at: Self.moment(event.seconds))
      for step in 0...steps {
        let seconds = 0.98 * Double(step) / Double(steps)
        let found = fault(&self, Self.moment(event.seconds + seconds))
        #expect(found == nil, "\(seconds) s after \(event.seconds) s: \(found ?? "")")
        guard found == nil else { return }
      }
    }
  }

  /// Expects that views are drawn at a time in seconds as `scheduled` has announced.
  func expectDrawn(_ scheduled: ScheduledMotions, _ now: Double) {
    for motion in scheduled.motions {
      guard case .animated(let channel) = motion.channel else { continue }
      let name = engine.appearances[motion.view].name
      let seen = seen(channel, of: name, now).value
      let told = motion.presentation(at: Self.moment(now)).value
      #expect(abs(seen - told) < 1e-5, "\(name) \(channel) at \(now): \(told), not \(seen)")
    }
  }
}

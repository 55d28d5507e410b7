import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The motion of followers does not depend on the times of frames.
@Suite struct FollowingFrameTests {
  private static let list =
    FollowingScene.following + FollowingScene.turning + FollowingScene.channels

  /// When an engine advances between events.
  enum Advances: CaseIterable {
    /// Only at the events.
    case never
    case at60Hertz, at1000Hertz
    /// At the moments for which the engine asks, as the daemon does.
    case whenAsked
  }

  /// The drawn states at some times, of which the last two are more than a second apart.
  private func states(
    _ events: [FollowingScene.Event], _ advances: Advances, endless: Bool = false
  ) throws -> [[MotionState]] {
    var driver = try EngineDriver(scene: FollowingScene.text)
    if endless {
      try driver.apply(
        [.translation("head", Vector(dx: 80, dy: -210))], FollowingScene.endless, 0)
    }
    let names = driver.engine.appearances.map(\.name)
    var result: [[MotionState]] = []
    let look: BoundScene.Event = { driver, now in driver.updateFrame(at: EngineDriver.moment(now)) }
    let times = [0.15, 0.226, 0.4, 0.515, 0.72, 0.76, 0.85, 1.05, 1.5, 2, 4.5]
    let looks: [FollowingScene.Event] = times.map { ($0, look) }
    let order = (events + looks).enumerated().sorted {
      ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
    }
    for (index, event) in order {
      try advance(&driver, to: event.seconds, advances)
      try event.perform(&driver, event.seconds)
      guard index >= events.count else { continue }
      result.append(FollowingScene.drawn(Self.list, driver.frame, of: names))
    }
    return result
  }

  private func advance(
    _ driver: inout EngineDriver, to end: Double, _ advances: Advances
  ) throws {
    let last = driver.engine.now.seconds(since: .zero)
    switch advances {
    case .never: break
    case .at60Hertz, .at1000Hertz:
      let rate = advances == .at60Hertz ? 60.0 : 1000
      var step = (last * rate).rounded(.down) + 1
      while step / rate < end {
        driver.updateFrame(at: EngineDriver.moment(step / rate))
        step += 1
      }
    case .whenAsked:
      while case .at(let moment) = driver.engine.nextChange, moment < EngineDriver.moment(end),
        moment > driver.engine.now
      {
        driver.engine.flush(at: moment)
      }
    }
  }

  /// The first state that differs.
  private func difference(_ one: [[MotionState]], _ other: [[MotionState]]) -> String? {
    for (time, states) in zip(one, other).enumerated() {
      for (place, (a, b)) in zip(states.0, states.1).enumerated()
      where abs(a.value - b.value) > 1e-9 || abs(a.velocity - b.velocity) > 1e-7 {
        return "\(Self.list[place]) at time \(time): \(a) and \(b)"
      }
    }
    return one.count == other.count ? nil : "\(one.count) and \(other.count) times"
  }

  @Test(arguments: [Advances.at60Hertz, .at1000Hertz, .whenAsked], [false, true])
  func framesBetweenEventsChangeNothing(advances: Advances, endless: Bool) throws {
    // A finger that catches an endless motion would end it.
    let events = endless ? FollowingScene.stroke : FollowingScene.events
    let wanted = try states(events, .never, endless: endless)
    let seen = try states(events, advances, endless: endless)
    let difference = difference(wanted, seen)
    #expect(difference == nil, "\(difference ?? "")")
    let isMoving = wanted.contains { $0.contains { abs($0.velocity) > 1 } }
    #expect(isMoving)
  }

  @Test func aFingerThatStopsIsFollowedFromTheMomentAtWhichItCountsAsStill() throws {
    let events = FollowingScene.stroke.dropLast()
    var seen: [MotionState] = []
    for advances in Advances.allCases {
      var driver = try EngineDriver(scene: FollowingScene.text)
      for event in events {
        try advance(&driver, to: event.seconds, advances)
        try event.perform(&driver, event.seconds)
      }
      let before = driver.seen(.translationX, of: "tail", 0.77).value
      #expect(before > 5, "the finger has no velocity")
      try advance(&driver, to: 0.95, advances)
      let view = driver.see("tail", 0.95)
      seen.append(FollowingScene.state(.translationX, view))
    }
    for state in seen {
      #expect(abs(state.value - seen[0].value) < 1e-9)
      #expect(abs(state.velocity - seen[0].velocity) < 1e-7)
    }
    // The finger has been still for long enough for the follower to return most of the way.
    #expect(abs(seen[0].value) < 5)
  }
}

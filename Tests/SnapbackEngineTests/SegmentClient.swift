import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A client that evaluates motions itself and knows only what it was told.
struct SegmentClient {
  private struct Key: Hashable {
    var view: Int
    var channel: MotionChannel
  }

  private var journal = MotionJournal()
  private var revision: UInt64 = 0
  private var motions: [Key: ChannelMotion] = [:]

  /// Lays out an engine at a moment, and takes over the motions that have changed.
  mutating func listen(_ driver: inout EngineDriver, at moment: Instant) {
    driver.engine.flush(at: moment)
    journal.note(driver.engine)
    let list =
      revision == 0
      ? journal.motions(of: driver.engine) : journal.motions(since: revision, of: driver.engine)
    for motion in list { motions[Key(view: motion.view, channel: motion.channel)] = motion }
    revision = journal.revision
  }

  /// Performs the events up to a moment and removes them. Like the daemon, it listens after input
  /// and at the moments for which the engine asks.
  mutating func proceed(
    _ driver: inout EngineDriver, _ events: inout ArraySlice<FollowingScene.Event>, to now: Instant
  ) throws {
    while true {
      var due: Instant?
      if case .at(let moment) = driver.engine.nextChange, moment <= now { due = moment }
      let input = events.first.map { EngineDriver.moment($0.seconds) }
      if let input, input <= now, input <= due ?? input, let event = events.popFirst() {
        try event.perform(&driver, event.seconds)
        listen(&driver, at: input)
      } else if let due {
        listen(&driver, at: due)
      } else {
        return
      }
    }
  }

  /// The value of a channel that the client draws at a moment.
  func value(_ channel: Channel, _ view: Int, _ moment: Instant) -> Double {
    motions[Key(view: view, channel: .animated(channel))]?.presentation(at: moment).value
      ?? MotionChannel.animated(channel).defaultValue
  }

  /// The largest error of a channel that its motion states at a moment.
  func statedError(_ channel: Channel, _ view: Int, _ moment: Instant) -> Double {
    let terms = motions[Key(view: view, channel: .animated(channel))]?.terms ?? []
    return terms.reduce(0) { sum, term in
      guard case .pieces(let pieces) = term.course, term.end > moment else { return sum }
      return sum + abs(term.state.value) * pieces.error
    }
  }
}

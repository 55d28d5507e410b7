public import SnapbackTiming

extension Engine {
  /// The moment at which the engine is to be asked for the next frame, if nothing else happens.
  public enum WakeUp: Hashable, Sendable {
    /// Nothing changes by itself.
    case never
    /// Something changes at this moment.
    case at(Instant)
    /// Something moves: as often as frames are drawn.
    case everyFrame
  }
}

extension SceneLoop {
  /// The moment at which the next frame can differ without new input.
  var wakeUp: Engine.WakeUp {
    if motion.restTime > now { return .everyFrame }
    return nextEvent.map { .at($0) } ?? .never
  }

  /// The moment of the next event besides motions in closed form; never
  /// ``Engine/WakeUp/everyFrame``.
  var nextChange: Engine.WakeUp {
    var earliest = nextEvent
    if motion.restTime > now, motion.restTime != .distantFuture {
      earliest = min(earliest ?? motion.restTime, motion.restTime)
    }
    return earliest.map { .at($0) } ?? .never
  }

  var isAtRest: Bool {
    motion.restTime <= now && motion.transactions.nextEvent == nil && actions.hasAppeared
      && interaction.isAtRest
  }

  /// The next moment at which time alone changes something besides what moves.
  private var nextEvent: Instant? {
    guard actions.hasAppeared else { return now }
    return .earlier(
      parts.drive.nextKink,
      .earlier(interaction.nextEvent(after: now), motion.transactions.nextEvent))
  }
}

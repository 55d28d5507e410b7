public import SnapbackBasics

extension Engine {
  /// The moment at which to ask the engine for the next frame if there is no input.
  public enum WakeUp: Hashable, Sendable {
    /// Nothing changes without input.
    case never
    /// Something changes at this moment.
    case at(Instant)
    /// Something is moving: ask for every frame that is drawn.
    case everyFrame
  }
}

extension SceneLoop {
  /// The moment at which the next frame can differ without new input.
  var wakeUp: Engine.WakeUp {
    if parts.motion.restTime > now { return .everyFrame }
    return nextEvent.map { .at($0) } ?? .never
  }

  /// The moment of the next event other than motion in closed form; never
  /// ``Engine/WakeUp/everyFrame``.
  var nextChange: Engine.WakeUp {
    var earliest = nextEvent
    if parts.motion.restTime > now, parts.motion.restTime != .distantFuture {
      earliest = min(earliest ?? parts.motion.restTime, parts.motion.restTime)
    }
    return earliest.map { .at($0) } ?? .never
  }

  var isAtRest: Bool {
    parts.motion.restTime <= now && parts.motion.transactions.nextEvent == nil
      && actions.hasAppeared
      && parts.interaction.isAtRest
  }

  /// The next moment at which bindings of followers change without input: motions have to be
  /// computed further ahead, or a finger whose velocity is followed is first considered still.
  var nextEventOfFollowers: Instant? {
    .earlier(parts.motion.bindings.next, parts.interaction.nextEvent(after: now))
  }

  /// The next moment at which something other than a motion changes without input.
  private var nextEvent: Instant? {
    guard actions.hasAppeared else { return now }
    var next = Instant.earlier(
      .earlier(parts.drive.pieceEnd.next, parts.motion.bindings.next),
      .earlier(parts.interaction.nextEvent(after: now), parts.motion.transactions.nextEvent))
    if !landings.isEmpty { next = .earlier(next, landings.next(manipulation, parts)) }
    return crossings.isEmpty ? next : .earlier(next, crossings.next)
  }
}

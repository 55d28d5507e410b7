import SnapbackGestures
public import SnapbackTiming

extension Instant {
  /// Returns the earlier of two moments, either of which may be nil; nil if both are.
  static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

/// When the engine wants to be asked again.
extension Engine {
  /// When the engine wants to be asked for the next frame, if nothing else happens.
  public enum WakeUp: Hashable, Sendable {
    /// Nothing changes by itself.
    case never
    /// Something changes at this moment.
    case at(Instant)
    /// Something moves: as often as frames are drawn.
    case everyFrame
  }

  /// When the next frame can differ without new input. O(gestures), no allocation.
  public var wakeUp: WakeUp {
    if motion.restTime > now { return .everyFrame }
    return nextEvent.map { .at($0) } ?? .never
  }

  /// When something happens next besides motions in closed form: a transaction or all motion comes
  /// to its end, a recogniser decides, a finger counts as still. Never ``WakeUp/everyFrame``.
  ///
  /// Who knows the motions in closed form needs no frame until then. O(gestures), no allocation.
  public var nextChange: WakeUp {
    var earliest = nextEvent
    if motion.restTime > now, motion.restTime != .distantFuture {
      earliest = min(earliest ?? motion.restTime, motion.restTime)
    }
    return earliest.map { .at($0) } ?? .never
  }

  /// Whether nothing moves or waits to, and no gesture is under way; a pointer may hover.
  public var isAtRest: Bool {
    motion.restTime <= now && motion.transactions.nextEvent == nil && actions.hasAppeared
      && interaction.isAtRest
  }

  /// When time alone changes something besides what moves.
  private var nextEvent: Instant? {
    guard actions.hasAppeared else { return now }
    return .earlier(
      parts.drive.nextKink,
      .earlier(interaction.nextEvent(after: now), motion.transactions.nextEvent))
  }
}

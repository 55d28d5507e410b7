import SnapbackBasics
import SnapbackProtocol

/// Recording events for clients. Nothing is recorded unless ``EventLog/recordsEvents`` is set.
extension SceneLoop {
  /// The touches of which the loop is notified: those that actions depend on, and lifts if taps are
  /// recorded.
  var touchInterest: TouchInterest {
    actions.interest == .nothing && log.recordsEvents ? .lifts : actions.interest
  }

  /// Records that the step of an action has begun.
  mutating func noteBeginning(ofAction index: Int) {
    guard log.recordsEvents else { return }
    log.note(SceneEvent(kind: .actionBegan, time: now, name: actions.name(of: index)))
  }

  /// Records that the transaction of an action has finished.
  mutating func noteEnd(ofAction index: Int, _ end: TransactionEvent) {
    guard log.recordsEvents else { return }
    log.note(
      SceneEvent(
        kind: end.isInterrupted ? .actionInterrupted : .actionFinished, time: end.time,
        name: actions.name(of: index)))
  }

  /// Records a moment of a landing.
  mutating func note(_ landing: Landing, _ kind: SceneEvent.Kind, at time: Instant) {
    guard log.recordsEvents else { return }
    let gesture = parts.interaction.gestures[landing.gesture]
    log.note(
      SceneEvent(
        kind: kind, time: time, name: gesture.name, view: parts.layout.name(of: gesture.view),
        place: landing.names.first, velocity: kind == .landed ? landing.velocity : .zero))
  }

  /// Records that a view was tapped or focused.
  mutating func note(_ kind: SceneEvent.Kind, view: Int) {
    guard log.recordsEvents else { return }
    log.note(
      SceneEvent(kind: kind, time: parts.interaction.time, view: parts.layout.name(of: view)))
  }

  /// Records the feedback of the triggers that have occurred since the last call.
  mutating func noteFeedback() {
    for feedback in actions.drainFeedback() where log.recordsEvents {
      log.note(
        SceneEvent(
          kind: .feedback, time: feedback.isOfInput ? parts.interaction.time : now,
          name: actions.name(of: feedback.action), feedback: feedback.word))
    }
  }
}

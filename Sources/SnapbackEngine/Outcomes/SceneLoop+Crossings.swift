import SnapbackBasics
import SnapbackProtocol

/// Triggering the actions that wait until a number crosses a threshold.
extension SceneLoop {
  /// Triggers the actions of the thresholds that numbers have crossed, in the order of time; those
  /// for crossings at the same moment, in the order of the document.
  ///
  /// `cause` is the action that has just run; nil if no action has caused the crossings. If a chain
  /// of crossings and actions at one moment is longer than ``CrossingWatch/chainLimit``, the
  /// crossings trigger no action, and a warning names `cause`.
  mutating func noteCrossings(causedBy cause: Int? = nil) {
    let crossings = crossings.update(manipulation, parts)
    guard !crossings.isEmpty else { return }
    if cause == nil || chain.moment != now { chain = (now, 0) }
    if cause != nil { chain.length += 1 }
    guard let cause, chain.length > CrossingWatch.chainLimit else { return trigger(crossings) }
    log.warn(
      "action \"\(actions.name(of: cause))\" ends a chain of more than "
        + "\(CrossingWatch.chainLimit) actions that trigger each other at one moment by crossings; "
        + "its own crossings trigger no action")
  }

  private mutating func trigger(_ crossings: [CrossingWatch.Crossing]) {
    var rest = crossings[...]
    while let first = rest.first {
      let moment = rest.prefix { $0.time == first.time }
      for (action, crossing) in actions.trigger(Array(moment)) { note(crossing, of: action) }
      rest = rest.dropFirst(moment.count)
    }
    if actions.hasFeedback { noteFeedback() }
  }

  private mutating func note(_ crossing: CrossingWatch.Crossing, of action: Int) {
    guard log.recordsEvents else { return }
    let trigger = crossing.trigger
    log.note(
      SceneEvent(
        kind: .crossed, time: crossing.time, name: actions.name(of: action),
        view: trigger.source.view.map { parts.layout.name(of: $0) },
        velocity: Vector(dx: crossing.velocity, dy: 0), noticed: crossing.noticed))
  }
}

import SnapbackProtocol

/// Triggering the actions that wait for the places that releases choose.
extension SceneLoop {
  /// Releases a gesture, and triggers the actions that wait for the place that the release chooses.
  mutating func release(gesture index: Int) {
    let choosesPlace =
      (landings.isWanted || log.recordsEvents) && manipulation.choosesPlace(gesture: index)
    manipulate { $0.release(gesture: index, $1) }
    manipulate { $0.finishRelease(gesture: index, $1) }
    guard choosesPlace, let landing = manipulation.landing(ofGesture: index, parts) else { return }
    note(landing, .landed, at: landing.time)
    actions.trigger(landing, .landed)
    landings.add(landing)
    noteSettled()
  }

  /// Runs the actions that wait until a released view rests.
  mutating func settleLandings() {
    guard !landings.isEmpty else { return }
    noteSettled()
    runDueActions()
  }

  /// Triggers the actions that wait until a released view rests.
  private mutating func noteSettled() {
    while !landings.isEmpty, let (landing, time) = landings.removeSettled(manipulation, parts) {
      note(landing, .settled, at: time)
      actions.trigger(landing, .settled)
    }
  }
}

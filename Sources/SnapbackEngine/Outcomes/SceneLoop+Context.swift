import SnapbackLayout
import SnapbackProtocol

/// Following the size classes and the states of a scene.
extension SceneLoop {
  /// Gives the present size classes and states to the actions and gestures, whose conditions depend
  /// on them, and records the states that have changed. Call this after changes that may have
  /// changed size classes or states.
  mutating func noteContext() {
    let next = parts.layout.context
    guard let last = context else { return adopt(next) }
    guard next != last else { return }
    adopt(next)
    followContext(with: nil)
    for (place, state) in parts.layout.states.states.enumerated()
    where last.states[place] != next.states[place] {
      noteState(state.name)
    }
  }

  /// Records the states of a scene that has replaced another one, except those that had the same
  /// values in it.
  mutating func noteStates(since old: StateValues) {
    let present = parts.layout.states
    for state in present.states where present[state.name] != old[state.name] {
      noteState(state.name)
    }
  }

  /// Records the value of a state that has changed.
  private mutating func noteState(_ name: String) {
    guard log.recordsEvents else { return }
    log.note(
      SceneEvent(kind: .stateChanged, time: now, name: name, place: parts.layout.states[name]))
  }

  private mutating func adopt(_ next: VariationContext) {
    context = next
    actions.setContext(next)
    parts.interaction.setContext(next)
  }
}

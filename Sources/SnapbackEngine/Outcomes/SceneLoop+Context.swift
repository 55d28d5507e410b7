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
    guard log.recordsEvents else { return }
    let states = parts.layout.states
    for (place, state) in states.states.enumerated() where last.states[place] != next.states[place]
    {
      log.note(
        SceneEvent(kind: .stateChanged, time: now, name: state.name, place: states[state.name]))
    }
  }

  private mutating func adopt(_ next: VariationContext) {
    context = next
    actions.setContext(next)
    parts.interaction.setContext(next)
  }
}

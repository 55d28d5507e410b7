import SnapbackProtocol

// The progress of an action is a channel. A step of the action sets the channel as it sets other
// numbers: in the same transaction and with the same animation. The progress is therefore at the
// same fraction of its distance as these numbers, also while the transaction is scrubbed, reversed,
// caught or continued with another animation.

extension SceneBlueprint {
  /// The actions whose progress bindings and triggers read, by name, without duplicates.
  var progresses: [String] {
    readValues { if case .progress(let action) = $0 { action } else { nil } }
  }

  /// The actions. The steps of those in ``progresses`` also set the progress: the first step sets
  /// it to 1, the second one to 0, and so on by turns.
  var actionsWithProgress: [SceneAction] {
    let read = Set(progresses)
    guard !read.isEmpty else { return actions }
    return actions.map { action in
      guard read.contains(action.name) else { return action }
      var action = action
      for index in action.steps.indices {
        action.steps[index].append(.progress(action.name, index.isMultiple(of: 2) ? 1 : 0))
      }
      return action
    }
  }
}

extension BindingTable {
  /// The index among the views of the progress of an action; nil if nothing reads it.
  func index(ofProgress action: String) -> Int? {
    progresses.first { $0.action == action }?.place
  }

  /// Whether the channel that is stored at an index after the views is the progress of an action.
  func isProgress(_ place: Int) -> Bool { progresses.contains { $0.place == place } }
}

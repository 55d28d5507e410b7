public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout
public import SnapbackMotion
import SnapbackProtocol

/// Reads the changes that a program makes to a running scene.
extension SceneReader {
  /// Reads a list of changes, in the form that actions use, against a running scene.
  ///
  /// A change may name the scene's current constraints and constraints that earlier changes in the
  /// list add. A removed constraint must not be named. An added constraint without an `id` has no
  /// name yet: the layout names it after its text. O(views + constraints + changes).
  public static func readChanges(
    _ node: DocumentNode, of scene: RunningScene, file: String
  ) throws(DocumentError) -> [SceneChange] {
    let layout = scene.layout
    var reader = SceneReader(running: scene, file: file)
    reader.constraintNames = NameList(layout.constraintIdentifiers)
    var changes: [SceneChange] = []
    for item in try node.array(file: file) {
      var (added, removed): ([String], [String]) = ([], [])
      Self.collect(item, &added, &removed)
      // Within a block, a change may name a constraint before another change adds it. The engine
      // reports that error.
      let early = added.filter { reader.constraintNames.insert($0) }
      let list = try reader.readChange(item, layout, depth: 0)
      for name in early { reader.constraintNames.remove(name) }
      for change in list { reader.follow(change) }
      changes += list
    }
    return changes
  }

  /// Reads a standalone animation.
  public static func readAnimation(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> Animation {
    try SceneReader(file: file).readAnimation(node)
  }

  /// A reader that knows the names of a running scene.
  private init(running scene: RunningScene, file: String) {
    self.init(file: file)
    names = scene.layout.items
    metrics = scene.layout.metrics
    states = scene.layout.states.states
    views = scene.appearances.map { SceneBlueprint.View(appearance: $0) }
    for (place, name) in scene.gestureNames.enumerated() {
      gestureNames[name, default: []] += [place]
    }
    namesRulesByText = true
  }

  /// Updates the known constraint names after a change that adds or removes constraints.
  private mutating func follow(_ change: SceneChange) {
    switch change {
    case .addConstraint(let constraint, _): constraintNames.insert(constraint.identifier)
    case .removeConstraint(let name): constraintNames.remove(name)
    case .animate(_, let list): for change in list { follow(change) }
    default: break
    }
  }
}

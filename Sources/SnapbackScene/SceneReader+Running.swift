public import SnapbackDocument
public import SnapbackEngine
import SnapbackFrames
import SnapbackLayout
public import SnapbackMotion

/// Changes of a scene that runs, as a program asks for them.
extension SceneReader {
  /// Reads a list of changes, as actions have them, against a running scene.
  ///
  /// Constraints that have been added since the scene was read are known, those that have been
  /// taken out are not; what one change of the list adds or takes out, the ones behind it see. A
  /// further constraint without an `id` has no name yet: the layout names it after what it says.
  /// O(views + constraints + changes).
  public static func readChanges(
    _ node: DocumentNode, of scene: RunningScene, file: String
  ) throws(DocumentError) -> [SceneChange] {
    let layout = scene.layout
    var reader = SceneReader(running: scene, file: file)
    // Here, for what is set in an initialiser is not observed.
    reader.constraintNames = layout.constraintIdentifiers
    var present = reader.constraintNames
    var changes: [SceneChange] = []
    for item in try node.array(file: file) {
      var (added, removed): ([String], [String]) = ([], [])
      Self.collect(item, &added, &removed)
      // Within a block the engine tells what came too early.
      if !added.isEmpty { reader.constraintNames = present + added }
      let list = try reader.readChange(item, layout, depth: 0)
      if !added.isEmpty || !removed.isEmpty {
        for change in list { Self.follow(change, &present) }
        reader.constraintNames = present
      }
      changes += list
    }
    return changes
  }

  /// Reads an animation by itself.
  public static func readAnimation(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> Animation {
    try SceneReader(file: file).readAnimation(node)
  }

  /// A reader that knows the names of a running scene.
  private init(running scene: RunningScene, file: String) {
    self.init(file: file)
    names = scene.layout.items
    views = scene.appearances.map { SceneBlueprint.View(appearance: $0) }
    for (place, name) in scene.gestureNames.enumerated() {
      gestureNames[name, default: []] += [place]
    }
    namesRulesByText = true
  }

  /// What there is of constraints after a change.
  private static func follow(_ change: SceneChange, _ names: inout [String]) {
    switch change {
    case .addConstraint(let constraint, _): names.append(constraint.identifier)
    case .removeConstraint(let name): names.removeAll { $0 == name }
    case .animate(_, let list): for change in list { follow(change, &names) }
    default: break
    }
  }
}

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
    reader.constraintNames = NameList(layout.constraintIdentifiers)
    var changes: [SceneChange] = []
    for item in try node.array(file: file) {
      var (added, removed): ([String], [String]) = ([], [])
      Self.collect(item, &added, &removed)
      // Within a block the engine reports a change that names a constraint too early.
      let early = added.filter { reader.constraintNames.insert($0) }
      let list = try reader.readChange(item, layout, depth: 0)
      for name in early { reader.constraintNames.remove(name) }
      for change in list { reader.follow(change) }
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

  /// Adds and removes the names of the constraints that a change adds and removes.
  private mutating func follow(_ change: SceneChange) {
    switch change {
    case .addConstraint(let constraint, _): constraintNames.insert(constraint.identifier)
    case .removeConstraint(let name): constraintNames.remove(name)
    case .animate(_, let list): for change in list { follow(change) }
    default: break
    }
  }
}

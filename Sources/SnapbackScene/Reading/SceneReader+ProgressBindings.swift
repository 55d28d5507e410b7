import SnapbackDocument
import SnapbackEngine
import SnapbackMotion

/// Reads the bindings of the progress of actions, which let gestures scrub the actions, and checks
/// the progress of actions as a source.
extension SceneReader {
  /// The end of the name of a number that is the progress of an action.
  static let progressSuffix = ".progress"

  /// A binding of the progress of an action: its name, its source and target, and all its keys.
  typealias ProgressNode = (
    name: String, from: DocumentNode, to: DocumentNode, reader: ObjectReader
  )

  /// An action whose progress a binding or a trigger reads, and the node that names it.
  typealias ProgressSource = (action: String, node: DocumentNode)

  /// The keys that a binding of a progress does not have, and what to do instead.
  private static let otherKeys = [
    ("extend", "remove it, because a fraction is from 0 to 1"),
    ("follow", "remove it; bindings that read the progress can have it"),
    ("returns", "give the motion after the release by \"spring\""),
    ("combine", "remove it; of several gestures, the first one that begins scrubs the action"),
    ("when", "give the condition to the action or to the gesture"),
  ]

  /// The largest number of steps of an action whose progress is a source.
  private static let mostSteps = 2

  /// Rejects the keys that only a binding to a progress has.
  func refuseProgressKeys(_ reader: inout ObjectReader) throws(DocumentError) {
    for key in ["scrub", "spring"] where reader.has(key) {
      throw reader.error(
        "\"\(key)\" is only for bindings that set the progress of an action, as in \"to\": "
          + "\"open.progress\"; remove it", atKey: key)
    }
  }

  /// Reads the bindings of the progress of actions, in the order of the document.
  func readProgressBindings(
    _ nodes: [ProgressNode], to actions: [SceneAction]
  ) throws(DocumentError) -> [ProgressBinding] {
    var bindings: [ProgressBinding] = []
    for node in nodes {
      let binding = try readProgressBinding(node, to: actions)
      let other = bindings.first {
        $0.action == binding.action && $0.number.gesture == binding.number.gesture
      }
      if let other {
        throw node.to.error(
          "the binding \(DocumentError.quoted(binding.name)) and the binding "
            + "\(DocumentError.quoted(other.name)) both scrub the action "
            + "\(DocumentError.quoted(binding.action)) with one gesture; keep one of them",
          file: file)
      }
      bindings.append(binding)
    }
    return bindings
  }

  private func readProgressBinding(
    _ node: ProgressNode, to actions: [SceneAction]
  ) throws(DocumentError) -> ProgressBinding {
    var reader = node.reader
    let number = try readProgressSource(node.from)
    let name = String(try node.to.string(file: file).dropLast(Self.progressSuffix.count))
    let action = try actionWithProgress(name, at: node.to, among: actions).name
    for (key, advice) in Self.otherKeys where reader.has(key) {
      throw reader.error(
        "a binding of the progress of an action has no \"\(key)\"; \(advice)", atKey: key)
    }
    let unit = number.kind.unit
    guard let points = BindingKeys.map(&reader) else {
      throw reader.error(
        "\"\(number.kind.rawValue)\" is \(unit.rawValue), and \"progress\" is "
          + "\(BindingProperty.Unit.fraction.rawValue); give a \"map\"", at: reader.node)
    }
    let maps = try readMap(points, from: unit, to: .fraction, extends: false)
    let scrubbing = try BindingKeys.scrub(&reader)
    var spring: Spring?
    if let own = BindingKeys.spring(&reader) { spring = try readSpring(own) }
    try reader.finish()
    return ProgressBinding(
      name: node.name, from: number, to: action, through: maps.maps[0],
      followsTiming: scrubbing == .curve, spring: spring)
  }

  /// Reads a number of a gesture. The number is the gesture's own, even if the gesture moves a view
  /// by it.
  private func readProgressSource(_ node: DocumentNode) throws(DocumentError) -> GestureNumber {
    let text = try node.string(file: file)
    guard let (name, kind) = GestureNumber.Kind.split(text) else {
      throw node.error(
        "only a number of a gesture sets the progress of an action, such as "
          + "\"swipe.translation.x\"; found \(DocumentError.quoted(text))", file: file)
    }
    guard let index = gestureNames[name]?.first else {
      throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
    }
    guard !kind.isVelocity else {
      throw node.error(
        "a velocity cannot set the progress of an action; use the translation, the scale or the "
          + "rotation of the gesture", file: file)
    }
    if case .scrollOffset = gestures[index].binding {
      throw node.error(
        "the gesture \(DocumentError.quoted(name)) scrolls, so it cannot set the progress of an "
          + "action; use a \"pan\"", file: file)
    }
    try checkKind(of: gestures[index], named: name, has: kind, at: node)
    return GestureNumber(gesture: index, kind: kind, spring: try readSpring(nil))
  }

  /// The action with a name, which must have a progress: its changes run once and in one direction.
  private func actionWithProgress(
    _ name: String, at node: DocumentNode, among actions: [SceneAction]
  ) throws(DocumentError) -> SceneAction {
    guard let action = actions.first(where: { $0.name == name }) else {
      throw node.unknownName(name, of: "action", in: actions.map(\.name), file: file)
    }
    guard action.steps.contains(where: { !$0.isEmpty }) else {
      throw node.error(
        "the action \(DocumentError.quoted(name)) changes nothing; give it changes", file: file)
    }
    guard action.animation?.isSimple ?? true, !action.steps.joined().contains(where: \.repeats)
    else {
      throw node.error(
        "the action \(DocumentError.quoted(name)) repeats, so it has no progress; remove "
          + "\"repeat\" and \"autoreverse\" from its animations", file: file)
    }
    return action
  }

  // MARK: Sources

  /// Rejects sources that are the progress of an unknown action, of one that has no progress, or of
  /// one with more than two steps.
  func checkProgressSources(
    _ sources: [ProgressSource], in actions: [SceneAction]
  ) throws(DocumentError) {
    for (name, node) in sources {
      let action = try actionWithProgress(name, at: node, among: actions)
      guard action.steps.count <= Self.mostSteps else {
        throw node.error(
          "the action \(DocumentError.quoted(name)) has \(action.steps.count) steps; only the "
            + "progress of an action with one or two steps can be read", file: file)
      }
    }
  }

  /// Rejects triggers of an action that read a progress which cannot be read, or that of the action
  /// itself. `node` is that of the action.
  func checkProgressTriggers(
    of action: SceneAction, _ node: DocumentNode, in actions: [SceneAction]
  ) throws(DocumentError) {
    var reader = try ObjectReader(node, file: file)
    let on = try ActionKeys.on(&reader)
    let triggers = if case .array(let items) = on.value { items } else { [on] }
    for case .progress(let name) in action.crossings.map(\.source) {
      let text = DocumentNode.Value.string(name + Self.progressSuffix)
      let source = triggers.compactMap { $0.member("crosses") }.first { $0.value == text } ?? on
      try checkProgressSources([(name, source)], in: actions)
      guard name != action.name else {
        throw source.error(
          "the progress of the action \(DocumentError.quoted(name)) cannot trigger the action "
            + "itself; name another action", file: file)
      }
    }
  }
}

extension SceneChange {
  /// Whether the change is a block with an animation that repeats or reverses, or contains one.
  fileprivate var repeats: Bool {
    guard case .animate(let animation, let changes) = self else { return false }
    return !(animation?.isSimple ?? true) || changes.contains(where: \.repeats)
  }
}

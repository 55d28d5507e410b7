import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads actions, which are changes that a scene makes by itself, and their triggers.
extension SceneReader {
  /// Reads all actions. Collects their names first, because completion triggers refer to them.
  mutating func readActions(
    _ reader: inout ObjectReader, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneAction] {
    let nodes = try DocumentKeys.actions(&reader)
    var actionNames: [String] = []
    for (index, node) in nodes.enumerated() {
      var object = try ObjectReader(node, file: file)
      let name = try ActionKeys.name(&object) ?? "action\(index + 1)"
      guard !actionNames.contains(name) else {
        throw object.error("two actions are called \"\(name)\"", atKey: "name")
      }
      actionNames.append(name)
    }
    let own = layout.constraintIdentifiers
    var (added, removed): ([String], [String]) = ([], [])
    for node in nodes { Self.collect(node, &added, &removed) }
    constraintNames = NameList(own + added)
    lastingNames = Set(own).subtracting(removed)
    var actions: [SceneAction] = []
    for (node, name) in zip(nodes, actionNames) {
      actions.append(try readAction(node, name: name, among: actionNames, layout))
    }
    for (node, action) in zip(nodes, actions) {
      try checkProgressTriggers(of: action, node, in: actions)
    }
    return actions
  }

  private func readAction(
    _ node: DocumentNode, name: String, among actionNames: [String], _ layout: LayoutTree
  ) throws(DocumentError) -> SceneAction {
    var reader = try ObjectReader(node, file: file)
    _ = try ActionKeys.name(&reader)
    let on = try ActionKeys.on(&reader)
    var triggers: [SceneAction.Trigger] = []
    var feedback: [SceneAction.Trigger: String] = [:]
    let nodes = if case .array(let items) = on.value { items } else { [on] }
    for node in nodes {
      let (found, word) = try readTrigger(node, actionNames)
      triggers += found
      for trigger in found { feedback[trigger] = word?.rawValue }
    }
    let animation = try ActionKeys.animate(&reader).map(readAnimation)
    var steps: [[SceneChange]] = []
    if ActionKeys.hasSteps(&reader) {
      for step in try ActionKeys.steps(&reader) {
        steps.append(try readChanges(step, layout))
      }
    } else {
      steps.append(try readChanges(try ActionKeys.changes(&reader), layout))
    }
    let advance = try ActionKeys.advance(&reader)
    let condition = try readWhen(ActionKeys.when(&reader))
    try reader.finish()
    var action = SceneAction(
      name: name, triggers: triggers, animation: animation, steps: steps, advance: advance)
    (action.feedback, action.condition) = (feedback, condition)
    return action
  }

  /// Collects the identifiers of constraints that changes add and remove at any depth, because an
  /// action may name a constraint that another action adds.
  static func collect(
    _ node: DocumentNode, _ added: inout [String], _ removed: inout [String]
  ) {
    switch node.value {
    case .array(let items):
      for item in items { collect(item, &added, &removed) }
    case .object(let members):
      let isAddition = members.contains {
        $0.key == ConstraintAdditionKeys.addConstraintKey
      }
      for member in members {
        collect(member.value, &added, &removed)
        guard case .string(let name) = member.value.value else { continue }
        if isAddition, member.key == ConstraintAdditionKeys.idKey { added.append(name) }
        if member.key == ConstraintRemovalKeys.removeConstraintKey { removed.append(name) }
      }
    default: break
    }
  }

  /// Reads a trigger: a word, or an object that names its view or action. Returns several triggers
  /// if a name stands for several gestures, and the feedback.
  private func readTrigger(
    _ node: DocumentNode, _ actionNames: [String]
  ) throws(DocumentError) -> (triggers: [SceneAction.Trigger], feedback: Feedback?) {
    if case .string = node.value {
      switch try node.oneOf(PlainTrigger.self, file: file) {
      case .appear: return ([.appear], nil)
      case .rotate: return ([.rotate], nil)
      }
    }
    var reader = try ObjectReader(node, file: file)
    var triggers: [SceneAction.Trigger] = []
    let touches: [(node: DocumentNode?, trigger: (Int) -> SceneAction.Trigger)] = [
      (TriggerKeys.tap(&reader), { .tap(view: $0) }),
      (TriggerKeys.touchDown(&reader), { .touchDown(view: $0) }),
      (TriggerKeys.touchUpInside(&reader), { .touchUpInside(view: $0) }),
      (TriggerKeys.touchUpOutside(&reader), { .touchUpOutside(view: $0) }),
      (TriggerKeys.touchCancel(&reader), { .touchCancel(view: $0) }),
      (TriggerKeys.focus(&reader), { .focus(view: $0) }),
    ]
    for case (let view?, let trigger) in touches {
      triggers.append(trigger(try readView(view).index))
    }
    if PullTriggerKeys.hasPull(&reader) {
      triggers += try readPullTrigger(&reader)
    } else if GestureTriggerKeys.hasGesture(&reader) {
      triggers += try readGestureTrigger(&reader)
    } else if CrossesTriggerKeys.hasCrosses(&reader) {
      triggers += try readCrossings(&reader)
    } else {
      triggers += try readLandingTriggers(&reader)
    }
    if let gesture = TriggerKeys.dismissal(&reader) {
      triggers.append(try readDismissal(gesture))
    }
    if let action = TriggerKeys.completion(&reader) {
      let name = try action.string(file: file)
      guard actionNames.contains(name) else {
        throw action.unknownName(name, of: "action", in: actionNames, file: file)
      }
      triggers.append(.completion(of: name))
    }
    let feedback = try FeedbackKeys.feedback(&reader)
    try reader.finish()
    // A name can stand for several gestures, each of which triggers the action. The gesture of a
    // scroll view, for example, consists of a pan and a wheel gesture. A crossing without a
    // direction stands for both directions.
    guard triggers.count == 1 || triggers.allSatisfy(\.canBeSeveral), !triggers.isEmpty else {
      throw node.error("expected one trigger, found \(triggers.count)", file: file)
    }
    return (triggers, feedback)
  }

  /// Looks up a view by name.
  func readView(_ node: DocumentNode) throws(DocumentError) -> ViewID {
    let name = try node.string(file: file)
    guard case .view(let view)? = names[name] else {
      throw node.unknownName(name, of: "view", in: views.map(\.appearance.name), file: file)
    }
    return view
  }
}

import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLayout
import SnapbackMotion

/// Actions: what a scene does by itself, and what sets it off.
extension SceneReader {
  private static var stepLimit: Int { 1000 }

  /// All actions; the names that completions refer to are known before the first is read.
  mutating func readActions(
    _ reader: inout ObjectReader, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneAction] {
    let nodes = try reader.optionalArray("actions") ?? []
    var actionNames: [String] = []
    for (index, node) in nodes.enumerated() {
      var object = try ObjectReader(node, file: file)
      let name = try object.optionalString("name") ?? "action\(index + 1)"
      guard !actionNames.contains(name) else {
        throw object.error("two actions are called \"\(name)\"", atKey: "name")
      }
      actionNames.append(name)
    }
    constraintNames = layout.constraintIdentifiers
    var actions: [SceneAction] = []
    for (node, name) in zip(nodes, actionNames) {
      actions.append(try readAction(node, name: name, among: actionNames, layout))
    }
    return actions
  }

  private mutating func readAction(
    _ node: DocumentNode, name: String, among actionNames: [String], _ layout: LayoutTree
  ) throws(DocumentError) -> SceneAction {
    var reader = try ObjectReader(node, file: file)
    _ = try reader.optionalString("name")
    let on = try reader.node("on")
    var triggers: [SceneAction.Trigger] = []
    if case .array(let list) = on.value {
      for trigger in list { triggers.append(try readTrigger(trigger, actionNames)) }
    } else {
      triggers.append(try readTrigger(on, actionNames))
    }
    var animation: Animation?
    if let node = reader.optionalNode("animate") { animation = try readAnimation(node) }
    var steps: [[SceneChange]] = []
    if reader.has("steps") {
      for step in try reader.array("steps", count: 1...Self.stepLimit) {
        steps.append(try readChanges(step, layout))
      }
    } else {
      steps.append(try readChanges(try reader.node("changes"), layout))
    }
    let advance = try reader.optionalOneOf("advance", SceneAction.Advance.self) ?? .start
    try reader.finish()
    return SceneAction(
      name: name, triggers: triggers, animation: animation, steps: steps, advance: advance)
  }

  /// A word, or an object with the view or action that it is about.
  private func readTrigger(
    _ node: DocumentNode, _ actionNames: [String]
  ) throws(DocumentError) -> SceneAction.Trigger {
    if case .string = node.value {
      switch try node.oneOf(PlainTrigger.self, file: file) {
      case .appear: return .appear
      case .rotate: return .rotate
      }
    }
    var reader = try ObjectReader(node, file: file)
    guard let key = reader.keys.first, reader.keys.count == 1 else {
      throw node.error("expected one trigger, found \(reader.keys.count)", file: file)
    }
    if key == "completion" {
      let name = try reader.string(key)
      guard actionNames.contains(name) else {
        throw try reader.node(key).unknownName(name, of: "action", in: actionNames, file: file)
      }
      return .completion(of: name)
    }
    guard let kind = ViewTrigger(rawValue: key) else {
      throw node.unknownName(
        key, of: "trigger", in: ViewTrigger.allCases.map(\.rawValue) + ["completion"], file: file)
    }
    let view = try readView(try reader.node(key)).index
    return switch kind {
    case .tap: .tap(view: view)
    case .touchUpInside: .touchUpInside(view: view)
    case .focus: .focus(view: view)
    }
  }

  private enum PlainTrigger: String, CaseIterable {
    case appear, rotate
  }

  private enum ViewTrigger: String, CaseIterable {
    case tap, touchUpInside, focus
  }

  /// A view by its name.
  func readView(_ node: DocumentNode) throws(DocumentError) -> ViewID {
    let name = try node.string(file: file)
    guard case .view(let view)? = names[name] else {
      throw node.unknownName(name, of: "view", in: views.map(\.appearance.name), file: file)
    }
    return view
  }
}

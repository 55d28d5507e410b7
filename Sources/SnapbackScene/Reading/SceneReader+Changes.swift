import SnapbackBasics
import SnapbackConstraints
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Changes: the list of objects in an action, each naming its target.
extension SceneReader {
  private static var changeLimit: Int { 10_000 }

  /// Reads a list of changes; `depth` is the number of enclosing blocks.
  func readChanges(
    _ node: DocumentNode, _ layout: LayoutTree, depth: Int = 0
  ) throws(DocumentError) -> [SceneChange] {
    var changes: [SceneChange] = []
    for item in try node.array(count: 0...Self.changeLimit, file: file) {
      changes += try readChange(item, layout, depth: depth)
    }
    return changes
  }

  func readChange(
    _ node: DocumentNode, _ layout: LayoutTree, depth: Int
  ) throws(DocumentError) -> [SceneChange] {
    if case .string(let word) = node.value {
      guard word == "layoutIfNeeded" else {
        throw node.unknownName(word, of: "change", in: ["layoutIfNeeded"], file: file)
      }
      return [.layoutIfNeeded]
    }
    var reader = try ObjectReader(node, file: file)
    let changes: [SceneChange]
    if reader.has("view") {
      changes = try readViewChanges(&reader, layout)
    } else if reader.has("constraint") {
      changes = try readConstraintChanges(&reader)
    } else if reader.has("addConstraint") {
      let rule = try reader.node("addConstraint")
      let name = try reader.optionalString("id")
      let constraint = try readRule(rule, identifier: name ?? (namesRulesByText ? "" : nil))
      guard !lastingNames.contains(constraint.identifier) else {
        throw rule.error("a constraint is already called \"\(constraint.identifier)\"", file: file)
      }
      changes = [.addConstraint(constraint)]
    } else if reader.has("removeConstraint") {
      changes = [.removeConstraint(try constraintName(try reader.node("removeConstraint")))]
    } else if let node = reader.optionalNode("gesture") {
      let name = try node.string(file: file)
      guard gestureNames[name] != nil else {
        throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
      }
      changes = [.gesture(name, isEnabled: try reader.boolean("enabled"))]
    } else if var screen = try reader.optionalObject("screen") {
      changes = try readScreenChanges(&screen)
      try screen.finish()
    } else if reader.has("changes") {
      guard depth < Engine.blockDepthLimit else {
        throw node.error(
          "blocks are nested more than \(Engine.blockDepthLimit) deep", file: file)
      }
      let inner = try reader.optionalNode("animate").map(readAnimation)
      let list = try readChanges(try reader.node("changes"), layout, depth: depth + 1)
      changes = [.animate(inner, list)]
    } else {
      let kinds = [
        "view", "constraint", "addConstraint", "removeConstraint", "gesture", "screen", "changes",
      ]
      throw node.error(
        "expected one of " + kinds.map { "\"\($0)\"" }.joined(separator: ", "), file: file)
    }
    try reader.finish()
    return changes
  }

  private func constraintName(_ node: DocumentNode) throws(DocumentError) -> String {
    let name = try node.string(file: file)
    guard constraintNames.contains(name) else {
      throw node.unknownName(name, of: "constraint", in: constraintNames.names, file: file)
    }
    return name
  }

  private func readConstraintChanges(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneChange] {
    let name = try constraintName(try reader.node("constraint"))
    var changes: [SceneChange] = []
    if let constant = try reader.optionalNumber("constant", in: Self.lengths) {
      changes.append(.constant(name, constant))
    }
    if let step = try reader.optionalNumber("by", in: Self.lengths) {
      changes.append(.constantBy(name, step))
    }
    if let isActive = try reader.optionalBoolean("active") {
      changes.append(.active(name, isActive))
    }
    if let node = reader.optionalNode("priority") {
      changes.append(.priority(name, try readPriority(node)))
    }
    if let rule = reader.optionalNode("replaceBy") {
      changes.append(.replaceConstraint(name, try readRule(rule, identifier: name)))
    }
    // Report a misspelled key first: it is the likelier mistake.
    try reader.finish()
    guard !changes.isEmpty else {
      throw reader.error("no property of \"\(name)\" is changed", at: reader.node)
    }
    return changes
  }

  private func readScreenChanges(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneChange] {
    var changes: [SceneChange] = []
    if let size = try reader.optionalPoint("size", in: Self.sides) {
      changes.append(.screenSize(Size(width: size.x, height: size.y)))
    }
    if let category = try reader.optionalOneOf("contentSize", ContentSizeCategory.self) {
      changes.append(.contentSizeCategory(category))
    }
    if let height = try reader.optionalNumber("keyboardHeight", in: 0...Self.longestSide) {
      changes.append(.keyboardHeight(height))
    }
    if var classes = try reader.optionalObject("sizeClass") {
      if let width = try classes.optionalOneOf("width", ClassWord.self) {
        changes.append(.widthClass(width.sizeClass))
      }
      if let height = try classes.optionalOneOf("height", ClassWord.self) {
        changes.append(.heightClass(height.sizeClass))
      }
      try classes.finish()
    }
    if let direction = try reader.optionalOneOf("direction", LayoutDirection.self) {
      changes.append(.direction(direction))
    }
    if let area = try insets(&reader, "safeArea") { changes.append(.safeArea(area)) }
    // Report a misspelled key first: it is the likelier mistake.
    try reader.finish()
    guard !changes.isEmpty else {
      throw reader.error("no property of the screen is changed", at: reader.node)
    }
    return changes
  }

  /// A size class; `bySize` derives it from the screen's size.
  private enum ClassWord: String, CaseIterable {
    case compact, regular, bySize

    var sizeClass: SizeClass? {
      switch self {
      case .compact: .compact
      case .regular: .regular
      case .bySize: nil
      }
    }
  }

  private func readViewChanges(
    _ reader: inout ObjectReader, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneChange] {
    let id = try readView(try reader.node("view"))
    let name = views[id.index].appearance.name
    var changes = try readLayoutChanges(&reader, of: id, named: name, layout)
    if let offset = try vector(&reader, "scrollOffset") {
      guard layout.contentSize(of: id) != nil else {
        throw reader.error("\"\(name)\" does not scroll", atKey: "scrollOffset")
      }
      changes.append(.scrollOffset(name, offset))
    }
    if var center = try reader.optionalObject("center") {
      changes.append(
        .center(
          name, x: try center.optionalNumber("x", in: Self.lengths),
          y: try center.optionalNumber("y", in: Self.lengths)))
      try center.finish()
    }
    if let offset = try vector(&reader, "centerBy") { changes.append(.centerBy(name, offset)) }
    if let offset = try vector(&reader, "translation") {
      changes.append(.translation(name, offset))
    }
    if let degrees = try reader.optionalNumber("rotation", in: -36_000...36_000) {
      changes.append(.rotation(name, degrees * .pi / 180))
    }
    if let scale = try reader.optionalPoint("scale", in: -1000...1000) {
      changes.append(.scale(name, Vector(dx: scale.x, dy: scale.y)))
    }
    if let alpha = try reader.optionalNumber("alpha", in: 0...1) {
      changes.append(.alpha(name, alpha))
    }
    if let color = try color(&reader, "color") { changes.append(.color(name, color)) }
    // Report a misspelled key first: it is the likelier mistake.
    try reader.finish()
    guard !changes.isEmpty else {
      throw reader.error("no property of \"\(name)\" is changed", at: reader.node)
    }
    return changes
  }

  private func readLayoutChanges(
    _ reader: inout ObjectReader, of id: ViewID, named name: String, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneChange] {
    var changes: [SceneChange] = []
    if let node = reader.optionalNode("hidden") {
      if case .string = node.value {
        _ = try node.oneOf(Toggle.self, file: file)
        changes.append(.toggleHidden(name))
      } else {
        changes.append(.hidden(name, try node.boolean(file: file)))
      }
    }
    let properties = layout.properties(of: id)
    if reader.has("stack") {
      guard let old = properties.stack else {
        throw reader.error("\"\(name)\" is not a stack", atKey: "stack")
      }
      if let stack = try readStack(&reader, old.arranged, over: old) {
        changes.append(.stack(name, stack))
      }
    }
    if var size = try reader.optionalObject("contents") {
      let new = PerAxis(
        horizontal: try size.optionalNumber("width", in: 0...Self.longestSide),
        vertical: try size.optionalNumber("height", in: 0...Self.longestSide))
      try size.finish()
      changes.append(.contents(name, new))
    }
    if var baselines = try reader.optionalObject("baselines") {
      changes.append(
        .baselines(
          name, first: try baselines.optionalNumber("first", in: Self.lengths),
          last: try baselines.optionalNumber("last", in: Self.lengths)))
      try baselines.finish()
    }
    if let text = try reader.optionalString("text") {
      guard properties.text != nil else {
        throw reader.error("\"\(name)\" shows no text", atKey: "text")
      }
      guard text.unicodeScalars.count <= TextContent.characterLimit else {
        throw reader.error(
          "the text has over \(TextContent.characterLimit) characters", atKey: "text")
      }
      changes.append(.text(name, text))
    }
    return changes
  }

  private enum Toggle: String, CaseIterable { case toggle }

  private func vector(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> Vector? {
    try reader.optionalPoint(key, in: Self.lengths).map { Vector(dx: $0.x, dy: $0.y) }
  }
}

import SnapbackBasics
import SnapbackConstraints
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads changes: a list of objects, each of which names its target.
extension SceneReader {
  /// Reads a list of changes; `depth` is the number of enclosing blocks.
  func readChanges(
    _ node: DocumentNode, _ layout: LayoutTree, depth: Int = 0
  ) throws(DocumentError) -> [SceneChange] {
    var changes: [SceneChange] = []
    for item in try node.array(count: SceneRanges.changes, file: file) {
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
    if ViewChangeKeys.hasView(&reader) {
      changes = try readViewChanges(&reader, layout)
    } else if ConstraintChangeKeys.hasConstraint(&reader) {
      changes = try readConstraintChanges(&reader)
    } else if ConstraintAdditionKeys.hasAddConstraint(&reader) {
      changes = [.addConstraint(try readAddition(&reader))]
    } else if ConstraintRemovalKeys.hasRemoveConstraint(&reader) {
      let removed = try ConstraintRemovalKeys.removeConstraint(&reader)
      changes = [.removeConstraint(try constraintName(removed))]
    } else if GestureChangeKeys.hasGesture(&reader) {
      changes = [try readGestureChange(&reader)]
    } else if StateChangeKeys.hasState(&reader) {
      changes = [try readStateChange(&reader)]
    } else if ScreenChangeKeys.hasScreen(&reader) {
      var screen = try ScreenChangeKeys.screen(&reader)
      changes = try readScreenChanges(&screen)
    } else if BlockKeys.hasChanges(&reader) {
      guard depth < Engine.blockDepthLimit else {
        throw node.error(
          "blocks are nested more than \(Engine.blockDepthLimit) deep", file: file)
      }
      let inner = try BlockKeys.animate(&reader).map(readAnimation)
      let list = try readChanges(try BlockKeys.changes(&reader), layout, depth: depth + 1)
      changes = [.animate(inner, list)]
    } else {
      let kinds = [
        "view", "constraint", "addConstraint", "removeConstraint", "gesture", "state", "screen",
        "changes",
      ]
      throw node.error(
        "expected one of " + kinds.map { "\"\($0)\"" }.joined(separator: ", "), file: file)
    }
    try reader.finish()
    return changes
  }

  private func readAddition(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> LayoutConstraint {
    let rule = try ConstraintAdditionKeys.addConstraint(&reader)
    let name = try ConstraintAdditionKeys.id(&reader)
    let constraint = try readRule(rule, identifier: name ?? (namesRulesByText ? "" : nil))
    guard !lastingNames.contains(constraint.identifier) else {
      throw rule.error("a constraint is already called \"\(constraint.identifier)\"", file: file)
    }
    return constraint
  }

  private func readGestureChange(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> SceneChange {
    let node = try GestureChangeKeys.gesture(&reader)
    let name = try node.string(file: file)
    guard gestureNames[name] != nil else {
      throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
    }
    return .gesture(name, isEnabled: try GestureChangeKeys.enabled(&reader))
  }

  /// Looks up the identifier of a constraint.
  func constraintName(_ node: DocumentNode) throws(DocumentError) -> String {
    let name = try node.string(file: file)
    guard constraintNames.contains(name) else {
      throw node.unknownName(name, of: "constraint", in: constraintNames.names, file: file)
    }
    return name
  }

  private func readConstraintChanges(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneChange] {
    let name = try constraintName(try ConstraintChangeKeys.constraint(&reader))
    var changes: [SceneChange] = []
    try refuseBoundConstant(name, &reader)
    if let constant = try ConstraintChangeKeys.constant(&reader) {
      changes.append(.constant(name, constant))
    }
    if let step = try ConstraintChangeKeys.by(&reader) {
      changes.append(.constantBy(name, step))
    }
    if let isActive = try ConstraintChangeKeys.active(&reader) {
      changes.append(.active(name, isActive))
    }
    if let node = ConstraintChangeKeys.priority(&reader) {
      changes.append(.priority(name, try readPriority(node)))
    }
    if let rule = ConstraintChangeKeys.replaceBy(&reader) {
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
    if let size = try ScreenValueKeys.size(&reader) {
      changes.append(.screenSize(Size(width: size.x, height: size.y)))
    }
    if let theme = try ScreenValueKeys.theme(&reader) { changes.append(.theme(theme)) }
    if let category = try ScreenValueKeys.contentSize(&reader) {
      changes.append(.contentSizeCategory(category))
    }
    if let height = try ScreenValueKeys.keyboardHeight(&reader) {
      changes.append(.keyboardHeight(height))
    }
    if var classes = try ScreenValueKeys.sizeClass(&reader) {
      if let width = try SizeClassWordKeys.width(&classes) {
        changes.append(.widthClass(width.sizeClass))
      }
      if let height = try SizeClassWordKeys.height(&classes) {
        changes.append(.heightClass(height.sizeClass))
      }
      try classes.finish()
    }
    if let direction = try ScreenValueKeys.direction(&reader) {
      changes.append(.direction(direction))
    }
    if let area = try ScreenValueKeys.safeArea(&reader) { changes.append(.safeArea(area)) }
    // Report a misspelled key first: it is the likelier mistake.
    try reader.finish()
    guard !changes.isEmpty else {
      throw reader.error("no property of the screen is changed", at: reader.node)
    }
    return changes
  }

  private func readViewChanges(
    _ reader: inout ObjectReader, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneChange] {
    let id = try readView(try ViewChangeKeys.view(&reader))
    let name = views[id.index].appearance.name
    var changes = try readLayoutChanges(&reader, of: id, named: name, layout)
    changes += try readScrollChanges(&reader, of: id, named: name, layout)
    if var center = try ViewChangeKeys.center(&reader) {
      changes.append(
        .center(name, x: try PositionKeys.x(&center), y: try PositionKeys.y(&center)))
      try center.finish()
    }
    if let offset = try ViewChangeKeys.centerBy(&reader) { changes.append(.centerBy(name, offset)) }
    try refuseBound(&reader, of: id)
    if let offset = try ViewChangeKeys.translation(&reader) {
      changes.append(.translation(name, offset))
    }
    if let degrees = try ViewChangeKeys.rotation(&reader) {
      changes.append(.rotation(name, degrees * .pi / 180))
    }
    if let scale = try ViewChangeKeys.scale(&reader) {
      changes.append(.scale(name, Vector(dx: scale.x, dy: scale.y)))
    }
    if let alpha = try ViewChangeKeys.alpha(&reader) {
      changes.append(.alpha(name, alpha))
    }
    if let paint = try ViewChangeKeys.color(&reader) {
      guard paint.alpha == 255 || namesRulesByText || views[id.index].look != nil else {
        throw reader.error(
          "\"\(name)\" has no look; give its own color an opacity, \"#rrggbbaa\", too",
          atKey: "color")
      }
      changes.append(.color(name, paint.color, alpha: Double(paint.alpha) / 255))
    }
    changes += try readLookChanges(&reader, of: id, named: name)
    if let radius = try ViewChangeKeys.cornerRadius(&reader) {
      changes.append(.cornerRadius(name, radius))
    }
    if let reception = try ViewChangeKeys.touches(&reader) {
      changes.append(.touches(name, reception))
    }
    // Report a misspelled key first: it is the likelier mistake.
    try reader.finish()
    guard !changes.isEmpty else {
      throw reader.error("no property of \"\(name)\" is changed", at: reader.node)
    }
    return changes
  }

  private func readScrollChanges(
    _ reader: inout ObjectReader, of id: ViewID, named name: String, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneChange] {
    func refuseFixed(_ key: String) throws(DocumentError) {
      guard layout.contentSize(of: id) == nil else { return }
      throw reader.error("\"\(name)\" does not scroll", atKey: key)
    }
    var changes: [SceneChange] = []
    if let inset = try ViewChangeKeys.contentInset(&reader) {
      try refuseFixed("contentInset")
      changes.append(.contentInset(name, inset))
    }
    if let offset = try ViewChangeKeys.scrollOffset(&reader) {
      try refuseFixed("scrollOffset")
      changes.append(.scrollOffset(name, offset))
    }
    if let node = ViewChangeKeys.scrollToVisible(&reader) {
      try refuseFixed("scrollToVisible")
      changes.append(.scrollToVisible(name, try readContentPart(node, of: id, named: name)))
    }
    return changes
  }

  /// Reads the name of a view in a scroll view, or a rectangle of its content.
  private func readContentPart(
    _ node: DocumentNode, of scroller: ViewID, named name: String
  ) throws(DocumentError) -> ContentPart {
    if case .string = node.value {
      let view = try readView(node)
      var outer = views[view.index].appearance.parent
      while let place = outer, place != scroller.index { outer = views[place].appearance.parent }
      let inner = views[view.index].appearance.name
      guard outer != nil else {
        throw node.error("\"\(inner)\" is not in \"\(name)\"", file: file)
      }
      return .view(inner)
    }
    var numbers: [Double] = []
    for item in try node.array(count: SceneRanges.contentRectangle, file: file) {
      numbers.append(try item.number(in: SceneRanges.length, file: file))
    }
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw node.error("width and height must not be negative", file: file)
    }
    return .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
  }

  private func readLayoutChanges(
    _ reader: inout ObjectReader, of id: ViewID, named name: String, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneChange] {
    var changes: [SceneChange] = []
    if let node = ViewChangeKeys.hidden(&reader) {
      if case .string = node.value {
        _ = try node.oneOf(Toggle.self, file: file)
        changes.append(.toggleHidden(name))
      } else {
        changes.append(.hidden(name, try node.boolean(file: file)))
      }
    }
    let properties = layout.properties(of: id)
    if let node = ViewChangeKeys.stack(&reader) {
      guard let old = properties.stack else {
        throw node.error("\"\(name)\" is not a stack", file: file)
      }
      changes.append(.stack(name, try readStack(node, old.arranged, over: old)))
    }
    if var size = try ViewChangeKeys.contents(&reader) {
      changes.append(.contents(name, try readExtents(&size)))
    }
    if var baselines = try ViewChangeKeys.baselines(&reader) {
      changes.append(
        .baselines(
          name, first: try BaselineKeys.first(&baselines),
          last: try BaselineKeys.last(&baselines)))
      try baselines.finish()
    }
    if let text = try ViewChangeKeys.text(&reader) {
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
}

extension SizeClassWord {
  /// The size class; nil if it is derived from the screen's size.
  fileprivate var sizeClass: SizeClass? {
    switch self {
    case .compact: .compact
    case .regular: .regular
    case .bySize: nil
    }
  }
}

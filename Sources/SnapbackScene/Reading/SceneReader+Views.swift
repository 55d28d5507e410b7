import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads views: first the tree, so that names can be looked up, then the properties.
extension SceneReader {
  /// A view whose properties have not been read yet.
  struct PendingView {
    var view: ViewID
    var reader: ObjectReader
    /// The children that a stack does not arrange.
    var loose: Set<ViewID> = []
    /// The opacity of the fill, 0…255.
    var fillAlpha: UInt8 = 255
  }

  /// Reads a view's appearance and its subtree. Returns the view, and whether its parent arranges
  /// the view if the parent is a stack.
  mutating func readView(
    _ node: DocumentNode, parent: ViewID, into layout: inout LayoutTree
  ) throws(DocumentError) -> (view: ViewID, isArranged: Bool) {
    guard views.count < limits.views else { throw beyond(limits.views, "views", at: node) }
    var reader = try ObjectReader(node, file: file)
    let name = try ViewKeys.id(&reader)
    try checkName(name, reader)
    let paint = try ViewKeys.color(&reader)
    let color = paint?.color
    let radius = try ViewKeys.cornerRadius(&reader)
    if reader.has("cornerRadius") {
      writers.add(.view(key: "cornerRadius"), of: [.cornerRadius], views.count)
    }
    let offset = try ViewKeys.scroll(&reader).flatMap(readScroll)
    let clips = try ViewKeys.clips(&reader) ?? (offset != nil)
    let alpha = try ViewKeys.alpha(&reader)
    if reader.has("alpha") { writers.add(.view(key: "alpha"), of: [.alpha], views.count) }
    if color != nil {
      writers.add(.view(key: "color"), of: BindingProperty.color.targets, views.count)
    }
    if paint.map({ $0.alpha != 255 }) == true {
      writers.add(.view(key: "color"), of: BindingProperty.fillAlpha.targets, views.count)
    }
    let anchor = try ViewKeys.anchor(&reader)
    let isArranged = try ViewKeys.arranged(&reader)
    let view: ViewID
    do throws(LayoutError) {
      view = try layout.addView(in: parent, name: name, scrolls: offset != nil)
      if let offset { try layout.setScrollOffset(offset, of: view) }
    } catch {
      throw node.error(error.description, file: file)
    }
    names[name] = .view(view)
    var properties = SceneBlueprint.View(
      appearance: ViewAppearance(
        name: name, parent: parent.index, color: color, cornerRadius: radius,
        clips: clips, anchor: Point(x: anchor.x, y: anchor.y)),
      alpha: alpha)
    properties.touches = try ViewKeys.touches(&reader) ?? .own
    properties.hitInsets = try ViewKeys.hitInsets(&reader).map(readHitInsets) ?? .zero
    views.append(properties)
    try readGuides(&reader, in: view, into: &layout)
    let children = try ViewKeys.views(&reader)
    let place = pending.count
    pending.append(
      PendingView(view: view, reader: reader, fillAlpha: paint?.alpha ?? 255))
    for node in children {
      let (child, isArranged) = try readView(node, parent: view, into: &layout)
      if !isArranged { pending[place].loose.insert(child) }
    }
    return (view, isArranged)
  }

  mutating func readGuides(
    _ reader: inout ObjectReader, in view: ViewID, into layout: inout LayoutTree
  ) throws(DocumentError) {
    for node in try ContainerKeys.guides(&reader) {
      let name = try node.string(file: file)
      try checkName(name, reader, at: node)
      do throws(LayoutError) {
        names[name] = .guide(try layout.addGuide(in: view, name: name))
      } catch {
        throw node.error(error.description, file: file)
      }
    }
  }

  /// Reads the value of `scroll`: a Boolean, or the content's scroll offset. Returns nil if the
  /// view does not scroll.
  private func readScroll(_ node: DocumentNode) throws(DocumentError) -> Vector? {
    if case .boolean(let scrolls) = node.value { return scrolls ? .zero : nil }
    let offset = try node.point(in: SceneRanges.length, file: file)
    return Vector(dx: offset.x, dy: offset.y)
  }

  /// Reads the insets to a hit area: one length for all sides, or insets by edge.
  private func readHitInsets(_ node: DocumentNode) throws(DocumentError) -> EdgeInsets {
    guard case .number = node.value else { return try ObjectReader.readInsets(node, file: file) }
    let inset = try node.number(in: SceneRanges.length, file: file)
    return EdgeInsets(left: inset, top: inset, right: inset, bottom: inset)
  }

  func checkName(
    _ name: String, _ reader: ObjectReader, at node: DocumentNode? = nil
  ) throws(DocumentError) {
    func fault(_ message: String, hint: String? = nil) -> DocumentError {
      node?.error(message, file: file, hint: hint)
        ?? reader.error(message, atKey: "id", hint: hint)
    }
    guard Self.isName(name) else {
      throw fault("\"\(name)\" cannot be an id: letters, digits and _ only, no digit first")
    }
    guard !Self.numberWords.contains(name) else {
      throw fault(
        "\"\(name)\" cannot be an id, because it is a number in JSON5", hint: "choose another name")
    }
    guard names[name] == nil else {
      throw fault("two views or guides are called \"\(name)\"")
    }
  }

  /// The words that JSON5 reads as numbers. In rules and sums, they would look like numbers.
  static let numberWords: Set = ["NaN", "Infinity"]

  static func isName(_ name: String) -> Bool {
    name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
      && !(name.first?.isNumber ?? true)
  }

  /// Reads the properties of all views into the layout tree.
  mutating func readProperties(into layout: inout LayoutTree) throws(DocumentError) {
    for var pending in pending {
      let table = try readTable(&pending, layout)
      try pending.reader.finish()
      do throws(LayoutError) {
        try layout.setProperties(table, of: pending.view)
      } catch {
        throw pending.reader.node.error(error.description, file: file)
      }
    }
    pending.removeAll()
  }

  private mutating func readTable(
    _ pending: inout PendingView, _ layout: LayoutTree
  ) throws(DocumentError) -> VariationTable<ViewProperties> {
    var base = ViewProperties()
    let arranged = layout.children(of: pending.view).filter { !pending.loose.contains($0) }
    try readProperties(&pending.reader, arranged, into: &base)
    if pending.view != .root,
      let autoresizing = try readAutoresizing(&pending.reader)
    {
      base.autoresizing = autoresizing
    }
    let variants = try readVariants(try ContainerKeys.variations(&pending.reader))
    let isRoot = pending.view == .root
    if !isRoot {
      views[pending.view.index].look = try readLook(
        &pending.reader, fill: pending.fillAlpha, variants: variants)
      addLookWriters(pending.reader.node, of: pending.view) { .view(key: $0) }
      for (_, node) in variants {
        addLookWriters(node, of: pending.view) { .variation(key: $0) }
      }
    }
    return try VariationTable(base, variants: variants, states: states) {
      (node, properties) throws(DocumentError) in
      var reader = try ObjectReader(node, file: file)
      try readProperties(&reader, arranged, into: &properties)
      if !isRoot {
        var ignored = ViewLook(view: 0)
        try readLook(&reader, into: &ignored)
      }
      try reader.finish()
    }
  }
}

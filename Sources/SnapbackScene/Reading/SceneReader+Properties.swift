import SnapbackBasics
import SnapbackConstraints
import SnapbackDocument
import SnapbackLayout

/// Reads the properties of views that affect the layout.
extension SceneReader {
  /// Reads the keys that are present into `properties`. Other properties are unchanged.
  func readProperties(
    _ reader: inout ObjectReader, _ arranged: [ViewID], into properties: inout ViewProperties
  ) throws(DocumentError) {
    if let isHidden = try LayoutKeys.hidden(&reader) { properties.isHidden = isHidden }
    if let node = LayoutKeys.margins(&reader) { properties.margins = try readMargins(node) }
    if let flag = try LayoutKeys.preservesParentMargins(&reader) {
      properties.preservesParentMargins = flag
    }
    if let flag = try LayoutKeys.insetsMarginsFromSafeArea(&reader) {
      properties.insetsMarginsFromSafeArea = flag
    }
    if let insets = try LayoutKeys.additionalSafeArea(&reader) {
      properties.additionalSafeArea = insets
    }
    if let insets = try LayoutKeys.alignmentInsets(&reader) {
      properties.alignmentInsets = insets
    }
    if var size = try LayoutKeys.contents(&reader) {
      properties.intrinsicSize = try readExtents(&size)
    }
    if let node = LayoutKeys.text(&reader) { properties.text = try readText(node) }
    if let node = LayoutKeys.hugging(&reader) {
      properties.hugging = try readPriorities(node, over: properties.hugging)
    }
    if let node = LayoutKeys.compressionResistance(&reader) {
      properties.compressionResistance = try readPriorities(
        node, over: properties.compressionResistance)
    }
    if var baselines = try LayoutKeys.baselines(&reader) {
      properties.firstBaseline = try BaselineKeys.first(&baselines)
      properties.lastBaseline = try BaselineKeys.last(&baselines)
      try baselines.finish()
    }
    if let node = LayoutKeys.stack(&reader) {
      properties.stack = try readStack(node, arranged, over: properties.stack)
    }
  }

  /// Reads a content's width and height; an omitted extent is nil.
  func readExtents(_ size: inout ObjectReader) throws(DocumentError) -> PerAxis<Double?> {
    let extents = PerAxis<Double?>(
      horizontal: try ExtentKeys.width(&size), vertical: try ExtentKeys.height(&size))
    try size.finish()
    return extents
  }

  /// Reads margins: one number for all sides, or a number per side; omitted sides are zero.
  private func readMargins(_ node: DocumentNode) throws(DocumentError) -> DirectionalInsets {
    if case .number = node.value {
      return DirectionalInsets(try node.number(in: SceneRanges.length, file: file))
    }
    return try ObjectReader.read(node, file: file) { object throws(DocumentError) in
      DirectionalInsets(
        leading: try MarginKeys.leading(&object), top: try MarginKeys.top(&object),
        trailing: try MarginKeys.trailing(&object), bottom: try MarginKeys.bottom(&object))
    }
  }

  /// Reads a text: a string, or an object with a string and its formatting.
  private func readText(_ node: DocumentNode) throws(DocumentError) -> TextContent {
    if case .string(let string) = node.value { return TextContent(string) }
    return try ObjectReader.read(node, file: file) { object throws(DocumentError) in
      let string = try TextKeys.string(&object)
      let size = try TextKeys.pointSize(&object)
      return TextContent(
        string, style: try TextKeys.style(&object), lineLimit: try TextKeys.lines(&object),
        adjustsForContentSize: try TextKeys.adjusts(&object) ?? (size == nil),
        fixedPointSize: size)
    }
  }

  /// Reads priorities: one for both axes, or an object with one for each axis. An omitted axis has
  /// its priority in `value`.
  private func readPriorities(
    _ node: DocumentNode, over value: PerAxis<Priority>
  ) throws(DocumentError) -> PerAxis<Priority> {
    switch node.value {
    case .number, .string:
      let priority = try readPriority(node)
      return PerAxis(horizontal: priority, vertical: priority)
    default: break
    }
    var result = value
    var object = try ObjectReader(node, file: file)
    if let node = PriorityKeys.horizontal(&object) { result.horizontal = try readPriority(node) }
    if let node = PriorityKeys.vertical(&object) { result.vertical = try readPriority(node) }
    try object.finish()
    return result
  }

  /// Reads a priority: a number, or one of the words that rules also accept.
  func readPriority(_ node: DocumentNode) throws(DocumentError) -> Priority {
    if case .string = node.value { return try node.oneOf(PriorityWord.self, file: file).priority }
    let number = try node.number(in: SceneRanges.priorityNumber, file: file)
    do throws(ConstraintError) {
      return try Priority(number)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  func readStack(
    _ node: DocumentNode, _ arranged: [ViewID], over value: StackProperties?
  ) throws(DocumentError) -> StackProperties {
    var object = try ObjectReader(node, file: file)
    var stack = value ?? StackProperties()
    stack.arranged = arranged
    if let axis = try StackKeys.axis(&object) { stack.axis = axis }
    if let kind = try StackKeys.distribution(&object) { stack.distribution = kind }
    if let kind = try StackKeys.alignment(&object) { stack.alignment = kind }
    if let node = StackKeys.spacing(&object) { stack.spacing = try readSpacing(node) }
    for member in try StackKeys.customSpacing(&object) ?? [] {
      guard case .view(let view)? = names[member.key], arranged.contains(view) else {
        throw member.value.error(
          "\"\(member.key)\" is not a view of this stack", file: file,
          hint: Spelling.hint(for: member.key, in: knownNames))
      }
      stack.customSpacing[view] = try readSpacing(member.value)
    }
    if let flag = try StackKeys.baselineRelative(&object) { stack.isBaselineRelative = flag }
    if let flag = try StackKeys.marginsRelative(&object) { stack.isMarginsRelative = flag }
    try object.finish()
    return stack
  }

  /// Reads a spacing: a number of points, or "standard".
  private func readSpacing(_ node: DocumentNode) throws(DocumentError) -> Spacing {
    if case .string(let word) = node.value {
      guard word == "standard" else {
        throw node.error("expected a number or \"standard\", found \"\(word)\"", file: file)
      }
      return .standard
    }
    return .points(try node.number(in: SceneRanges.length, file: file))
  }

  /// Reads springs and struts: the frame of the view as [x, y, width, height], the size of the
  /// parent for which this frame is given, and the parts of the frame that change with the size of
  /// the parent. Returns nil if the view has no springs and struts.
  func readAutoresizing(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> Autoresizing? {
    guard var object = try ViewKeys.autoresizing(&reader) else { return nil }
    var numbers: [Double] = []
    for node in try AutoresizingKeys.frame(&object) {
      numbers.append(try node.number(in: SceneRanges.length, file: file))
    }
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw object.error("width and height must not be negative", atKey: "frame")
    }
    let size = try AutoresizingKeys.parent(&object)
    var flexible: Set<Autoresizing.Part> = []
    for node in try AutoresizingKeys.flexible(&object) {
      flexible.insert(try node.oneOf(Autoresizing.Part.self, file: file))
    }
    try object.finish()
    return Autoresizing(
      frame: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
      parentSize: Size(width: size.x, height: size.y), flexible: flexible)
  }
}

extension PriorityWord {
  /// The priority that the word names.
  fileprivate var priority: Priority {
    switch self {
    case .required: .required
    case .high: .defaultHigh
    case .low: .defaultLow
    case .fitting: .fittingSize
    }
  }
}

import SnapbackBasics
import SnapbackConstraints
import SnapbackDocument
import SnapbackLayout

/// Properties of views that affect the layout.
extension SceneReader {
  /// Reads the keys that are present into `properties`; other properties keep their values.
  func readProperties(
    _ reader: inout ObjectReader, _ arranged: [ViewID], into properties: inout ViewProperties
  ) throws(DocumentError) {
    if let isHidden = try reader.optionalBoolean("hidden") { properties.isHidden = isHidden }
    if let margins = try readMargins(&reader) { properties.margins = margins }
    if let flag = try reader.optionalBoolean("preservesParentMargins") {
      properties.preservesParentMargins = flag
    }
    if let flag = try reader.optionalBoolean("insetsMarginsFromSafeArea") {
      properties.insetsMarginsFromSafeArea = flag
    }
    if let insets = try insets(&reader, "additionalSafeArea") {
      properties.additionalSafeArea = insets
    }
    if let insets = try insets(&reader, "alignmentInsets") { properties.alignmentInsets = insets }
    if var size = try reader.optionalObject("contents") {
      properties.intrinsicSize = PerAxis(
        horizontal: try size.optionalNumber("width", in: 0...Self.longestSide),
        vertical: try size.optionalNumber("height", in: 0...Self.longestSide))
      try size.finish()
    }
    if let text = try readText(&reader) { properties.text = text }
    if let hugging = try readPriorities(&reader, "hugging", over: properties.hugging) {
      properties.hugging = hugging
    }
    if let resistance = try readPriorities(
      &reader, "compressionResistance", over: properties.compressionResistance)
    {
      properties.compressionResistance = resistance
    }
    if var baselines = try reader.optionalObject("baselines") {
      properties.firstBaseline = try baselines.optionalNumber("first", in: Self.lengths)
      properties.lastBaseline = try baselines.optionalNumber("last", in: Self.lengths)
      try baselines.finish()
    }
    if let stack = try readStack(&reader, arranged, over: properties.stack) {
      properties.stack = stack
    }
  }

  /// Reads margins: one number for all sides, or a number per side; sides left out are zero.
  private func readMargins(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> DirectionalInsets? {
    guard let node = reader.optionalNode("margins") else { return nil }
    if case .number = node.value {
      return DirectionalInsets(try node.number(in: Self.lengths, file: file))
    }
    return try ObjectReader.read(node, file: file) { object throws(DocumentError) in
      DirectionalInsets(
        leading: try object.optionalNumber("leading", in: Self.lengths) ?? 0,
        top: try object.optionalNumber("top", in: Self.lengths) ?? 0,
        trailing: try object.optionalNumber("trailing", in: Self.lengths) ?? 0,
        bottom: try object.optionalNumber("bottom", in: Self.lengths) ?? 0)
    }
  }

  /// Reads a text: a string, or an object with a string and its formatting.
  private func readText(_ reader: inout ObjectReader) throws(DocumentError) -> TextContent? {
    guard let node = reader.optionalNode("text") else { return nil }
    if case .string(let string) = node.value { return TextContent(string) }
    return try ObjectReader.read(node, file: file) { object throws(DocumentError) in
      let string = try object.string("string")
      let size = try object.optionalNumber("pointSize", in: 1...TextContent.pointSizeLimit)
      return TextContent(
        string, style: try object.optionalOneOf("style") ?? .body,
        lineLimit: try object.optionalInteger("lines", in: 0...10_000) ?? 1,
        adjustsForContentSize: try object.optionalBoolean("adjusts") ?? (size == nil),
        fixedPointSize: size)
    }
  }

  /// Reads priorities: one for both directions, or an object with one for each.
  private func readPriorities(
    _ reader: inout ObjectReader, _ key: String, over value: PerAxis<Priority>
  ) throws(DocumentError) -> PerAxis<Priority>? {
    guard let node = reader.optionalNode(key) else { return nil }
    switch node.value {
    case .number, .string:
      let priority = try readPriority(node)
      return PerAxis(horizontal: priority, vertical: priority)
    default: break
    }
    var result = value
    var object = try ObjectReader(node, file: file)
    if let node = object.optionalNode("horizontal") { result.horizontal = try readPriority(node) }
    if let node = object.optionalNode("vertical") { result.vertical = try readPriority(node) }
    try object.finish()
    return result
  }

  /// Reads a priority: a number, or one of the words that rules also accept.
  func readPriority(_ node: DocumentNode) throws(DocumentError) -> Priority {
    if case .string = node.value { return try node.oneOf(PriorityWord.self, file: file).priority }
    let number = try node.number(in: 1...1000, file: file)
    do throws(ConstraintError) {
      return try Priority(number)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  func readStack(
    _ reader: inout ObjectReader, _ arranged: [ViewID], over value: StackProperties?
  ) throws(DocumentError) -> StackProperties? {
    guard var object = try reader.optionalObject("stack") else { return nil }
    var stack = value ?? StackProperties()
    stack.arranged = arranged
    if let axis = try object.optionalOneOf("axis", Axis.self) { stack.axis = axis }
    if let kind = try object.optionalOneOf("distribution", StackProperties.Distribution.self) {
      stack.distribution = kind
    }
    if let kind = try object.optionalOneOf("alignment", StackProperties.Alignment.self) {
      stack.alignment = kind
    }
    if let node = object.optionalNode("spacing") { stack.spacing = try spacing(node) }
    for member in try object.optionalMembers("customSpacing") ?? [] {
      guard case .view(let view)? = names[member.key], arranged.contains(view) else {
        throw member.value.error(
          "\"\(member.key)\" is not a view of this stack", file: file,
          hint: Spelling.hint(for: member.key, in: knownNames))
      }
      stack.customSpacing[view] = try spacing(member.value)
    }
    if let flag = try object.optionalBoolean("baselineRelative") {
      stack.isBaselineRelative = flag
    }
    if let flag = try object.optionalBoolean("marginsRelative") { stack.isMarginsRelative = flag }
    try object.finish()
    return stack
  }

  /// Reads a spacing: a number of points, or "standard".
  private func spacing(_ node: DocumentNode) throws(DocumentError) -> Spacing {
    if case .string(let word) = node.value {
      guard word == "standard" else {
        throw node.error("expected a number or \"standard\", found \"\(word)\"", file: file)
      }
      return .standard
    }
    return .points(try node.number(in: Self.lengths, file: file))
  }

  /// Reads a frame in the parent, [x, y, width, height], and the parts of it that are flexible.
  func readAutoresizing(
    _ reader: inout ObjectReader, of view: ViewID, _ layout: LayoutTree
  ) throws(DocumentError) -> Autoresizing? {
    guard var object = try reader.optionalObject("autoresizing") else { return nil }
    var numbers: [Double] = []
    for node in try object.array("frame", count: 4...4) {
      numbers.append(try node.number(in: Self.lengths, file: file))
    }
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw object.error("width and height must not be negative", atKey: "frame")
    }
    let size = try object.point("parent", in: 0...Self.longestSide)
    var flexible: Set<Autoresizing.Part> = []
    for node in try object.optionalArray("flexible") ?? [] {
      flexible.insert(try node.oneOf(Autoresizing.Part.self, file: file))
    }
    try object.finish()
    return Autoresizing(
      frame: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
      parentSize: Size(width: size.x, height: size.y), flexible: flexible)
  }
}

/// The named priorities of scenes.
private enum PriorityWord: String, CaseIterable {
  case required
  case high
  case low
  case fitting

  var priority: Priority {
    switch self {
    case .required: .required
    case .high: .defaultHigh
    case .low: .defaultLow
    case .fitting: .fittingSize
    }
  }
}

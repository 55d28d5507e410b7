import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads constraints: a rule as text, or an object with a rule or a visual format and its options.
extension SceneReader {
  /// Options that all constraints of one object share.
  private struct Terms {
    var identifier: String?
    var isActive = true
    var variants: [(condition: VariationCondition, variant: DocumentNode)] = []
  }

  /// The keys that a constraint has only with a format.
  private static let formatOptions = ["in", "align", "direction", "spacing"]

  func readConstraint(
    _ node: DocumentNode, into layout: inout LayoutTree
  ) throws(DocumentError) {
    switch node.value {
    case .object: break
    case .string:
      return try add([try resolve(node, Terms())], Terms(), at: node, to: &layout)
    default:
      throw node.error(
        "expected a rule, or an object with \"rule\" or \"format\", found \(node.kind)", file: file)
    }
    var reader = try ObjectReader(node, file: file)
    var terms = Terms(identifier: try ConstraintKeys.id(&reader))
    terms.isActive = try ConstraintKeys.active(&reader)
    terms.variants = try readVariants(try ConstraintKeys.variations(&reader))
    let hasRule = reader.has("rule")
    if FormatConstraintKeys.hasFormat(&reader) {
      guard !hasRule else {
        throw node.error(
          "expected \"rule\" or \"format\", found both", file: file,
          hint: "give each a constraint of its own")
      }
      let constraints = try readFormat(&reader, terms)
      try reader.finish()
      try add(constraints, terms, at: node, to: &layout)
      return
    }
    guard hasRule else {
      // An unknown key is named first, because it may be a misspelled "rule" or "format".
      try reader.finish(alsoKnown: Self.formatOptions)
      throw node.error(
        "expected \"rule\" or \"format\", found neither", file: file,
        hint: "add a rule, such as rule: \"card.width = 100\"")
    }
    let rule = try RuleConstraintKeys.rule(&reader)
    try reader.finish()
    try add([try resolve(rule, terms)], terms, at: rule, to: &layout)
  }

  private func add(
    _ constraints: [LayoutConstraint], _ terms: Terms, at node: DocumentNode,
    to layout: inout LayoutTree
  ) throws(DocumentError) {
    let variations = try VariationTable(
      ConstraintVariation(), variants: terms.variants, states: states
    ) { (node, variation) throws(DocumentError) in
      let isPlain = constraints.count == 1 && constraints[0].standardSpacings == 0
      try readVariation(node, isPlain: isPlain, into: &variation)
    }
    do throws(LayoutError) {
      for var constraint in constraints {
        constraint.isActive = terms.isActive
        try layout.add(constraint, variations: variations)
      }
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  private func readVariation(
    _ node: DocumentNode, isPlain: Bool, into variation: inout ConstraintVariation
  ) throws(DocumentError) {
    var reader = try ObjectReader(node, file: file)
    if let isInstalled = try ConstraintVariationKeys.installed(&reader) {
      variation.isInstalled = isInstalled
    }
    if let constant = try ConstraintVariationKeys.constant(&reader) {
      guard isPlain else {
        throw reader.error(
          "only a single constraint without standard spacing has a constant to vary",
          atKey: "constant")
      }
      variation.constant = constant
    }
    try reader.finish()
  }

  /// Reads a rule given as text.
  func readRule(
    _ node: DocumentNode, identifier: String?
  ) throws(DocumentError) -> LayoutConstraint {
    try resolve(node, Terms(identifier: identifier))
  }

  private func resolve(
    _ node: DocumentNode, _ terms: Terms
  ) throws(DocumentError) -> LayoutConstraint {
    let text = try node.string(file: file)
    do throws(ConstraintExpressionError) {
      let expression = try ConstraintExpression(parsing: text, metrics: metrics)
      return try expression.resolve(
        identifier: terms.identifier ?? "\(node.path) \(text)", knownNames: knownNames
      ) { names[$0] }
    } catch {
      throw fault(error.message, column: error.column, in: text, at: node, hint: error.hint)
    }
  }

  // MARK: Visual formats

  private func readFormat(
    _ reader: inout ObjectReader, _ terms: Terms
  ) throws(DocumentError) -> [LayoutConstraint] {
    let node = try FormatConstraintKeys.format(&reader)
    let text = try node.string(file: file)
    let options = try readOptions(&reader)
    var superview = LayoutItem.view(.root)
    if let node = FormatConstraintKeys.container(&reader) {
      let name = try node.string(file: file)
      guard let item = names[name] else {
        throw node.unknownName(name, of: "view", in: knownNames, file: file)
      }
      superview = item
    }
    do throws(VisualFormatError) {
      return try VisualFormat(parsing: text).constraints(
        identifier: terms.identifier ?? "\(node.path) \(text)", superview: superview,
        metrics: metrics, options: options, knownNames: knownNames
      ) { names[$0] }
    } catch {
      throw fault(error.message, column: error.column, in: text, at: node, hint: error.hint)
    }
  }

  private func readOptions(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> VisualFormatOptions {
    var options = VisualFormatOptions()
    for node in try FormatConstraintKeys.align(&reader) {
      options.alignments.insert(
        try node.oneOf(VisualFormatOptions.Alignment.self, file: file))
    }
    options.direction = try FormatConstraintKeys.direction(&reader)
    options.spacing = try FormatConstraintKeys.spacing(&reader)
    return options
  }

  /// Reads the document's metrics: numbers by name.
  mutating func readMetrics(_ reader: inout ObjectReader) throws(DocumentError) {
    for member in try DocumentKeys.metrics(&reader) {
      guard Self.isName(member.key) else {
        throw member.value.error(
          "\"\(member.key)\" cannot be a metric: letters, digits and _ only, no digit first",
          file: file)
      }
      guard !Self.numberWords.contains(member.key) else {
        throw member.value.error(
          "\"\(member.key)\" cannot be a metric, because it is a number in JSON5", file: file,
          hint: "choose another name")
      }
      metrics[member.key] = try member.value.number(in: SceneRanges.length, file: file)
    }
  }

  var knownNames: [String] { names.keys.sorted() }

  /// Returns an error at a character within a rule.
  ///
  /// The position is exact for strings without escapes, which rules do not need.
  func fault(
    _ message: String, column: Int, in text: String, at node: DocumentNode, hint: String? = nil
  ) -> DocumentError {
    let start = node.position
    let position = SourcePosition(
      line: start.line, column: start.column + column, offset: start.offset + column)
    return DocumentError(
      file: file, position: position, path: node.path,
      message: "\(message) in \"\(text)\"", hint: hint)
  }
}

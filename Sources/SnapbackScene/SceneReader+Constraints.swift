import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLayout

/// Constraints: a rule as text, or an object with an id and the rule.
extension SceneReader {
  func readConstraint(
    _ node: DocumentNode, into layout: inout LayoutTree
  ) throws(DocumentError) {
    var rule = node
    var identifier: String?
    if case .object = node.value {
      var reader = try ObjectReader(node, file: file)
      identifier = try reader.string("id")
      rule = try reader.node("rule")
      try reader.finish()
    }
    let text = try rule.string(file: file)
    let constraint = try resolve(text, identifier ?? "\(node.path) \(text)", at: rule)
    do throws(LayoutError) {
      try layout.add(constraint)
    } catch {
      throw rule.error(error.description, file: file)
    }
  }

  private func resolve(
    _ text: String, _ identifier: String, at node: DocumentNode
  ) throws(DocumentError) -> LayoutConstraint {
    let expression: ConstraintExpression
    do throws(ConstraintExpressionError) {
      expression = try ConstraintExpression(parsing: text)
    } catch {
      throw fault(error.message, column: error.column, in: text, at: node)
    }
    do throws(UnknownViewName) {
      return try expression.resolve(identifier: identifier) { names[$0] }
    } catch {
      throw fault(
        "unknown view \"\(error.name)\"", column: error.column, in: text, at: node,
        hint: Spelling.hint(for: error.name, in: views.map(\.appearance.name)))
    }
  }

  /// An error within a rule, placed at the very character.
  ///
  /// The place is exact for rules without escapes, which need none.
  private func fault(
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

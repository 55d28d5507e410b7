public import SnapbackConstraints

/// A constraint as a scene writes it, `card.width = 0.8 * screen.width - 20 @ 750`.
///
/// ```
/// constraint = anchor relation sum [ "@" priority ]
/// relation   = "=" | "==" | "<=" | "≤" | ">=" | "≥"
/// sum        = [ "+" | "-" ] term { ( "+" | "-" ) term }
/// term       = number [ "*" anchor ] | anchor [ ( "*" | "/" ) number ]     "×" is "*"
/// anchor     = name "." attribute
/// priority   = number 1…1000 | "required" | "high" | "low"
/// ```
/// Names are those of views; they are looked up by ``resolve(identifier:view:)``.
public struct ConstraintExpression: Hashable, Sendable {
  /// An anchor by the names as they stand in the text.
  public struct Name: Hashable, Sendable {
    /// The view's name.
    public var view: String
    /// The attribute.
    public var attribute: LayoutAttribute
    /// Where the view's name starts: 1 is the first character.
    public var column: Int
  }

  /// One anchor of the right side with its multiplier.
  public struct Term: Hashable, Sendable {
    /// The factor of the anchor.
    public var multiplier: Double
    /// What is multiplied.
    public var name: Name
  }

  /// The left side.
  public var first: Name
  /// How the sides compare.
  public var relation: Relation
  /// The anchors of the right side, in the order of the text.
  public var terms: [Term]
  /// The sum of the numbers on the right side, in points.
  public var constant: Double
  /// What stands behind `@`; required when nothing does.
  public var priority: Priority

  /// Reads a constraint.
  public init(parsing text: String) throws(ConstraintExpressionError) {
    var parser = ConstraintExpressionParser(text)
    self = try parser.parse()
  }

  init(first: Name, relation: Relation, terms: [Term], constant: Double, priority: Priority) {
    self.first = first
    self.relation = relation
    self.terms = terms
    self.constant = constant
    self.priority = priority
  }

  /// The constraint between views, which `view` finds by name.
  ///
  /// Throws the first name that `view` does not know.
  public func resolve(
    identifier: String, view: (String) -> ViewID?
  ) throws(UnknownViewName) -> LayoutConstraint {
    func anchor(_ name: Name) throws(UnknownViewName) -> Anchor {
      guard let id = view(name.view) else {
        throw UnknownViewName(name: name.view, column: name.column)
      }
      return Anchor(id, name.attribute)
    }
    var resolved: [LayoutConstraint.Term] = []
    for term in terms {
      resolved.append(LayoutConstraint.Term(term.multiplier, try anchor(term.name)))
    }
    return LayoutConstraint(
      identifier: identifier, first: try anchor(first), relation: relation, terms: resolved,
      constant: constant, priority: priority)
  }
}

/// A constraint speaks of a view that does not exist.
public struct UnknownViewName: Error, Hashable, Sendable {
  /// The name that was not found.
  public var name: String
  /// Where it starts: 1 is the first character.
  public var column: Int
}

/// Where and why a text is no constraint.
public struct ConstraintExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public var text: String
  /// What was expected and what stands there.
  public var message: String
  /// The character at fault: 1 is the first, one past the last is the end.
  public var column: Int

  /// The message, and in two further lines the text with a caret under the fault.
  public var description: String {
    let caret = String(repeating: " ", count: max(0, column - 1)) + "^"
    return "\(message)\n  \(text)\n  \(caret)"
  }
}

public import SnapbackConstraints

/// A constraint as a scene writes it, `card.width = 0.8 * screen.width - 20 @ 750`.
///
/// ```
/// constraint = anchor relation sum [ "@" priority ]
/// relation   = "=" | "==" | "<=" | "≤" | ">=" | "≥"
/// sum        = [ "+" | "-" ] term { ( "+" | "-" ) term }                   "−" is "-"
/// term       = number [ "*" operand ] | operand [ ( "*" | "/" ) number ]   "×" is "*"
/// operand    = anchor | "standard"
/// anchor     = name [ "." guide ] "." attribute
/// guide      = "margins" | "safeArea" | "content" | "viewport" | "keyboard"
///            | "topLayoutGuide" | "bottomLayoutGuide"
/// attribute  = the 20 names of LayoutAttribute
/// priority   = number 1…1000 | "required" | "high" | "low" | "fitting"
/// ```
/// Names are those of views and guides; `resolve(identifier:knownNames:item:)`
/// looks them up. `standard` is the standard spacing. Numbers, and what they add up to, are at
/// most 10⁹ in magnitude. Expressions are equal if they say the same, wherever it stood in a text.
public struct ConstraintExpression: Hashable, Sendable {
  /// A rectangle that every view, or every scroll view or screen, has beside its own.
  public enum Guide: String, Hashable, Sendable, CaseIterable {
    /// What the layout margins leave of a view.
    case margins
    /// What the safe area leaves of a view.
    case safeArea
    /// The content of a scroll view at its full size.
    case content
    /// The frame of a scroll view, which does not scroll.
    case viewport
    /// What the keyboard covers of the screen.
    case keyboard
    /// From the top of a view to the top of its safe area; it has `top` and `bottom` only.
    case topLayoutGuide
    /// From the bottom of its safe area to the bottom of a view; it has `top` and `bottom` only.
    case bottomLayoutGuide
  }

  /// An anchor by the names as they stand in the text.
  public struct Name: Hashable, Sendable {
    /// The name of a view, or of a guide that the scene made.
    public let view: String
    /// Which of the view's guides is meant; nil for the view itself.
    public let guide: Guide?
    /// The attribute.
    public let attribute: LayoutAttribute
    let columns: ConstraintExpressionNote<Columns>

    /// Where the name starts: 1 is the first character. It takes no part in comparisons.
    public var column: Int { columns.value.view }
  }

  /// Where the parts of an anchor start.
  struct Columns: Sendable {
    var view: Int
    var guide: Int
    var attribute: Int
  }

  /// One anchor of the right side with its multiplier.
  public struct Term: Hashable, Sendable {
    /// The factor of the anchor, at most 10⁹ in magnitude.
    public let multiplier: Double
    /// What is multiplied.
    public let name: Name
  }

  /// The left side.
  public let first: Name
  /// How the sides compare.
  public let relation: Relation
  /// The anchors of the right side, in the order of the text.
  public internal(set) var terms: [Term] = []
  /// The sum of the numbers on the right side, in points, at most 10⁹ in magnitude.
  public internal(set) var constant = 0.0
  /// How many standard spacings are added to the right side: the sum of their factors.
  public internal(set) var standardSpacings = 0.0
  /// What stands behind `@`; required when nothing does.
  public internal(set) var priority = Priority.required
  let source: ConstraintExpressionNote<String>

  /// Reads a constraint of at most 1000 characters.
  ///
  /// Throws the first fault, with its column.
  public init(parsing text: String) throws(ConstraintExpressionError) {
    do throws(ConstraintExpressionFault) {
      var parser = try ConstraintExpressionParser(text)
      self = try parser.parse()
    } catch {
      throw ConstraintExpressionError(error, in: text)
    }
  }

  init(first: Name, relation: Relation, source: String) {
    self.first = first
    self.relation = relation
    self.source = ConstraintExpressionNote(source)
  }
}

extension ConstraintExpression.Name: CustomStringConvertible {
  /// The anchor as a rule writes it, `card.margins.left`.
  public var description: String {
    view + (guide.map { "." + $0.rawValue } ?? "") + "." + attribute.rawValue
  }
}

extension ConstraintExpression: CustomStringConvertible {
  /// The rule in one form for all its spellings: anchors, then standard spacings, then the number.
  ///
  /// It reads back as an equal expression, as long as it has no more than 1000 characters, which
  /// only a rule near that length can exceed.
  public var description: String {
    var sum = ""
    func add(_ number: Double, _ shown: String) {
      let minus = number < 0
      sum += sum.isEmpty ? (minus ? "-" : "") : (minus ? " - " : " + ")
      sum += shown
    }
    for term in terms { add(term.multiplier, product(term.multiplier, term.name.description)) }
    if standardSpacings != 0 { add(standardSpacings, product(standardSpacings, "standard")) }
    if constant != 0 || sum.isEmpty {
      add(constant, ConstraintExpressionText.decimal(constant.magnitude))
    }
    let sign = relation == .equal ? "=" : "\(relation)"
    let shownPriority = ConstraintExpressionText.decimal(priority.rawValue)
    return "\(first) \(sign) \(sum)" + (priority.isRequired ? "" : " @ \(shownPriority)")
  }

  /// The shorter of `0.8 * x` and `x / 1.25`, if the latter means the same number.
  private func product(_ factor: Double, _ operand: String) -> String {
    let factor = factor.magnitude
    if factor == 1 { return operand }
    let shown = ConstraintExpressionText.decimal(factor)
    let inverse = 1 / factor
    if inverse <= ConstraintExpressionScanner.numberLimit, 1 / inverse == factor {
      let divisor = ConstraintExpressionText.decimal(inverse)
      if divisor.count < shown.count { return "\(operand) / \(divisor)" }
    }
    return "\(shown) * \(operand)"
  }
}

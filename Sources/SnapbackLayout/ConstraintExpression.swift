public import SnapbackConstraints

/// A constraint in the form that scenes use, `card.width = 0.8 * screen.width - 20 @ 750`.
///
/// ```
/// constraint = anchor relation sum [ "@" priority ]
/// relation   = "=" | "==" | "<=" | "≤" | ">=" | "≥"
/// sum        = [ "+" | "-" ] product { ( "+" | "-" ) product }    "−" is "-"
/// product    = factor { ( "*" | "/" ) factor }                    "×" is "*"
/// factor     = number | metric | anchor | "standard" | "(" sum ")"
/// anchor     = name [ "." guide ] "." attribute
/// guide      = "margins" | "safeArea" | "content" | "viewport" | "keyboard"
///            | "topLayoutGuide" | "bottomLayoutGuide"
/// attribute  = the 20 names of LayoutAttribute
/// priority   = number 1…1000 | "required" | "high" | "low" | "fitting" | metric
/// ```
/// Names refer to views and guides; `resolve(identifier:knownNames:item:)` looks them up. A metric
/// is the name of a number. `standard` is the standard spacing. One side of a product, and the
/// divisor, is a number. Numbers and their sums, products and quotients are at most 10⁹ in
/// magnitude. Parentheses are at most 32 deep.
/// Positions in the source text do not affect equality.
public struct ConstraintExpression: Hashable, Sendable {
  /// A built-in rectangle of a view, a scroll view or the screen, in addition to the view's own
  /// rectangle.
  public enum Guide: String, Hashable, Sendable, CaseIterable {
    /// The view's bounds inside its layout margins.
    case margins
    /// The view's bounds inside its safe area.
    case safeArea
    /// The full content of a scroll view.
    case content
    /// The rectangle through which a scroll view shows its content. The rectangle itself does not
    /// scroll.
    case viewport
    /// The part of the screen that the keyboard covers.
    case keyboard
    /// The strip from the top of a view to the top of its safe area; has only `top` and `bottom`.
    case topLayoutGuide
    /// The strip from the bottom of a view's safe area to the view's bottom; has only `top` and
    /// `bottom`.
    case bottomLayoutGuide
  }

  /// An anchor as written in the text: the names of an item and an attribute.
  public struct Name: Hashable, Sendable {
    /// The name of a view, or of a guide that the scene declares.
    public let view: String
    /// The built-in guide of the view; nil for the view itself.
    public let guide: Guide?
    /// The attribute.
    public let attribute: LayoutAttribute
    let columns: ConstraintExpressionNote<Columns>

    /// The column where the name starts, from 1. Ignored in comparisons.
    public var column: Int { columns.value.view }
  }

  /// The columns where the parts of an anchor start.
  struct Columns: Sendable {
    var view: Int
    var guide: Int
    var attribute: Int
  }

  /// An anchor on the right side with its multiplier.
  public struct Term: Hashable, Sendable {
    /// The factor of the anchor, at most 10⁹ in magnitude.
    public let multiplier: Double
    /// The anchor that is multiplied.
    public let name: Name
  }

  /// A sum of multiples of anchors and of the standard spacing, and a number.
  struct Sum: Hashable, Sendable {
    var terms: [Term] = []
    var constant = 0.0
    var standardSpacings = 0.0

    init(constant: Double = 0) {
      self.constant = constant
    }
  }

  /// The left side.
  public let first: Name
  /// The relation between the two sides.
  public let relation: Relation
  /// The right side.
  var sum = Sum()
  /// The anchors of the right side, in the order of the text.
  public var terms: [Term] { sum.terms }
  /// The sum of the numbers on the right side, in points, at most 10⁹ in magnitude.
  public var constant: Double { sum.constant }
  /// The number of standard spacings added to the right side: the sum of their factors.
  public var standardSpacings: Double { sum.standardSpacings }
  /// The priority after `@`; required if absent.
  public internal(set) var priority = Priority.required
  let source: ConstraintExpressionNote<String>

  /// Parses a constraint of at most 1000 characters. `metrics` are the numbers that have names.
  ///
  /// Throws the first fault, with its column.
  public init(
    parsing text: String, metrics: [String: Double] = [:]
  ) throws(ConstraintExpressionError) {
    do throws(ConstraintExpressionFault) {
      var parser = try ConstraintExpressionParser(text, metrics: metrics)
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
  /// The anchor in the syntax of a rule, `card.margins.left`.
  public var description: String {
    view + (guide.map { "." + $0.rawValue } ?? "") + "." + attribute.rawValue
  }
}

extension ConstraintExpression: CustomStringConvertible {
  /// The rule in canonical form: anchors, then standard spacings, then the number.
  ///
  /// Parsing the description gives an equal expression, unless the description exceeds 1000
  /// characters. This happens only for rules near that length.
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

  /// The shorter of two forms, such as `0.8 * x` and `x / 1.25`. Uses the quotient only if it gives
  /// exactly the same number.
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

/// An error in the text of a constraint: its syntax is wrong or a name does not resolve.
public struct ConstraintExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public var text: String
  /// The expected and the actual text, on one line without a final period.
  public var message: String
  /// A suggested fix, such as `did you mean "left"?`; nil if there is none.
  public var hint: String?
  /// The column of the character at fault, from 1. One past the last character means the end of the
  /// text.
  public var column: Int

  init(_ fault: ConstraintExpressionFault, in text: String) {
    self.text = text
    message = fault.message
    hint = fault.hint
    column = fault.column
  }

  /// The message with its hint, then two lines: the text, and a caret under the fault.
  public var description: String {
    ConstraintExpressionText.report(message, hint: hint, text: text, column: column)
  }
}

/// A part of the source text that a value keeps for error messages. It does not affect equality.
struct ConstraintExpressionNote<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

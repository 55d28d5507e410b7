public import SnapbackConstraints

/// A row or column of views in Auto Layout's visual format language,
/// `|-[find]-[findNext]-[findField(>=20)]-|`.
///
/// ```
/// format     = [ ( "H" | "V" ) ":" ] [ "|" connection ] view { connection view }
///              [ connection "|" ]
/// view       = "[" name [ list ] "]"
/// connection = "" | "-" | "-" ( name | number | list ) "-"
/// list       = "(" predicate { "," predicate } ")"
/// predicate  = [ "==" | "<=" | ">=" ] sum [ "@" ( number | name ) ]
/// sum        = [ "+" | "-" ] product { ( "+" | "-" ) product }
/// product    = factor { ( "*" | "/" ) factor }
/// factor     = number | name | "(" sum ")"
/// ```
/// A name is a C identifier. Before `]` it may refer to a view or a metric, elsewhere only to a
/// metric. After `@` it is a metric, or one of `required`, `high`, `low` and `fitting`. Spaces
/// between tokens are ignored. Numbers are plain decimals of at most 10⁹, without an exponent; a
/// priority is 1…1000. Parentheses of sums are at most 32 deep. The spelling of a format does not
/// affect equality. Source: "Visual Format Language" in Apple's Auto Layout Guide; sums are an
/// extension.
public struct VisualFormat: Hashable, Sendable {
  /// An operation of arithmetic.
  public enum Operation: String, Hashable, Sendable {
    /// A sum.
    case plus = "+"
    /// A difference.
    case minus = "-"
    /// A product; one side is a number.
    case times = "*"
    /// A quotient; the divisor is a number.
    case dividedBy = "/"

    fileprivate var isProduct: Bool { self == .times || self == .dividedBy }
  }

  /// A number, a name that stands for a number, or an expression of these.
  public indirect enum Value: Hashable, Sendable {
    /// A number as written, at most 10⁹ in magnitude.
    case number(Double)
    /// The name of a metric or, in a view's list, of a view whose size is used.
    case name(String)
    /// An operation on two values.
    case operation(Value, Operation, Value)
  }

  /// A requirement on a space or on a view's size.
  public struct Predicate: Hashable, Sendable {
    /// The relation between the space or size and the object.
    public let relation: Relation
    /// The value to compare with, in points.
    public let object: Value
    /// The priority, 1…1000; nil means required.
    public let priority: Value?
    let columns: ConstraintExpressionNote<Columns>
  }

  /// The columns where the parts of a predicate start.
  struct Columns: Sendable {
    var object: Int
    var priority: Int
    /// The column where each name of the object first starts.
    var names: [String: Int] = [:]
  }

  /// The connection between two neighbors, or between the superview and the first or last view.
  public enum Connection: Hashable, Sendable {
    /// No space: the edges touch.
    case flush
    /// The standard space.
    case standard
    /// A space with at least one predicate.
    case space([Predicate])
  }

  /// A view of the format.
  public struct View: Hashable, Sendable {
    /// The name of a view or guide.
    public let name: String
    /// The requirements on the view's size along the format's axis.
    public let predicates: [Predicate]
    let nameColumn: ConstraintExpressionNote<Int>

    /// The column where the name starts, from 1. Ignored in comparisons.
    public var column: Int { nameColumn.value }
  }

  /// The axis along which the views are arranged.
  public let axis: Axis
  /// The connection from the superview to the first view; nil if the format does not start with
  /// `|`.
  public internal(set) var leading: Connection?
  /// The views in the order of the text; at least one.
  public internal(set) var views: [View]
  /// The connections between neighboring views, one fewer than there are views.
  public internal(set) var connections: [Connection] = []
  /// The connection from the last view to the superview; nil if the format does not end with `|`.
  public internal(set) var trailing: Connection?
  let source: ConstraintExpressionNote<String>

  /// Parses a format of at most 1000 characters.
  ///
  /// Throws the first fault, with its column.
  public init(parsing text: String) throws(VisualFormatError) {
    do throws(ConstraintExpressionFault) {
      var parser = try VisualFormatParser(text)
      self = try parser.parse()
    } catch {
      throw VisualFormatError(error, in: text)
    }
  }

  init(axis: Axis, leading: Connection?, first: View, source: String) {
    self.axis = axis
    self.leading = leading
    views = [first]
    self.source = ConstraintExpressionNote(source)
  }
}

extension VisualFormat: CustomStringConvertible {
  /// The format in canonical form: no spaces, no `H:`, no unnecessary parentheses.
  ///
  /// Parsing the description gives an equal format, unless the description exceeds 1000 characters.
  /// This happens only for formats near that length.
  public var description: String {
    var text = axis == .vertical ? "V:" : ""
    if let leading { text += "|\(leading)" }
    for (index, view) in views.enumerated() {
      if index > 0 { text += connections[index - 1].description }
      text += view.description
    }
    if let trailing { text += "\(trailing)|" }
    return text
  }
}

extension VisualFormat.View: CustomStringConvertible {
  /// The view in brackets, `[button(>=50)]`.
  public var description: String {
    let list = predicates.map { predicate in
      // Write `==` before a view's name, as Apple does: `[button1(==button2)]`.
      if predicate.relation == .equal, case .name = predicate.object { return "==\(predicate)" }
      return predicate.description
    }
    return "[\(name)" + (list.isEmpty ? "" : "(\(list.joined(separator: ",")))") + "]"
  }
}

extension VisualFormat.Connection: CustomStringConvertible {
  /// The connection with its hyphens; empty if the edges touch.
  public var description: String {
    switch self {
    case .flush: return ""
    case .standard: return "-"
    case .space(let predicates):
      if predicates.count == 1, let only = predicates.first, only.isSimple { return "-\(only)-" }
      return "-(\(predicates.map(\.description).joined(separator: ",")))-"
    }
  }
}

extension VisualFormat.Predicate: CustomStringConvertible {
  /// The predicate without parentheses, `>=50@750`; omits `==`.
  public var description: String {
    (relation == .equal ? "" : "\(relation)") + "\(object)" + (priority.map { "@\($0)" } ?? "")
  }

  /// Whether the predicate may appear between hyphens without parentheses.
  fileprivate var isSimple: Bool {
    guard relation == .equal, priority == nil else { return false }
    return switch object {
    case .number(let number): number >= 0
    case .name: true
    case .operation: false
    }
  }
}

extension VisualFormat.Value: CustomStringConvertible {
  /// The number in plain decimal, the name, or the expression with as few parentheses as possible.
  public var description: String {
    switch self {
    case .number(let number): return ConstraintExpressionText.decimal(number)
    case .name(let name): return name
    case .operation(let left, let operation, let right):
      let isProduct = operation.isProduct
      return left.shown(inParentheses: isProduct && left.isSum) + operation.rawValue
        + right.shown(
          inParentheses: right.isSum || right.isNegative || isProduct && right.isOperation)
    }
  }

  private func shown(inParentheses: Bool) -> String {
    inParentheses ? "(\(description))" : description
  }

  private var isOperation: Bool { if case .operation = self { true } else { false } }

  private var isSum: Bool {
    if case .operation(_, let operation, _) = self { !operation.isProduct } else { false }
  }

  /// Whether the text begins with a minus sign.
  private var isNegative: Bool {
    switch self {
    case .number(let number): number < 0
    case .name: false
    case .operation(let left, _, _): left.isNegative
    }
  }

  /// The names in the value, from left to right.
  var names: [String] {
    switch self {
    case .number: []
    case .name(let name): [name]
    case .operation(let left, _, let right): left.names + right.names
    }
  }
}

/// An error in the text of a visual format: its syntax is wrong or a name does not resolve.
public struct VisualFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public var text: String
  /// The expected and the actual text, on one line without a final period.
  public var message: String
  /// A suggested fix, such as `did you mean "button"?`; nil if there is none.
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

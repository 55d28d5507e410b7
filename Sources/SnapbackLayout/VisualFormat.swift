public import SnapbackConstraints

/// A row or column of views as Auto Layout's visual format language draws it,
/// `|-[find]-[findNext]-[findField(>=20)]-|`.
///
/// ```
/// format     = [ ( "H" | "V" ) ":" ] [ "|" connection ] view { connection view }
///              [ connection "|" ]
/// view       = "[" name [ list ] "]"
/// connection = "" | "-" | "-" ( name | number | list ) "-"
/// list       = "(" predicate { "," predicate } ")"
/// predicate  = [ "==" | "<=" | ">=" ] ( [ "-" ] number | name ) [ "@" ( number | name ) ]
/// ```
/// A name is a C identifier. Before `]` it may stand for a view or a metric, elsewhere for a
/// metric. Spaces between tokens do not count. Numbers are plain decimals of at most 10⁹, without
/// an exponent; a priority is 1…1000. Formats are equal if they say the same, however they were
/// written. Source: "Visual Format Language" in Apple's Auto Layout Guide.
public struct VisualFormat: Hashable, Sendable {
  /// A number, or the name that stands for it.
  public enum Value: Hashable, Sendable {
    /// A number as written, at most 10⁹ in magnitude.
    case number(Double)
    /// A metric, or in a view's list the view whose size is meant.
    case name(String)
  }

  /// One demand on a space or on a view's size.
  public struct Predicate: Hashable, Sendable {
    /// How the space or size compares with the object.
    public let relation: Relation
    /// What it is compared with, in points.
    public let object: Value
    /// How much it matters, 1…1000; nil is required.
    public let priority: Value?
    let columns: ConstraintExpressionNote<Columns>
  }

  /// Where the parts of a predicate start.
  struct Columns: Sendable {
    var object: Int
    var priority: Int
  }

  /// What is between two neighbours, or between the superview and the first or last view.
  public enum Connection: Hashable, Sendable {
    /// Nothing: the edges meet.
    case flush
    /// The standard space.
    case standard
    /// A space with at least one demand.
    case space([Predicate])
  }

  /// A view between its connections.
  public struct View: Hashable, Sendable {
    /// The name of a view or guide.
    public let name: String
    /// What its size along the format's axis has to be.
    public let predicates: [Predicate]
    let nameColumn: ConstraintExpressionNote<Int>

    /// Where the name starts: 1 is the first character. It takes no part in comparisons.
    public var column: Int { nameColumn.value }
  }

  /// The direction in which the views stand.
  public let axis: Axis
  /// What is between the superview and the first view; nil if the format does not start with `|`.
  public internal(set) var leading: Connection?
  /// The views in the order of the text; at least one.
  public internal(set) var views: [View]
  /// What is between each view and the next: one less than there are views.
  public internal(set) var connections: [Connection] = []
  /// What is between the last view and the superview; nil if the format does not end with `|`.
  public internal(set) var trailing: Connection?
  let source: ConstraintExpressionNote<String>

  /// Reads a format of at most 1000 characters.
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
  /// The format in one form for all its spellings: no spaces, no `H:`, no parentheses without need.
  ///
  /// It reads back as an equal format, as long as it has no more than 1000 characters, which only
  /// a format near that length can exceed.
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
  /// The view in its brackets, `[button(>=50)]`.
  public var description: String {
    let list = predicates.map { predicate in
      // An equal size is written as Apple writes it, with the sign: [button1(==button2)].
      if predicate.relation == .equal, case .name = predicate.object { return "==\(predicate)" }
      return predicate.description
    }
    return "[\(name)" + (list.isEmpty ? "" : "(\(list.joined(separator: ",")))") + "]"
  }
}

extension VisualFormat.Connection: CustomStringConvertible {
  /// The connection with its hyphens; nothing for edges that meet.
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
  /// The predicate without parentheses, `>=50@750`; `==` is left out.
  public var description: String {
    (relation == .equal ? "" : "\(relation)") + "\(object)" + (priority.map { "@\($0)" } ?? "")
  }

  /// Whether it may stand between hyphens without parentheses.
  fileprivate var isSimple: Bool {
    guard relation == .equal, priority == nil else { return false }
    if case .number(let number) = object { return number >= 0 }
    return true
  }
}

extension VisualFormat.Value: CustomStringConvertible {
  /// The number in plain decimal, or the name.
  public var description: String {
    switch self {
    case .number(let number): ConstraintExpressionText.decimal(number)
    case .name(let name): name
    }
  }
}

import SnapbackConstraints

/// A sequence of constraint systems as a file describes it.
struct Workload {
  /// A constraint as written: Σ coefficient · variable + constant, compared with 0.
  struct Row {
    var priority: Priority
    var relation: Relation
    var constant: Double
    var terms: [(coefficient: Double, variable: Int)]
    var isActive: Bool
  }

  /// One change before a frame is solved.
  enum Change {
    /// Sets the constant of the row to minus the value, which pulls the row's variable there.
    case set(row: Int, value: Double)
    case activate(row: Int)
    case deactivate(row: Int)
  }

  /// A set of changes, followed by one solve and by reading every variable.
  struct Frame {
    var label: Int
    var changes: [Change]
  }

  var variableCount = 0
  /// The file's constraints, then one `variable - value == 0` for each of its edit variables.
  var rows: [Row] = []
  /// The frames in order; there is at least one.
  var frames: [Frame] = []
  /// The names of the kinds of frames, in the order in which they first occur.
  var labels: [String] = []
}

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
    case setConstant(row: Int, constant: Double)
    case activate(row: Int)
    case deactivate(row: Int)
    case rank(row: Int, priority: Priority)
    /// Adds the row, which follows all rows before it.
    case add(row: Int)
    case remove(row: Int)

    var isAddition: Bool { if case .add = self { true } else { false } }
  }

  /// A set of changes, followed by one solve and by reading every variable.
  struct Frame {
    var label: Int
    var changes: [Change]
  }

  var variableCount = 0
  /// The file's constraints, then one `variable - value == 0` for each of its edit variables, then
  /// the constraints that are added later.
  var rows: [Row] = []
  /// The number of rows that the first frame has.
  var initialCount = 0
  /// Whether free variables keep their last values.
  var keepsValues = false
  /// The frames in order; there is at least one.
  var frames: [Frame] = []
  /// The names of the kinds of frames, in the order in which they first occur.
  var labels: [String] = []
}

public import SnapbackBasics

/// The frames of a replay that a person has checked, with which later replays are compared; see
/// `docs/replay-tests.md`.
///
/// A row is a frame in which at least one number changed. The numbers are constant until the next
/// row.
public struct Golden: Sendable, Equatable {
  /// A frame in which at least one number changed.
  public struct Row: Sendable, Equatable {
    /// The frame's index on the grid.
    public var index: UInt64
    /// The numbers, one per column.
    public var numbers: [Double]
  }

  /// Frames per second.
  public var rate: Double
  /// The columns, such as `card.translation.x`.
  public var columns: [String]
  /// The rows in order of time; the first is frame 0.
  public var rows: [Row]

  /// The largest rounding error of a stored number, because numbers are stored to a thousandth.
  static let rounding = 0.0005

  init(rate: Double, columns: [String], rows: [Row]) {
    self.rate = rate
    self.columns = columns
    self.rows = rows
  }

  /// Makes a golden from a replay, with the numbers in `values`, or with all numbers that change if
  /// `values` is nil.
  public init(_ trace: CaseTrace, values: [ViewValue]?) {
    let values = values ?? Self.changing(trace)
    var columns: [[CaseTrace.SeenValue]] = []
    for value in values {
      columns.append(trace.values(value, from: .zero, to: .distantFuture))
    }
    var places = columns.map { _ in 0 }
    var rows: [Row] = []
    // Include the start even when nothing changes, and, for ``ViewProperty/step``, the frame after
    // each value.
    var indices: Set<UInt64> = [0]
    for (value, seen) in zip(values, columns) {
      indices.formUnion(seen.map(\.index))
      if value.property == .step { indices.formUnion(seen.map { $0.index + 1 }) }
    }
    for index in indices.sorted() {
      for (column, seen) in columns.enumerated() {
        while places[column] + 1 < seen.count, seen[places[column] + 1].index <= index {
          places[column] += 1
        }
      }
      let numbers = columns.enumerated().map { column, seen in
        guard seen.indices.contains(places[column]) else { return 0.0 }
        let shown = seen[places[column]]
        // A step applies to one frame only.
        let isPast = values[column].property == .step && shown.index != index
        return isPast ? 0 : Self.kept(shown.value)
      }
      if rows.last?.numbers != numbers { rows.append(Row(index: index, numbers: numbers)) }
    }
    self.init(rate: trace.rate, columns: values.map(\.description), rows: rows)
  }

  /// Returns a number rounded as it is stored.
  private static func kept(_ value: Double) -> Double {
    guard value.magnitude < 9e12 else { return value }
    let kept = (value * 1000).rounded() / 1000
    return kept == 0 ? 0 : kept
  }

  /// Returns the numbers whose stored values change, in the order of the views in the scene.
  private static func changing(_ trace: CaseTrace) -> [ViewValue] {
    var values: [ViewValue] = []
    for (view, samples) in zip(trace.views, trace.samples) where samples.count > 1 {
      for property in ViewProperty.independent {
        let seen = samples.map { kept(property.value(of: $0.state, $0.look, after: $0.state)) }
        let changes = seen.contains { $0 != seen[0] }
        if changes { values.append(ViewValue(view: view, property: property)) }
      }
    }
    return values
  }

  /// Returns the time of the row with a frame index.
  public func time(of index: UInt64) -> Instant {
    FrameSchedule(origin: .zero, rate: rate).time(ofFrame: index)
  }
}

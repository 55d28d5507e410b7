public import SnapbackTiming

/// Frames that were looked at and found right, to be compared with; `docs/replay-tests.md`.
///
/// A row is a frame in which one of the numbers changed; until the next row all stay as they are.
public struct Golden: Sendable, Equatable {
  /// A frame.
  public struct Row: Sendable, Equatable {
    /// The frame's place on the grid.
    public var index: UInt64
    /// The numbers, a column each.
    public var numbers: [Double]
  }

  /// Frames per second.
  public var rate: Double
  /// The columns, such as `card.translation.x`.
  public var columns: [String]
  /// The rows in the order of time; the first is that of frame 0.
  public var rows: [Row]

  /// Numbers are kept to a thousandth, so what was read may be off by half of one.
  static let rounding = 0.0005

  init(rate: Double, columns: [String], rows: [Row]) {
    self.rate = rate
    self.columns = columns
    self.rows = rows
  }

  /// The frames of a replay: of `values`, or of all numbers that change.
  public init(_ trace: CaseTrace, values: [ViewValue]?) {
    let values = values ?? Self.changing(trace)
    var columns: [[CaseTrace.SeenValue]] = []
    for value in values {
      columns.append(trace.values(value, from: .zero, to: .distantFuture))
    }
    var places = columns.map { _ in 0 }
    var rows: [Row] = []
    // The start is there, also when nothing changes, and where a step is over.
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
        // A step is of one frame only.
        let isPast = values[column].property == .step && shown.index != index
        return isPast ? 0 : Self.kept(shown.value)
      }
      if rows.last?.numbers != numbers { rows.append(Row(index: index, numbers: numbers)) }
    }
    self.init(rate: trace.rate, columns: values.map(\.description), rows: rows)
  }

  /// A number as it is kept.
  private static func kept(_ value: Double) -> Double {
    guard value.magnitude < 9e12 else { return value }
    let kept = (value * 1000).rounded() / 1000
    return kept == 0 ? 0 : kept
  }

  /// The numbers that change by what is kept, in the order of the scene.
  private static func changing(_ trace: CaseTrace) -> [ViewValue] {
    var values: [ViewValue] = []
    for (view, samples) in zip(trace.views, trace.samples) where samples.count > 1 {
      for property in ViewProperty.independent {
        let start = samples.first.map { kept(property.value(of: $0.state, after: $0.state)) }
        let changes = samples.contains {
          kept(property.value(of: $0.state, after: $0.state)) != start
        }
        if changes { values.append(ViewValue(view: view, property: property)) }
      }
    }
    return values
  }

  /// The time of a row.
  public func time(of index: UInt64) -> Instant {
    FrameSchedule(origin: .zero, rate: rate).time(ofFrame: index)
  }
}

import SnapbackDocument

/// A column in which a replay differs from its golden.
public struct GoldenDifference: Sendable {
  /// The column, such as `card.translation.x`.
  public var column: String
  /// The first frame in which the column differs.
  public var first: UInt64
  /// The frame in which the column differs most.
  public var worst: UInt64
  /// The golden's number in that frame.
  public var expected: Double
  /// The replay's number in that frame.
  public var seen: Double
  /// The number of frames in which the column differs.
  public var count: Int
}

/// Compares two goldens.
extension Golden {
  /// Returns the columns in which `seen` differs from this golden by more than `tolerance`. Columns
  /// of this golden come first.
  ///
  /// A column that only one of the two goldens has is compared with its own first row, because a
  /// number without a column does not change.
  public func differences(from seen: Golden, tolerance: Double) -> [GoldenDifference] {
    let indices = Set((rows + seen.rows).map(\.index)).sorted()
    let others = seen.columns.filter { !columns.contains($0) }
    return (columns + others).compactMap { column in
      let (own, other) = (track(column, indices), seen.track(column, indices))
      let wanted = own ?? Array(repeating: other?.first ?? 0, count: indices.count)
      let found = other ?? Array(repeating: own?.first ?? 0, count: indices.count)
      return Self.difference(column, indices, wanted, found, tolerance + Self.rounding)
    }
  }

  /// Returns the numbers in a column at each of `indices`; nil when the column does not exist.
  private func track(_ column: String, _ indices: [UInt64]) -> [Double]? {
    guard let place = columns.firstIndex(of: column) else { return nil }
    var next = 0
    var number = rows.first?.numbers[place] ?? 0
    return indices.map { index in
      while next < rows.count, rows[next].index <= index {
        number = rows[next].numbers[place]
        next += 1
      }
      return number
    }
  }

  private static func difference(
    _ column: String, _ indices: [UInt64], _ wanted: [Double], _ found: [Double], _ limit: Double
  ) -> GoldenDifference? {
    var result: GoldenDifference?
    var most = limit
    for (place, index) in indices.enumerated() {
      let distance = (wanted[place] - found[place]).magnitude
      guard !(distance <= limit) else { continue }
      var known =
        result
        ?? GoldenDifference(
          column: column, first: index, worst: index, expected: wanted[place],
          seen: found[place], count: 0)
      known.count += 1
      if distance > most || distance.isNaN {
        most = distance.isNaN ? .infinity : distance
        (known.worst, known.expected, known.seen) = (index, wanted[place], found[place])
      }
      result = known
    }
    return result
  }
}

extension ReplayCase {
  /// Compares the frames with the golden. Returns the failure; nil when the frames match, or when
  /// the case has no golden.
  func failure(of trace: CaseTrace, golden: Golden?) -> CaseFailure? {
    guard let reference = self.golden else { return nil }
    let file = reference.file.path
    let expected = "the frames of \(file) ± \(CaseNumber.short(reference.tolerance))"
    let position = reference.file.node.position
    guard let golden else {
      return CaseFailure(
        position: position, expected: expected,
        seen: ["the file does not exist yet: --update writes it"], subject: .nothing)
    }
    let seen = Golden(trace, values: reference.values)
    guard golden.rate == seen.rate else {
      let rates = "\(CaseNumber.short(seen.rate)), not \(CaseNumber.short(golden.rate))"
      return CaseFailure(
        position: position, expected: expected,
        seen: ["the case has \(rates) frames per second: --update rewrites it"],
        subject: .nothing)
    }
    let differences = golden.differences(from: seen, tolerance: reference.tolerance)
    guard !differences.isEmpty else { return nil }
    let lines = differences.prefix(4).map { difference in
      let (wanted, found) = (
        CaseNumber.short(difference.expected), CaseNumber.short(difference.seen)
      )
      let place = trace.place(golden.time(of: difference.worst), frame: difference.worst)
      let rows = "\(difference.count) row\(difference.count == 1 ? "" : "s")"
      return "\(difference.column) differs in \(rows) from frame "
        + "\(difference.first) on: \(found) instead of \(wanted) \(place)"
    }
    let rest = differences.count > 4 ? ["and \(differences.count - 4) more columns"] : []
    return CaseFailure(
      position: position, expected: expected, seen: lines + rest,
      subject: .golden(golden, differences))
  }
}

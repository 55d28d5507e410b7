/// The result of a layout pass.
public struct LayoutReport: Hashable, Sendable {
  /// Required constraints that cannot all be satisfied.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the constraint that yields.
    public var victim: String
    /// The identifiers of the constraints that the victim contradicts. Empty if its attributes
    /// cancel and its numbers alone contradict each other, as in `screen.left = 10`.
    public var others: [String]

    /// The conflict on one line: the constraint that yields and those that it contradicts.
    public var description: String {
      guard !others.isEmpty else {
        return "constraint \"\(victim)\" gives way: its attributes cancel, and its numbers "
          + "contradict each other; relate other attributes, or remove it"
      }
      return "constraint \"\(victim)\" gives way: it contradicts \(LayoutReport.list(others))"
    }
  }

  /// The conflicts, one for each constraint that yields; usually empty.
  public var conflicts: [Conflict]
  /// The constraints that were omitted because of their numbers: these, or the products of
  /// multipliers along a chain of constraints, are out of the solver's range.
  public var setAside: [String]
  /// Whether the solution is known to be optimal. False if ``LayoutTree/workLimit`` ended the
  /// search, or if rounding errors in a large dense system prevented a proof.
  public var isOptimal: Bool
  /// The constraints that the layout may violate more than necessary. Empty if the solution is
  /// known to be optimal.
  public var unverified: [String]
  /// The views whose margins, safe areas or texts still changed in the last round of the pass.
  public var unsettled: [String]

  init(
    conflicts: [Conflict] = [], setAside: [String] = [], isOptimal: Bool = true,
    unverified: [String] = [], unsettled: [String] = []
  ) {
    self.conflicts = conflicts
    self.setAside = setAside
    self.isOptimal = isOptimal
    self.unverified = unverified
    self.unsettled = unsettled
  }

  /// Makes a report of a pass without problems.
  public init() {
    self.init(conflicts: [])
  }

  /// The warning that the solution is not known to be optimal, with the constraints in
  /// ``unverified``; nil if the solution is known to be optimal.
  public var doubt: String? {
    if isOptimal { return nil }
    return "the layout may not be optimal: the solver could not prove it within its limits"
      + (unverified.isEmpty ? "" : "; it may violate \(Self.list(unverified)) more than necessary")
  }

  /// The names in quotes. Names beyond the first 20 are only counted.
  private static func list(_ names: [String]) -> String {
    let most = 20
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return names.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ") + more
  }

  /// Warnings for the user, one line each; usually empty.
  public var warnings: [String] {
    var lines = conflicts.map(\.description)
    lines += setAside.map {
      "constraint \"\($0)\" is ignored: its numbers exceed the range of computation"
    }
    if let doubt { lines.append(doubt) }
    lines += unsettled.map {
      "view \"\($0)\" does not settle: its size depends on margins or text that depend on it"
    }
    return lines
  }
}

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
      let most = 20
      let more = others.count > most ? " and \(others.count - most) more" : ""
      let names = others.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ") + more
      return "constraint \"\(victim)\" gives way: it contradicts \(names)"
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
  /// The views whose margins, safe areas or texts still changed in the last round of the pass.
  public var unsettled: [String]

  init(
    conflicts: [Conflict] = [], setAside: [String] = [], isOptimal: Bool = true,
    unsettled: [String] = []
  ) {
    self.conflicts = conflicts
    self.setAside = setAside
    self.isOptimal = isOptimal
    self.unsettled = unsettled
  }

  /// Makes a report of a pass without problems.
  public init() {
    self.init(conflicts: [])
  }

  /// Warnings for the user, one line each; usually empty.
  public var warnings: [String] {
    conflicts.map(\.description)
      + setAside.map {
        "constraint \"\($0)\" is ignored: its numbers exceed the range of computation"
      }
      + (isOptimal
        ? []
        : ["the layout may not be optimal: the solver could not prove it within its limits"])
      + unsettled.map {
        "view \"\($0)\" does not settle: its size depends on margins or text that depend on it"
      }
  }
}

/// What a layout pass has to say.
public struct LayoutReport: Hashable, Sendable {
  /// Required constraints that cannot all hold.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    /// The one that gives way, by identifier.
    public var victim: String
    /// Those that it contradicts.
    public var others: [String]

    /// One line: who gives way to whom.
    public var description: String {
      let most = 20
      let more = others.count > most ? " and \(others.count - most) more" : ""
      let names = others.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ") + more
      return "constraint \"\(victim)\" gives way: it contradicts \(names)"
    }
  }

  /// The conflicts, one for each constraint that gives way; empty as a rule.
  public var conflicts: [Conflict]
  /// Constraints left out because their numbers, or multipliers chained through others, exceed
  /// what doubles hold.
  public var setAside: [String]
  /// Whether the constraints are satisfied as well as can be; false when ``LayoutTree/workLimit``
  /// ended the search, or rounding in a large dense system kept the solver from showing it.
  public var isOptimal: Bool
  /// Views whose margins, safe areas or texts still changed in the last round of the pass.
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

  /// A report of a pass in which everything held.
  public init() {
    self.init(conflicts: [])
  }

  /// What there is to tell a person, a line each; empty as a rule.
  public var warnings: [String] {
    conflicts.map(\.description)
      + setAside.map {
        "constraint \"\($0)\" is left out: its numbers are beyond what can be computed with"
      }
      + (isOptimal
        ? []
        : ["the constraints may not be satisfied as well as they could be: to tell takes too long"])
      + unsettled.map {
        "view \"\($0)\" does not settle: its size depends on margins or text that depend on it"
      }
  }
}

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
      let names = others.map { "\"\($0)\"" }.joined(separator: ", ")
      return "constraint \"\(victim)\" gives way: it contradicts \(names)"
    }
  }

  /// The conflicts, one for each constraint that gives way; empty as a rule.
  public var conflicts: [Conflict]
  /// Constraints left out because multipliers chained through others exceed what doubles hold.
  public var setAside: [String]
}

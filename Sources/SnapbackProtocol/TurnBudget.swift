/// How much of what one client asks is done in one turn of the loop.
///
/// A client that asks without end is heard in turn with all others.
public struct TurnBudget: Sendable {
  private var requests = ProtocolLimits.requestsPerTurn
  private var bytes = ProtocolLimits.requestBytesPerTurn

  /// The whole budget of a turn.
  public init() {}

  /// Whether another request may be taken.
  public var isOpen: Bool { requests > 0 && bytes > 0 }

  /// Takes a request of so many bytes from the budget.
  public mutating func spend(bytes count: Int) {
    requests -= 1
    bytes -= min(max(0, count), ProtocolLimits.message)
  }
}

/// The client that a command comes from.
public struct Requester: Hashable, Sendable {
  /// The id of the client, which identifies the transactions that it began.
  public var client: UInt64
  /// Whether the client has the higher limits of scene files instead of ``ControlLimits``.
  public var isTrusted: Bool

  /// Creates a requester from a client's id.
  public init(client: UInt64, isTrusted: Bool) {
    self.client = client
    self.isTrusted = isTrusted
  }
}

/// The client that a command comes from.
public struct Requester: Hashable, Sendable {
  /// Its number; transactions that it began are known by it.
  public var client: UInt64
  /// Whether it may ask for as much as a scene file, beyond ``ControlLimits``.
  public var isTrusted: Bool

  /// A client by its number.
  public init(client: UInt64, isTrusted: Bool) {
    self.client = client
    self.isTrusted = isTrusted
  }
}

/// A device that was added or removed.
public struct DeviceChange: Hashable, Sendable {
  /// The direction of the change.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The device was removed.
    case removed
    /// The device was present when the client connected, or was added.
    case added
  }

  /// The id of the device, constant until it is removed.
  public var id: UInt64
  /// Whether it was added or removed.
  public var phase: Phase
  /// Its name, as the device reports it.
  public var name: String
  /// The kind of device, such as "touchscreen".
  public var kind: String

  /// Creates a change.
  public init(id: UInt64, phase: Phase, name: String, kind: String) {
    self.id = id
    self.phase = phase
    self.name = name
    self.kind = kind
  }
}

/// A set of permissions of a client.
///
/// Roles are independent: no role implies another. The bits are those of the binary `welcome`.
public struct Role: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set of roles from its bits. Unknown bits are kept.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  // generated: roles
  /// Receives the scene: snapshots, frames, segments, layout, ends of transactions, devices.
  public static let view = Role(rawValue: 1 << 0)
  /// Receives gestures, contacts and decisions about input.
  public static let viewTouches = Role(rawValue: 1 << 1)
  /// Changes the scene.
  public static let control = Role(rawValue: 1 << 2)
  /// Injects touches.
  public static let inject = Role(rawValue: 1 << 3)

  /// All roles.
  public static let all: Role = [.view, .viewTouches, .control, .inject]

  /// Each role with its name, in the order of the bits.
  public static let named: [(name: String, role: Role)] = [
    ("view", .view), ("view-touches", .viewTouches), ("control", .control), ("inject", .inject),
  ]
  // end of generated

  /// Creates the role with a name in configurations and messages; nil if the name is unknown.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.role
  }

  /// Creates the set of the roles with these names. Unknown names are ignored.
  init(names: [String]) {
    self = []
    for name in names { formUnion(Role(name: name) ?? []) }
  }

  /// The names of these roles, in the order of their bits.
  public var names: [String] { Self.named.filter { contains($0.role) }.map(\.name) }
}

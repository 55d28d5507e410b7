import SnapbackLinux
import SnapbackProtocol

/// The user, the roles and the limits of a client.
struct ClientIdentity {
  /// The user, groups and process of the client; nil if the kernel does not report them.
  let peer: PeerCredentials?
  /// The roles of the client.
  let roles: Role
  /// Whether the client has the higher limits that apply to scene files.
  let isTrusted: Bool
}

import Glibc
import Logging
import SnapbackLinux
import SnapbackProtocol

/// The rights of clients: the access rules of the configuration, with user and group names resolved
/// to ids.
struct ClientAccess: Sendable {
  private var policy: AccessPolicy
  /// The id of the user as which the daemon runs.
  private let owner = getuid()

  /// Resolves the names in the rules once. Logs a warning for each unknown name.
  init(_ policy: AccessPolicy, log: Logger) {
    self.policy = policy
    let unknown = self.policy.resolve(
      user: { PeerCredentials.user(named: $0) }, group: { PeerCredentials.group(named: $0) })
    for subject in unknown {
      let who =
        switch subject {
        case .user(let name): "user \"\(name)\""
        case .group(let name): "group \"\(name)\""
        case .uid(let number), .gid(let number): "\(number)"
        }
      log.warning("\"access\" has a rule for the unknown \(who); it applies to no client")
    }
  }

  /// The roles of a client. Empty if the kernel does not report the client's user.
  func roles(of peer: PeerCredentials?) -> Role {
    guard let peer else { return [] }
    return policy.roles(
      uid: peer.user, gid: peer.groups.first ?? AccessPolicy.unknownID,
      groups: Array(peer.groups.dropFirst()), owner: owner)
  }

  /// Whether a client has the higher limits that apply to scene files.
  func isTrusted(_ peer: PeerCredentials?) -> Bool {
    guard let peer else { return false }
    return policy.isTrusted(
      uid: peer.user, gid: peer.groups.first ?? AccessPolicy.unknownID,
      groups: Array(peer.groups.dropFirst()), owner: owner)
  }
}

import Glibc
import Logging
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol

/// Who may do what: the configuration's rules with the names of users and groups looked up.
struct ClientAccess: Sendable {
  private var policy: AccessPolicy
  /// Who the daemon runs as.
  private let owner = getuid()

  /// The rules as the system's names are now; names that nobody has are logged.
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
      log.warning("\"access\" has a rule for the \(who), who is unknown; it is for nobody")
    }
  }

  /// What a client may do; nothing where the kernel does not say who it is.
  func roles(of peer: PeerCredentials?) -> Role {
    guard let peer else { return [] }
    return policy.roles(
      uid: peer.user, gid: peer.groups.first ?? AccessPolicy.unknownID,
      groups: Array(peer.groups.dropFirst()), owner: owner)
  }

  /// Whether a client has the limits of scene files.
  func isTrusted(_ peer: PeerCredentials?) -> Bool {
    guard let peer else { return false }
    return policy.isTrusted(
      uid: peer.user, gid: peer.groups.first ?? AccessPolicy.unknownID,
      groups: Array(peer.groups.dropFirst()), owner: owner)
  }
}

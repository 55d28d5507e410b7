import CSnapbackLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel knew it when it connected.
public struct PeerCredentials: Hashable, Sendable {
  /// The process.
  public let process: UInt32
  /// The user.
  public let user: UInt32
  /// The group, and the groups besides where the kernel tells them (since 4.13).
  public let groups: [UInt32]

  /// What the kernel says of the peer of a connected socket; nil when it says nothing.
  init?(of socket: Int32) {
    var peer = snapback_peer()
    guard snapback_get_peer(socket, &peer) == 0 else { return nil }
    var others = [UInt32](repeating: 0, count: Self.groupLimit)
    let count = snapback_get_peer_groups(socket, &others, Int32(clamping: Self.groupLimit))
    process = peer.process
    user = peer.user
    groups = [peer.group] + others.prefix(max(0, Int(count))).filter { $0 != peer.group }
  }

  /// The most groups that a process can be in is 65536; a policy that names one past these is one
  /// that names it by another group.
  private static let groupLimit = 256

  /// The number of the user with a name; nil when there is none.
  public static func user(named name: String) -> UInt32? {
    getpwnam(name)?.pointee.pw_uid
  }

  /// The number of the group with a name; nil when there is none.
  public static func group(named name: String) -> UInt32? {
    getgrnam(name)?.pointee.gr_gid
  }
}

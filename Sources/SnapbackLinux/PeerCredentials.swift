import CSnapbackLinux
import Glibc

/// The process, user and groups at the other end of a Unix socket, as of the time of the
/// connection.
public struct PeerCredentials: Hashable, Sendable {
  /// The ID of the process.
  public let process: UInt32
  /// The ID of the user.
  public let user: UInt32
  /// The IDs of the primary group and, if the kernel reports them (since 4.13), of the other
  /// groups.
  public let groups: [UInt32]

  /// Reads the credentials of the peer of a connected socket. Nil if the kernel does not report
  /// them.
  init?(of socket: Int32) {
    var peer = snapback_peer()
    guard snapback_get_peer(socket, &peer) == 0 else { return nil }
    var others = [UInt32](repeating: 0, count: 256)
    func read() -> Int {
      Int(clamping: snapback_get_peer_groups(socket, &others, Int32(clamping: others.count)))
    }
    var count = read()
    if count > others.count {
      others = [UInt32](repeating: 0, count: count)
      count = read()
    }
    process = peer.process
    user = peer.user
    groups = [peer.group] + others.prefix(count).filter { $0 != peer.group }
  }

  /// The ID of the user with a name; nil if there is no such user.
  public static func user(named name: String) -> UInt32? {
    getpwnam(name)?.pointee.pw_uid
  }

  /// The ID of the group with a name; nil if there is no such group.
  public static func group(named name: String) -> UInt32? {
    getgrnam(name)?.pointee.gr_gid
  }
}

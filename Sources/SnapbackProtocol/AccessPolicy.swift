public import SnapbackFrames

/// Who may do what: which user or group has which roles.
///
/// The daemon's own user and root may do everything. For everybody else the last rule that
/// applies decides, with exactly its roles; without one it is ``defaultRoles``. So a rule can also
/// take away, and an empty list of roles shuts somebody out.
public struct AccessPolicy: Equatable, Sendable {
  /// Whom a rule is about.
  public enum Subject: Hashable, Sendable {
    /// A user by name, until it is resolved.
    case user(String)
    /// A user by number.
    case uid(UInt32)
    /// A group by name, until it is resolved.
    case group(String)
    /// A group by number; its members have it as their first group or as a further one.
    case gid(UInt32)
  }

  /// What somebody may do.
  public struct Rule: Hashable, Sendable {
    /// Whom it is about.
    public var subject: Subject
    /// What they may do.
    public var roles: Role
    /// Whether they may ask for as much as a scene file; see
    /// ``AccessPolicy/isTrusted(uid:gid:groups:owner:)``.
    public var isTrusted: Bool

    /// Makes a rule.
    public init(_ subject: Subject, _ roles: Role, isTrusted: Bool = false) {
      self.subject = subject
      self.roles = roles
      self.isTrusted = isTrusted
    }
  }

  /// What users may do that no rule is about.
  public var defaultRoles: Role
  /// The rules; later ones override.
  public var rules: [Rule]

  /// The most rules.
  public static let ruleLimit = 1000

  /// The number that the kernel gives for a user that it cannot name.
  ///
  /// In a user namespace (`PrivateUsers=` of a service) everybody outside has it
  /// (/proc/sys/kernel/overflowuid, user_namespaces(7)), so it never says who somebody is: it
  /// counts as nobody's own, and no rule is about it.
  public static let unknownID: UInt32 = 65_534

  /// The policy without a configuration: everybody else may look.
  public init(defaultRoles: Role = .view, rules: [Rule] = []) {
    self.defaultRoles = defaultRoles
    self.rules = rules
  }

  /// What a client may do.
  ///
  /// Rules by name that were not resolved apply to nobody. O(rules · groups).
  ///
  /// - Parameters:
  ///   - uid: the client's user, as SO_PEERCRED gives it.
  ///   - gid: its first group.
  ///   - groups: its further groups, as SO_PEERGROUPS gives them.
  ///   - owner: the daemon's own user.
  public func roles(
    uid: UInt32, gid: UInt32, groups: [UInt32] = [], owner: UInt32
  ) -> Role {
    if Self.isOwner(uid, owner) { return .all }
    return decisiveRule(uid, gid, groups)?.roles ?? defaultRoles
  }

  /// Whether a client has the limits of scene files in place of those of clients.
  ///
  /// Root and the daemon's own user have them, and every user whose decisive rule says `trusted`.
  /// The parameters are those of ``roles(uid:gid:groups:owner:)``.
  public func isTrusted(
    uid: UInt32, gid: UInt32, groups: [UInt32] = [], owner: UInt32
  ) -> Bool {
    Self.isOwner(uid, owner) || decisiveRule(uid, gid, groups)?.isTrusted == true
  }

  private static func isOwner(_ uid: UInt32, _ owner: UInt32) -> Bool {
    uid == 0 || (uid == owner && uid != unknownID)
  }

  /// The last rule that is about a client.
  private func decisiveRule(_ uid: UInt32, _ gid: UInt32, _ groups: [UInt32]) -> Rule? {
    rules.last { rule in
      switch rule.subject {
      case .user, .group: false
      case .uid(let id): id == uid && id != Self.unknownID
      case .gid(let id): (id == gid || groups.contains(id)) && id != Self.unknownID
      }
    }
  }

  /// Puts numbers in the place of names, and tells which names nobody has.
  ///
  /// A rule about an unknown name stays and applies to nobody.
  public mutating func resolve(
    user: (String) -> UInt32?, group: (String) -> UInt32?
  ) -> [Subject] {
    var unknown: [Subject] = []
    for index in rules.indices {
      let subject = rules[index].subject
      let resolved: Subject? =
        switch subject {
        case .user(let name): user(name).map { .uid($0) }
        case .group(let name): group(name).map { .gid($0) }
        case .uid, .gid: subject
        }
      if let resolved { rules[index].subject = resolved } else { unknown.append(subject) }
    }
    return unknown
  }
}

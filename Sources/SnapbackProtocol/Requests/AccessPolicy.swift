/// The access policy: the roles of users and groups.
///
/// The daemon's own user and root have all roles. For any other client, the last rule that applies
/// determines the roles; if no rule applies, the client has ``defaultRoles``. So a rule can also
/// remove roles, and a rule with an empty list of roles denies access.
public struct AccessPolicy: Equatable, Sendable {
  /// The user or group that a rule applies to.
  public enum Subject: Hashable, Sendable {
    /// A user by name, until it is resolved to a number.
    case user(String)
    /// A user by number.
    case uid(UInt32)
    /// A group by name, until it is resolved to a number.
    case group(String)
    /// A group by number; it applies to users with this primary or supplementary group.
    case gid(UInt32)
  }

  /// The roles of a user or group.
  public struct Rule: Hashable, Sendable {
    /// The user or group that the rule applies to.
    public var subject: Subject
    /// The roles of this user or group.
    public var roles: Role
    /// Whether this user or group is trusted; see
    /// ``AccessPolicy/isTrusted(uid:gid:groups:owner:)``.
    public var isTrusted: Bool

    /// Creates a rule.
    public init(_ subject: Subject, _ roles: Role, isTrusted: Bool = false) {
      self.subject = subject
      self.roles = roles
      self.isTrusted = isTrusted
    }
  }

  /// The roles of clients to which no rule applies.
  public var defaultRoles: Role
  /// The rules; later rules override earlier ones.
  public var rules: [Rule]

  /// The maximum number of rules.
  public static let ruleLimit = 1000

  /// The id that the kernel reports for a user or group that it cannot map.
  ///
  /// In a user namespace (`PrivateUsers=` of a service), all users outside the namespace have this
  /// id (/proc/sys/kernel/overflowuid, user_namespaces(7)). So the id does not identify a user: it
  /// never matches the owner, and no rule applies to it.
  public static let unknownID: UInt32 = 65_534

  /// Creates a policy. With the default arguments, clients other than root and the owner may only
  /// view.
  public init(defaultRoles: Role = .view, rules: [Rule] = []) {
    self.defaultRoles = defaultRoles
    self.rules = rules
  }

  /// Returns the roles of a client. O(rules · groups).
  ///
  /// A rule with a name that was not resolved applies to no client.
  ///
  /// - Parameters:
  ///   - uid: the client's user id, from SO_PEERCRED.
  ///   - gid: the client's primary group.
  ///   - groups: the client's supplementary groups, from SO_PEERGROUPS.
  ///   - owner: the daemon's own user.
  public func roles(
    uid: UInt32, gid: UInt32, groups: [UInt32] = [], owner: UInt32
  ) -> Role {
    if Self.isOwner(uid, owner) { return .all }
    return decisiveRule(uid, gid, groups)?.roles ?? defaultRoles
  }

  /// Whether a client is trusted: the limits of scene files apply to it instead of those of
  /// clients.
  ///
  /// Root, the daemon's own user and every client whose last applicable rule has `trusted` are
  /// trusted. The parameters are those of ``roles(uid:gid:groups:owner:)``.
  public func isTrusted(
    uid: UInt32, gid: UInt32, groups: [UInt32] = [], owner: UInt32
  ) -> Bool {
    Self.isOwner(uid, owner) || decisiveRule(uid, gid, groups)?.isTrusted == true
  }

  private static func isOwner(_ uid: UInt32, _ owner: UInt32) -> Bool {
    uid == 0 || (uid == owner && uid != unknownID)
  }

  /// The last rule that applies to a client.
  private func decisiveRule(_ uid: UInt32, _ gid: UInt32, _ groups: [UInt32]) -> Rule? {
    rules.last { rule in
      switch rule.subject {
      case .user, .group: false
      case .uid(let id): id == uid && id != Self.unknownID
      case .gid(let id): (id == gid || groups.contains(id)) && id != Self.unknownID
      }
    }
  }

  /// Replaces names by ids, and returns the names that do not exist.
  ///
  /// A rule with an unknown name is kept and applies to no client.
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

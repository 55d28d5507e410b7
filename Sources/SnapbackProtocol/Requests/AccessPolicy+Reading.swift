public import SnapbackDocument

/// Reads the key `access` of a configuration.
extension AccessPolicy {
  /// Reads `{ default: ["view"], rules: [{ user: "kiosk", roles: ["view", "control"] }] }`.
  ///
  /// Both keys may be omitted. A rule has one of the keys `user`, `uid`, `group` and `gid`, and the
  /// key `roles`. With `trusted: true`, the limits of scene files apply to its clients.
  ///
  /// - Throws: the first error, with its position. The error for an unknown name suggests the most
  ///   similar known name.
  public static func read(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> AccessPolicy {
    try ObjectReader.read(node, file: file) { reader throws(DocumentError) in
      var policy = AccessPolicy()
      if let nodes = try reader.optionalArray("default") {
        policy.defaultRoles = try roles(nodes, file: file)
      }
      for node in try reader.optionalArray("rules", count: 0...ruleLimit) ?? [] {
        policy.rules.append(
          try ObjectReader.read(node, file: file) { rule throws(DocumentError) in
            Rule(
              try subject(&rule), try roles(rule.array("roles"), file: file),
              isTrusted: try rule.optionalBoolean("trusted") ?? false)
          })
      }
      return policy
    }
  }

  private static func roles(
    _ nodes: [DocumentNode], file: String
  ) throws(DocumentError) -> Role {
    var roles: Role = []
    for node in nodes {
      let name = try node.string(file: file)
      guard let role = Role(name: name) else {
        throw node.unknownName(name, of: "role", in: Role.all.names, file: file)
      }
      roles.formUnion(role)
    }
    return roles
  }

  private static func subject(_ rule: inout ObjectReader) throws(DocumentError) -> Subject {
    var subjects: [Subject] = []
    if let name = try name("user", &rule) { subjects.append(.user(name)) }
    if let id = try number("uid", &rule) { subjects.append(.uid(id)) }
    if let name = try name("group", &rule) { subjects.append(.group(name)) }
    if let id = try number("gid", &rule) { subjects.append(.gid(id)) }
    guard subjects.count == 1, let subject = subjects.first else {
      throw rule.error(
        "expected one of the keys \"user\", \"uid\", \"group\" and \"gid\", found "
          + (subjects.isEmpty ? "none" : "\(subjects.count)"), at: rule.node)
    }
    return subject
  }

  private static func name(
    _ key: String, _ rule: inout ObjectReader
  ) throws(DocumentError) -> String? {
    guard let name = try rule.optionalString(key) else { return nil }
    // Names are passed to C functions, for which a zero byte ends a string.
    guard !name.isEmpty, name.utf8.count <= 255, !name.utf8.contains(0) else {
      throw rule.error(
        "expected a name, found \(DocumentError.quoted(name))", atKey: key)
    }
    return name
  }

  private static func number(
    _ key: String, _ rule: inout ObjectReader
  ) throws(DocumentError) -> UInt32? {
    // To the kernel, 2³² − 1 means "no id".
    guard let id = try rule.optionalInteger(key, in: 0...4_294_967_294) else { return nil }
    let number = UInt32(clamping: id)
    guard number != unknownID else {
      throw rule.error(
        "\(unknownID) stands for all IDs that the kernel cannot map; use another ID",
        atKey: key)
    }
    return number
  }
}

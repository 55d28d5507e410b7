import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import Testing

@Suite struct AccessPolicyTests {
  private func read(_ text: String) throws(DocumentError) -> AccessPolicy {
    try AccessPolicy.read(DocumentNode.parse(text, file: "t"), file: "t")
  }

  private func fault(_ text: String) -> String {
    do throws(DocumentError) {
      _ = try read(text)
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test func withoutRulesTheOwnerAndRootMayDoAllAndOthersMayLook() {
    let policy = AccessPolicy()
    #expect(policy.roles(uid: 0, gid: 0, owner: 1000) == .all)
    #expect(policy.roles(uid: 1000, gid: 1000, owner: 1000) == .all)
    #expect(policy.roles(uid: 1001, gid: 0, groups: [0, 1000], owner: 1000) == .view)
  }

  @Test func aPolicyIsReadAsItIsWritten() throws {
    let policy = try read(
      """
      { default: [], rules: [ { user: "kiosk", roles: ["view", "control"] },
        { uid: 7, roles: ["inject"] }, { group: "video", roles: ["view-touches"] },
        { gid: 44, roles: [] } ] }
      """)
    #expect(policy.defaultRoles == [])
    #expect(
      policy.rules == [
        .init(.user("kiosk"), [.view, .control]), .init(.uid(7), .inject),
        .init(.group("video"), .viewTouches), .init(.gid(44), []),
      ])
    #expect(try read("{}") == AccessPolicy())
  }

  @Test(
    arguments: [
      ("{ defualt: [] }", "t:1:3: defualt: unknown key \"defualt\" — did you mean \"default\"?"),
      (
        "{ default: ['veiw'] }",
        "t:1:13: default[0]: unknown role \"veiw\" — did you mean \"view\"?"
      ),
      (
        "{ rules: [\n{ roles: [] }] }",
        "t:2:1: rules[0]: expected one of the keys \"user\", \"uid\", \"group\" and \"gid\", "
          + "found none"
      ),
      (
        "{ rules: [{ uid: 1, gid: 2, roles: [] }] }",
        "t:1:11: rules[0]: expected one of the keys \"user\", \"uid\", \"group\" and \"gid\", "
          + "found 2"
      ),
      ("{ rules: [{ uid: 1 }] }", "t:1:11: rules[0]: missing key \"roles\""),
      (
        "{ rules: [{ uid: -1, roles: [] }] }",
        "t:1:18: rules[0].uid: expected a whole number from 0 to 4294967294, found -1"
      ),
      (
        "{ rules: [{ uid: 65534, roles: [] }] }",
        "t:1:18: rules[0].uid: 65534 stands for all IDs that the kernel cannot map; "
          + "use another ID"
      ),
      (
        "{ rules: [{ user: '', roles: [] }] }", "t:1:19: rules[0].user: expected a name, found \"\""
      ),
      ("{ rules: {} }", "t:1:10: rules: expected an array, found an object"),
      ("[]", "t:1:1: expected an object, found an array"),
    ])
  func aMistakeIsToldByItsPlace(text: String, expected: String) {
    #expect(fault(text) == expected)
  }

  @Test func theLastRuleThatAppliesDecidesAlone() {
    var dice = SeededGenerator(seed: 81)
    var decided = 0
    for _ in 0..<5000 {
      let owner = UInt32.random(in: 0...6, using: &dice)
      var policy = AccessPolicy(
        defaultRoles: Role(rawValue: UInt16.random(in: 0...15, using: &dice)))
      for _ in 0..<Int.random(in: 0...6, using: &dice) {
        let id = UInt32.random(in: 0...6, using: &dice)
        let subject: AccessPolicy.Subject =
          [.uid(id), .gid(id), .user("u"), .group("g")].randomElement(using: &dice) ?? .uid(id)
        policy.rules.append(.init(subject, Role(rawValue: UInt16.random(in: 0...15, using: &dice))))
      }
      let uid = UInt32.random(in: 0...6, using: &dice)
      let gid = UInt32.random(in: 0...6, using: &dice)
      let groups = (0..<Int.random(in: 0...3, using: &dice)).map { _ in
        UInt32.random(in: 0...6, using: &dice)
      }
      var expected = policy.defaultRoles
      for rule in policy.rules {
        if rule.subject == .uid(uid)
          || ([gid] + groups).contains(where: { rule.subject == .gid($0) })
        {
          expected = rule.roles
          decided += 1
        }
      }
      if uid == owner || uid == 0 { expected = .all }
      #expect(policy.roles(uid: uid, gid: gid, groups: groups, owner: owner) == expected)
    }
    #expect(decided > 1000)
  }

  @Test func rootTheOwnerAndWhomARuleNamesAreTrusted() {
    let policy = AccessPolicy(rules: [
      .init(.uid(5), .control, isTrusted: true), .init(.gid(9), .all),
      .init(.gid(8), .view, isTrusted: true),
    ])
    func isTrusted(_ uid: UInt32, _ gid: UInt32, _ groups: [UInt32] = []) -> Bool {
      policy.isTrusted(uid: uid, gid: gid, groups: groups, owner: 1000)
    }
    #expect(isTrusted(0, 1) && isTrusted(1000, 1) && isTrusted(5, 1))
    #expect(!isTrusted(6, 1) && !isTrusted(1, 1000) && !isTrusted(6, 0))
    // Only the last rule that matches a client counts.
    #expect(!isTrusted(5, 9) && !isTrusted(5, 1, [3, 9]) && !isTrusted(6, 9))
    #expect(isTrusted(6, 8) && isTrusted(6, 1, [3, 8]) && isTrusted(6, 9, [8]))
    // No rule restricts the owner.
    let strict = AccessPolicy(rules: [.init(.uid(0), []), .init(.uid(1000), [])])
    #expect(strict.isTrusted(uid: 0, gid: 0, owner: 1000))
    #expect(strict.isTrusted(uid: 1000, gid: 0, owner: 1000))
    #expect(!AccessPolicy(defaultRoles: .all).isTrusted(uid: 6, gid: 0, owner: 1000))
  }

  @Test func whomTheKernelCannotNameIsNeverTrusted() {
    let policy = AccessPolicy(rules: [
      .init(.uid(65_534), .all, isTrusted: true), .init(.gid(65_534), .all, isTrusted: true),
    ])
    #expect(!policy.isTrusted(uid: 65_534, gid: 65_534, groups: [65_534], owner: 65_534))
    #expect(!policy.isTrusted(uid: 7, gid: 65_534, owner: 1000))
  }

  @Test func trustIsReadAndOffUnlessARuleSaysSo() throws {
    let policy = try read(
      """
      { rules: [ { uid: 7, roles: ["control"], trusted: true }, { uid: 8, roles: [] },
        { gid: 9, roles: ["view"], trusted: false } ] }
      """)
    #expect(
      policy.rules == [
        .init(.uid(7), .control, isTrusted: true), .init(.uid(8), []), .init(.gid(9), .view),
      ])
    #expect(policy.rules.map(\.isTrusted) == [true, false, false])
    #expect(
      fault("{ rules: [{ uid: 7, roles: [], trustd: true }] }").contains(
        "unknown key \"trustd\" — did you mean \"trusted\"?"))
    #expect(fault("{ rules: [{ uid: 7, roles: [], trusted: 1 }] }").contains("trusted"))
  }

  @Test func namesAreResolvedAndUnknownOnesApplyToNobody() {
    var policy = AccessPolicy(
      defaultRoles: [],
      rules: [.init(.user("ann"), .control), .init(.user("bob"), .all), .init(.group("g"), .view)])
    let unknown = policy.resolve(
      user: { $0 == "ann" ? 5 : nil }, group: { $0 == "g" ? 9 : nil })
    #expect(unknown == [.user("bob")])
    #expect(policy.roles(uid: 5, gid: 1, owner: 2) == .control)
    #expect(policy.roles(uid: 6, gid: 1, groups: [9], owner: 2) == .view)
    #expect(policy.roles(uid: 6, gid: 1, owner: 2) == [])
  }

  @Test func whomTheKernelCannotNameIsNeitherTheOwnerNorInARule() {
    let policy = AccessPolicy(rules: [.init(.uid(65_534), .all), .init(.gid(65_534), .all)])
    #expect(policy.roles(uid: 65_534, gid: 65_534, owner: 65_534) == .view)
  }

  @Test func rolesBringNoOthersWithThem() {
    let everything = Feature(rawValue: 0xEFF)
    #expect(everything.allowed(to: .inject) == [])
    #expect(everything.allowed(to: .control) == [])
    #expect(everything.allowed(to: .viewTouches) == [.gestures, .touches, .decisions])
    #expect(
      everything.allowed(to: .view).names
        == ["frames", "segments", "layout", "done", "devices", "schedule", "events"])
    #expect(everything.allowed(to: [.view, .control]).contains(.measure))
    #expect(everything.allowed(to: .all) == everything)
    #expect(Role.all.names == ["view", "view-touches", "control", "inject"])
    #expect(Role.all.names.compactMap { Role(name: $0)?.rawValue } == [1, 2, 4, 8])
    #expect(Feature(wanted: "decisions") == .decisions && Feature(name: "ack") != nil)
    #expect(Feature(wanted: "ack") == nil && Feature(wanted: "measure")?.rawValue == 128)
  }
}

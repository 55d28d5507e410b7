import SnapbackWeb
import Testing

/// Host, origin and token, in every combination.
@Suite struct RequestGuardTests {
  private static let secret = "0123456789abcdef0123456789abcdef"

  private static func entrance(port: Int = 8437) throws -> RequestGuard {
    RequestGuard(port: port, token: try #require(WebToken(secret)))
  }

  private typealias Claims = RequestGuard.Claims

  private static let goodHosts = [
    "127.0.0.1:8437", "localhost:8437", "[::1]:8437", "LOCALHOST:8437",
  ]
  private static let badHosts = [
    "", "127.0.0.1", "localhost", "127.0.0.1:80", "127.0.0.1:84370", "evil.example:8437",
    "127.0.0.1:8437.evil.example", "127.0.0.1:8437@evil.example", " 127.0.0.1:8437", "127.1:8437",
    "2130706433:8437", "0.0.0.0:8437", "[::]:8437", "[::ffff:127.0.0.1]:8437", "localhost.:8437",
  ]
  private static let goodOrigins = goodHosts.map { "http://\($0)" }
  private static let badOrigins =
    badHosts.map { "http://\($0)" } + goodHosts.map { "https://\($0)" }
    + ["null", "", "http://127.0.0.1:8437/", "file://", "127.0.0.1:8437"]

  /// Requests with a valid token, and requests that only appear to have one.
  private static let goodProofs: [Claims] = [
    Claims(hosts: [], authorizations: ["Bearer \(secret)"]),
    Claims(hosts: [], cookies: ["snapback-8437=\(secret)"]),
    Claims(hosts: [], cookies: ["a=b; snapback-8437=\(secret); c"]),
    Claims(hosts: [], cookies: ["a=b", "snapback-8437=wrong; snapback-8437=\(secret)"]),
    Claims(hosts: [], queryTokens: [secret]),
  ]
  private static let badProofs: [Claims] = [
    Claims(hosts: []),
    Claims(hosts: [], authorizations: [secret]),
    Claims(hosts: [], authorizations: ["Bearer"]),
    Claims(hosts: [], authorizations: ["Bearer \(secret)0"]),
    Claims(hosts: [], authorizations: ["Basic \(secret)"]),
    Claims(hosts: [], authorizations: ["Bearer \(secret)", "Bearer \(secret)"]),
    Claims(hosts: [], cookies: ["snapback-8438=\(secret)"]),
    Claims(hosts: [], cookies: ["xsnapback-8437=\(secret)"]),
    Claims(hosts: [], cookies: ["snapback-8437=\(secret.uppercased())"]),
    Claims(hosts: [], cookies: ["snapback-8437"], queryTokens: [""]),
    Claims(hosts: [], queryTokens: [String(secret.dropLast())]),
  ]

  @Test func everythingHasToBeRight() throws {
    let entrance = try Self.entrance()
    let hosts = Self.goodHosts.map { ([$0], true) } + Self.badHosts.map { ([$0], false) }
    let origins = Self.goodOrigins.map { ([$0], true) } + Self.badOrigins.map { ([$0], false) }
    let proofs = Self.goodProofs.map { ($0, true) } + Self.badProofs.map { ($0, false) }
    for (host, hostIsGood) in hosts + [([], false), ([Self.goodHosts[0], "x"], false)] {
      for (origin, originIsGood) in origins + [([Self.goodOrigins[0], "null"], false)] {
        for (proof, proofIsGood) in proofs {
          var claims = proof
          claims.hosts = host
          claims.origins = origin
          let verdict = entrance.judge(claims)
          let isAllowed = hostIsGood && originIsGood && proofIsGood
          #expect((verdict == .allowed) == isAllowed, "\(claims)")
          // The first failed check is reported, so that a token is not tested before the others.
          if !hostIsGood {
            #expect(verdict == .foreignHost, "\(claims)")
          } else if !originIsGood {
            #expect(verdict == .foreignOrigin, "\(claims)")
          }
        }
      }
    }
  }

  @Test func withoutAnOriginOneMayLookButNotAct() throws {
    let entrance = try Self.entrance()
    for isActing in [false, true] {
      for var claims in Self.goodProofs {
        claims.hosts = [Self.goodHosts[0]]
        claims.isActing = isActing
        let mayComeIn = !isActing || !claims.authorizations.isEmpty
        #expect((entrance.judge(claims) == .allowed) == mayComeIn, "\(claims)")
      }
      for var claims in Self.badProofs {
        claims.hosts = [Self.goodHosts[0]]
        claims.isActing = isActing
        #expect(entrance.judge(claims) == (isActing ? .foreignOrigin : .noToken), "\(claims)")
      }
    }
  }

  /// Origins of other servers, and whether the guard of the next test allows them.
  private static let others = [
    ("http://localhost:5173", true), ("HTTP://LocalHost:5173", true),
    ("https://kiosk.example", true), ("http://localhost:5174", false),
    ("https://localhost:5173", false), ("http://127.0.0.1:5173", false),
    ("http://kiosk.example", false), ("https://kiosk.example.evil.example", false),
    ("https://evil.kiosk.example", false), ("https://kiosk.example/", false),
    ("https://kiosk.example:8437", false), ("null", false), ("*", false), ("", false),
    ("file://", false),
  ]

  @Test func anAllowedOriginOpensTheSocketAndNothingElse() throws {
    let allowed = try ["http://localhost:5173", "https://kiosk.example:443"]
      .map { text in try WebOrigin(text) }
    let entrance = RequestGuard(
      port: 8437, token: try #require(WebToken(Self.secret)), origins: allowed)
    let hosts = Self.goodHosts.map { ($0, true) } + Self.badHosts.map { ($0, false) }
    let proofs = Self.goodProofs.map { ($0, true) } + Self.badProofs.map { ($0, false) }
    for (origin, isKnown) in Self.others {
      for (host, hostIsGood) in hosts {
        for (proof, proofIsGood) in proofs {
          for isSocket in [false, true] {
            var claims = proof
            claims.hosts = [host]
            claims.origins = [origin]
            claims.isActing = isSocket
            claims.isSocket = isSocket
            let isAllowed = hostIsGood && isKnown && isSocket && proofIsGood
            #expect((entrance.judge(claims) == .allowed) == isAllowed, "\(claims)")
          }
        }
      }
    }
    // Two origins are none, even if both are allowed.
    let both = Claims(
      hosts: [Self.goodHosts[0]], origins: allowed.map(\.description), queryTokens: [Self.secret],
      isActing: true, isSocket: true)
    #expect(entrance.judge(both) == .foreignOrigin)
  }

  @Test func thePortThatGoesWithoutSayingMayBeLeftOut() throws {
    let entrance = try Self.entrance(port: 80)
    for host in ["localhost", "127.0.0.1", "[::1]", "localhost:80"] {
      let claims = Claims(
        hosts: [host], origins: ["http://\(host)"], queryTokens: [Self.secret])
      #expect(entrance.judge(claims) == .allowed)
    }
    let other = Claims(hosts: ["localhost:8437"], queryTokens: [Self.secret])
    #expect(entrance.judge(other) == .foreignHost)
  }

  @Test func theCookieIsOfThisPortAndOutOfReachOfScripts() throws {
    #expect(
      try Self.entrance().cookie
        == "snapback-8437=\(Self.secret); HttpOnly; SameSite=Strict; Path=/")
  }
}

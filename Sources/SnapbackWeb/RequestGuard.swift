/// Decides whether a request is allowed: the same rule for every request, including WebSockets.
///
/// It checks three things. The *host* that the browser addresses must be a name of this machine,
/// which rejects a foreign name that resolves to this machine (DNS rebinding). The *origin*, the
/// page that sends the request, must be a page of this server. And the *token* must be present,
/// because other users of the machine can reach the port too.
public struct RequestGuard: Sendable {
  /// The properties of a request that matter for the decision; all values of each header, in order.
  public struct Claims: Sendable {
    /// The `Host` headers.
    public var hosts: [String]
    /// The `Origin` headers.
    public var origins: [String]
    /// The `Authorization` headers.
    public var authorizations: [String]
    /// The `Cookie` headers.
    public var cookies: [String]
    /// The values of `token` in the query.
    public var queryTokens: [String]
    /// Whether the request can change state or opens a WebSocket; it then must have an origin.
    public var isActing: Bool

    /// Makes the claims of a request.
    public init(
      hosts: [String], origins: [String] = [], authorizations: [String] = [],
      cookies: [String] = [], queryTokens: [String] = [], isActing: Bool = false
    ) {
      self.hosts = hosts
      self.origins = origins
      self.authorizations = authorizations
      self.cookies = cookies
      self.queryTokens = queryTokens
      self.isActing = isActing
    }
  }

  /// The decision about a request.
  public enum Verdict: Hashable, Sendable {
    /// The request is answered.
    case allowed
    /// Answered with 403: the request was meant for another host.
    case foreignHost
    /// Answered with 403: the request comes from another page, or has no origin.
    case foreignOrigin
    /// Answered with 401: the token is missing or wrong.
    case noToken
  }

  private let hosts: Set<String>
  private let origins: Set<String>
  private let token: WebToken
  /// The name of the cookie that holds the token. It contains the port, because browsers keep one
  /// set of cookies for all ports of a host.
  public let cookieName: String

  /// Makes a guard for a server at `port` of this machine.
  public init(port: Int, token: WebToken) {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // Browsers omit the default port.
    hosts = Set(names.flatMap { port == 80 ? ["\($0):80", $0] : ["\($0):\(port)"] })
    origins = Set(hosts.map { "http://\($0)" })
    self.token = token
    cookieName = "snapback-\(port)"
  }

  /// Decides about a request with these claims. O(the length of the claims).
  public func judge(_ claims: Claims) -> Verdict {
    guard claims.hosts.count == 1, hosts.contains(claims.hosts[0].lowercased()) else {
      return .foreignHost
    }
    let bearer = claims.authorizations.count == 1 ? bearer(claims.authorizations[0]) : nil
    let hasBearer = bearer.map { token.matches($0) } ?? false
    // Only a page that knows the token can set this header, so it proves the origin.
    if claims.origins.isEmpty {
      guard !claims.isActing || hasBearer else { return .foreignOrigin }
    } else {
      guard claims.origins.count == 1, origins.contains(claims.origins[0].lowercased()) else {
        return .foreignOrigin
      }
    }
    let given = claims.queryTokens.map { Substring($0) } + cookieValues(claims.cookies)
    return hasBearer || given.contains { token.matches($0) } ? .allowed : .noToken
  }

  private func bearer(_ value: String) -> Substring? {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return parts[1]
  }

  /// The values of this server's cookie.
  private func cookieValues(_ headers: [String]) -> [Substring] {
    headers.flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard pair.hasPrefix(cookieName + "=") else { return nil }
      return pair.dropFirst(cookieName.count + 1)
    }
  }

  /// The header that sets the cookie. Scripts cannot read the cookie, and browsers do not send it
  /// with requests from other sites.
  public var cookie: String {
    "\(cookieName)=\(token.text); HttpOnly; SameSite=Strict; Path=/"
  }
}

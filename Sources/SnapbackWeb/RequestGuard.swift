/// Decides whether a request is allowed. The same rules apply to every request, including
/// WebSockets.
///
/// The guard checks the host, the origin and the token. The *host* that the browser addresses must
/// be a local name of this machine; this rejects foreign names that resolve to this machine (DNS
/// rebinding). The *origin*, the site of the page that sends the request, must be this server, or,
/// for a WebSocket, one of those that the user has allowed. The *token* must be present, because
/// other users of the machine can also reach the port.
public struct RequestGuard: Sendable {
  /// The properties of a request on which the decision depends. Each list contains all values of a
  /// header, in order.
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
    /// Whether the request can change state or opens a WebSocket. Such a request must have an
    /// origin.
    public var isActing: Bool
    /// Whether the request is for the WebSocket.
    public var isSocket: Bool

    /// Makes the claims of a request.
    public init(
      hosts: [String], origins: [String] = [], authorizations: [String] = [],
      cookies: [String] = [], queryTokens: [String] = [], isActing: Bool = false,
      isSocket: Bool = false
    ) {
      self.hosts = hosts
      self.origins = origins
      self.authorizations = authorizations
      self.cookies = cookies
      self.queryTokens = queryTokens
      self.isActing = isActing
      self.isSocket = isSocket
    }
  }

  /// The decision about a request.
  public enum Verdict: Hashable, Sendable {
    /// The request is allowed.
    case allowed
    /// The request is for another host. It is answered with 403.
    case foreignHost
    /// The request comes from a page of another site, or has no origin although it must have one.
    /// It is answered with 403.
    case foreignOrigin
    /// The token is missing or wrong. The request is answered with 401.
    case noToken
  }

  private let hosts: Set<String>
  private let origins: Set<String>
  private let allowed: Set<String>
  private let token: WebToken
  /// The name of the cookie that contains the token. The name contains the port, because browsers
  /// have one set of cookies for all ports of a host.
  public let cookieName: String

  /// Makes a guard for a server at `port` of this machine. Pages of `origins` may open the
  /// WebSocket.
  public init(port: Int, token: WebToken, origins allowed: [WebOrigin] = []) {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // Browsers omit the default port.
    hosts = Set(names.flatMap { port == 80 ? ["\($0):80", $0] : ["\($0):\(port)"] })
    origins = Set(hosts.map { "http://\($0)" })
    self.allowed = Set(allowed.map(\.description))
    self.token = token
    cookieName = "snapback-\(port)"
  }

  /// Decides about a request. O(length of the claims).
  public func judge(_ claims: Claims) -> Verdict {
    guard claims.hosts.count == 1, hosts.contains(claims.hosts[0].lowercased()) else {
      return .foreignHost
    }
    let bearer = claims.authorizations.count == 1 ? bearer(claims.authorizations[0]) : nil
    let hasBearer = bearer.map { token.matches($0) } ?? false
    // Only a page that knows the token can set the `Authorization` header, so the header replaces
    // the origin.
    if claims.origins.isEmpty {
      guard !claims.isActing || hasBearer else { return .foreignOrigin }
    } else {
      let origin = claims.origins[0].lowercased()
      let isKnown = origins.contains(origin) || claims.isSocket && allowed.contains(origin)
      guard claims.origins.count == 1, isKnown else { return .foreignOrigin }
    }
    let given = claims.queryTokens.map { Substring($0) } + cookieValues(claims.cookies)
    return hasBearer || given.contains { token.matches($0) } ? .allowed : .noToken
  }

  private func bearer(_ value: String) -> Substring? {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return parts[1]
  }

  /// The values of this server's cookie in `Cookie` headers.
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

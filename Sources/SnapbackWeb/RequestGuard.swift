/// Says who may come in: the one rule for every request, files and WebSockets included.
///
/// Three things are asked. The *host* that the browser believes to speak to has to be this
/// machine's own name: a foreign name that was made to lead here (DNS rebinding) is turned away.
/// The *origin*, the page that a request comes from, has to be ours. And the *token* has to be
/// there, because other users of the machine reach the port, too.
public struct RequestGuard: Sendable {
  /// What a request says of itself; every value of each header, in order.
  public struct Claims: Sendable {
    /// The headers `Host`.
    public var hosts: [String]
    /// The headers `Origin`.
    public var origins: [String]
    /// The headers `Authorization`.
    public var authorizations: [String]
    /// The headers `Cookie`.
    public var cookies: [String]
    /// The values of `token` in the query.
    public var queryTokens: [String]
    /// Whether it can change something or opens a WebSocket: such a request has to say its origin.
    public var isActing: Bool

    /// Claims of a request.
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

  /// What is done with a request.
  public enum Verdict: Hashable, Sendable {
    /// It is answered.
    case allowed
    /// It is answered with 403: it was meant for another host.
    case foreignHost
    /// It is answered with 403: it comes from another page, or does not say from where.
    case foreignOrigin
    /// It is answered with 401: the token is missing or wrong.
    case noToken
  }

  private let hosts: Set<String>
  private let origins: Set<String>
  private let token: WebToken
  /// The name of the cookie that holds the token. It has the port in it, because browsers keep one
  /// set of cookies for all ports of a host.
  public let cookieName: String

  /// A guard for what listens at `port` of this machine.
  public init(port: Int, token: WebToken) {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // Browsers leave out the port that goes without saying.
    hosts = Set(names.flatMap { port == 80 ? ["\($0):80", $0] : ["\($0):\(port)"] })
    origins = Set(hosts.map { "http://\($0)" })
    self.token = token
    cookieName = "snapback-\(port)"
  }

  /// What is done with a request that claims this. O(the length of the claims).
  public func judge(_ claims: Claims) -> Verdict {
    guard claims.hosts.count == 1, hosts.contains(claims.hosts[0].lowercased()) else {
      return .foreignHost
    }
    let bearer = claims.authorizations.count == 1 ? bearer(claims.authorizations[0]) : nil
    let hasBearer = bearer.map { token.matches($0) } ?? false
    // Only a page that knows the token can set that header, so it says enough of the origin.
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

  /// The values of our cookie.
  private func cookieValues(_ headers: [String]) -> [Substring] {
    headers.flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard pair.hasPrefix(cookieName + "=") else { return nil }
      return pair.dropFirst(cookieName.count + 1)
    }
  }

  /// The header that gives a browser the cookie: no script reads it, and requests that another
  /// site causes do not bring it.
  public var cookie: String {
    "\(cookieName)=\(token.text); HttpOnly; SameSite=Strict; Path=/"
  }
}

import NIOHTTP1

/// The head of an HTTP request.
struct WebRequest {
  let method: String
  /// The target; nil if it is invalid.
  let target: RequestTarget?
  let claims: RequestGuard.Claims

  init(_ head: HTTPRequestHead) {
    method = head.method.rawValue
    let target = RequestTarget(head.uri)
    self.target = target
    claims = RequestGuard.Claims(
      hosts: head.headers["Host"], origins: head.headers["Origin"],
      authorizations: head.headers["Authorization"], cookies: head.headers["Cookie"],
      queryTokens: target?.query.filter { $0.name == "token" }.map(\.value) ?? [],
      isActing: method != "GET" || target?.path == ["ws"])
  }
}

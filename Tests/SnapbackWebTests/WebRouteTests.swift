import Testing

@testable import SnapbackWeb

/// The meanings of paths, with and without a site of the user.
@Suite struct WebRouteTests {
  private static func route(_ text: String, hasSite: Bool) throws -> WebRoute? {
    let target = try #require(RequestTarget(text))
    return try? WebRoute(method: "GET", target: target, hasSite: hasSite)
  }

  @Test func withoutASiteThePageIsAtTheTop() throws {
    #expect(try Self.route("/", hasSite: false) == .file(.page, "index.html"))
    #expect(try Self.route("/?token=x", hasSite: false) == .enter("/"))
    for path in ["/index.html", "/kiosk/menu.html", "/client", "/client/a/b"] {
      #expect(try Self.route(path, hasSite: false) == nil, "\(path)")
    }
  }

  @Test func aSiteIsAtTheTopAndLeavesTheServersNamesAlone() throws {
    #expect(try Self.route("/", hasSite: true) == .site(["index.html"]))
    #expect(try Self.route("/kiosk.html", hasSite: true) == .site(["kiosk.html"]))
    #expect(try Self.route("/a/b%20c/d.png", hasSite: true) == .site(["a", "b c", "d.png"]))
    #expect(try Self.route("/page/index.html", hasSite: true) == .file(.page, "index.html"))
    #expect(try Self.route("/client/dom.js", hasSite: true) == .file(.client, "dom.js"))
    #expect(try Self.route("/ws", hasSite: true) == .socket)
    #expect(try Self.route("/api/about", hasSite: true) == .about)
    for path in ["/page", "/client", "/client/a/b", "/api", "/api/x", "/ws/x"] {
      #expect(try Self.route(path, hasSite: true) == nil, "\(path)")
    }
  }

  @Test func textsArePosted() throws {
    func route(_ method: String, _ text: String) throws -> WebRoute? {
      try WebRoute(method: method, target: try #require(RequestTarget(text)), hasSite: false)
    }
    #expect(try route("GET", "/api/edit") == .edited)
    #expect(try route("POST", "/api/edit?version=5-a") == .text(.save(replacing: "5-a")))
    #expect(try route("POST", "/api/check") == .text(.check))
    #expect(throws: WebRoute.Fault.bad("expected version=… exactly once")) {
      try route("POST", "/api/edit")
    }
    #expect(throws: WebRoute.Fault.method(allowed: "GET, POST")) { try route("PUT", "/api/edit") }
    #expect(throws: WebRoute.Fault.method(allowed: "POST")) { try route("GET", "/api/check") }
  }

  @Test func aTokenIsTakenOutOfTheAddressOfAPage() throws {
    #expect(try Self.route("/?token=x", hasSite: true) == .enter("/"))
    #expect(try Self.route("/kiosk.html?token=x", hasSite: true) == .enter("/kiosk.html"))
    #expect(
      try Self.route("/a/b.html?c=d&token=x&e", hasSite: true) == .enter("/a/b.html?c=d&e="))
    for hasSite in [false, true] {
      #expect(
        try Self.route("/page/index.html?token=x", hasSite: hasSite) == .enter("/page/index.html"))
      // A file that a page loads is answered as it is.
      let module = try Self.route("/client/dom.js?token=x", hasSite: hasSite)
      #expect(module == .file(.client, "dom.js"))
    }
  }

  @Test func theAddressAfterTheTokenIsNoOtherServer() throws {
    // A browser takes a backslash for a slash, and two of them for the start of a host.
    #expect(
      try Self.route("/%5Cevil.example?token=x", hasSite: true) == .enter("/%5Cevil.example"))
    #expect(
      try Self.route("/a%3Fb%23c%25/%C3%BC?token=x&d%26=%3D", hasSite: true)
        == .enter("/a%3Fb%23c%25/%C3%BC?d%26=%3D"))
  }

  @Test func aSiteOnlyAnswersGet() throws {
    let target = try #require(RequestTarget("/kiosk.html"))
    for method in ["POST", "PUT", "DELETE", "HEAD"] {
      #expect(throws: WebRoute.Fault.method(allowed: "GET")) {
        try WebRoute(method: method, target: target, hasSite: true)
      }
    }
  }
}

/// The purpose of a request, determined by its method and target.
enum WebRoute: Hashable {
  /// The first visit, with the token in the address. The value is the address without the token.
  case enter(String)
  /// A file of the page or the client.
  case file(PageFiles.Shelf, String)
  /// A file of the user's site: the names of the folders on the way, and of the file.
  case site([String])
  /// The daemon's messages, available only as a WebSocket.
  case socket
  /// The list of recordings and scenes.
  case about
  /// The start of the demo.
  case demo
  /// The text of a scene.
  case scene(String)
  /// The lines of a replay.
  case replay(ReplayOrder)
  /// The text of the edited file.
  case edited
  /// An order with a text.
  case text(TextOrder)

  /// The reason for which a request has no route.
  enum Fault: Error, Hashable {
    /// The path does not exist.
    case notFound
    /// The path exists, but only for these methods.
    case method(allowed: String)
    /// The request is invalid, for the given reason.
    case bad(String)
  }

  /// The names with which the paths of this server begin, apart from those of a site.
  private static let names = ["ws", "api"] + PageFiles.Shelf.allCases.map(\.rawValue)

  /// Determines the route of a request. A site has the path `/`, and all paths that do not begin
  /// with a name of this server.
  init(method: String, target: RequestTarget, hasSite: Bool) throws(Fault) {
    let path = target.path
    let isPost = method == "POST"
    if path == ["api", "replay"] {
      guard isPost || method == "GET" else { throw .method(allowed: "GET, POST") }
      self = .replay(try ReplayOrder(target, isPost: isPost))
      return
    }
    if path == ["api", "edit"] || path == ["api", "check"] {
      self = try Self.editing(target, method: method)
      return
    }
    if path == ["api", "demo"] {
      guard isPost else { throw .method(allowed: "POST") }
      self = .demo
      return
    }
    // If the address of a page contains a token, move the token into a cookie.
    let address = target.value("token").map { _ in target.text(without: "token") }
    switch (path.first, path.count) {
    case (nil, _):
      let page = hasSite ? Self.site(["index.html"]) : .file(.page, "index.html")
      self = address.map(Self.enter) ?? page
    case ("ws", 1): self = .socket
    case ("api", 2) where path[1] == "about": self = .about
    case ("api", 2) where path[1] == "scene":
      guard let name = target.value("name") else { throw .bad("expected name=… exactly once") }
      self = .scene(name)
    case (let first?, let count):
      if let shelf = PageFiles.Shelf(rawValue: first), count == 2 {
        let file = Self.file(shelf, path[1])
        self = file == .file(.page, "index.html") ? address.map(Self.enter) ?? file : file
      } else {
        guard hasSite, !Self.names.contains(first) else { throw .notFound }
        self = address.map(Self.enter) ?? .site(path)
      }
    }
    guard method == "GET" else { throw .method(allowed: "GET") }
  }
}

extension WebRoute {
  /// Determines the route of a request for the edited file, or for the check of a text.
  private static func editing(
    _ target: RequestTarget, method: String
  ) throws(Fault) -> WebRoute {
    guard target.path == ["api", "edit"] else {
      guard method == "POST" else { throw .method(allowed: "POST") }
      return .text(.check)
    }
    if method == "GET" { return .edited }
    guard method == "POST" else { throw .method(allowed: "GET, POST") }
    guard let version = target.value("version") else {
      throw .bad("expected version=… exactly once")
    }
    return .text(.save(replacing: version))
  }
}

/// A request for a replay.
struct ReplayOrder: Hashable {
  /// The name of the recording.
  let recording: String
  /// The name of the scene. For a posted document, its name; nil if it has none.
  let scene: String?
  /// Whether the scene's document is the body of the request.
  let isPosted: Bool
  /// The number of frames per second.
  let rate: Double
  /// Whether to include the decisions about touches.
  let explains: Bool

  init(_ target: RequestTarget, isPost: Bool) throws(WebRoute.Fault) {
    guard let recording = target.value("recording") else {
      throw .bad("expected recording=… exactly once")
    }
    let scene = target.value("scene")
    guard isPost || scene != nil else {
      throw .bad("expected scene=… exactly once, or a posted scene document")
    }
    var rate = 60.0
    if let text = target.value("rate") {
      guard let number = Double(text), (1...1000).contains(number) else {
        throw .bad("rate=\(text): expected 1 to 1000 frames per second")
      }
      rate = number
    }
    switch target.value("decisions") {
    case nil, "0": explains = false
    case "1": explains = true
    case let other?: throw .bad("decisions=\(other): expected 0 or 1")
    }
    self.recording = recording
    self.scene = scene
    self.rate = rate
    isPosted = isPost
  }
}

import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import SnapbackFiles
import SnapbackTestSupport
import Testing

@testable import SnapbackWeb

/// The requests of a connection, and its timeouts by the test's own clock.
@Suite struct RequestHandlerTests {
  private static func connection(demo: DemoDaemon? = nil) throws -> EmbeddedChannel {
    let token = try #require(WebToken("0123456789abcdef"))
    var options = WebOptions(sockets: [], token: token)
    options.demo = demo
    let parts = WebParts(
      options, replays: NIOThreadPool(numberOfThreads: 1),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(
      RequestHandler(entrance: RequestGuard(port: 80, token: token), parts: parts))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    return channel
  }

  private static func head(
    _ method: HTTPMethod, _ path: String, token: String = "0123456789abcdef",
    more: [(String, String)] = []
  ) -> HTTPServerRequestPart {
    let headers = HTTPHeaders(
      [("Host", "localhost"), ("Authorization", "Bearer \(token)")] + more)
    return .head(
      HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers))
  }

  /// Removes the next answer and returns its status.
  private static func status(_ channel: EmbeddedChannel) throws -> UInt? {
    var status: UInt?
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      if case .head(let head) = part { status = head.status.code }
    }
    return status
  }

  @Test func whoAsksNothingIsClosed() throws {
    let channel = try Self.connection()
    channel.embeddedEventLoop.advanceTime(by: .seconds(WebLimits.requestSeconds - 1))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func aRequestThatDripsInIsNotWaitedFor() throws {
    let channel = try Self.connection()
    try channel.writeInbound(Self.head(.POST, "/api/replay?recording=a"))
    for _ in 0..<WebLimits.requestSeconds {
      #expect(channel.isActive)
      try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: " ")))
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    }
    #expect(!channel.isActive)
  }

  @Test func anAnswerBeginsTheTimeAnew() throws {
    let channel = try Self.connection()
    for _ in 0..<5 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(WebLimits.requestSeconds - 1))
      try channel.writeInbound(Self.head(.GET, "/page/index.html"))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      #expect(try Self.status(channel) == 200)
    }
    channel.embeddedEventLoop.advanceTime(by: .seconds(WebLimits.requestSeconds))
    #expect(!channel.isActive)
  }

  @Test func onlyAWholeRequestWithTheTokenStartsTheDemo() throws {
    let demo = try DemoDaemon(
      BundledFiles(folder: Fixture.repository), program: Command.path("snapbackd"))
    let size = ("Content-Length", "\(WebLimits.body + 1)")
    let own = ("Origin", "http://localhost")
    let refused: [(head: HTTPServerRequestPart, status: UInt)] = [
      (Self.head(.POST, "/api/demo", token: "0123456789abcdee"), 403),
      (Self.head(.POST, "/api/demo", token: "0123456789abcdee", more: [own]), 401),
      (Self.head(.POST, "/api/demo", more: [("Origin", "http://evil.example")]), 403),
      (Self.head(.GET, "/api/demo"), 405), (Self.head(.PUT, "/api/demo"), 405),
      (Self.head(.POST, "/api/demo", more: [size]), 413),
    ]
    for (head, status) in refused {
      let channel = try Self.connection(demo: demo)
      try channel.writeInbound(head)
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      #expect(try Self.status(channel) == status)
      #expect(demo.socket == nil)
    }
    let channel = try Self.connection(demo: demo)
    try channel.writeInbound(Self.head(.POST, "/api/demo"))
    #expect(demo.socket == nil)
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    #expect(try Self.status(channel) == 200)
    #expect(demo.socket != nil)
  }

  @Test func aBodyIsTakenUpToItsLimit() throws {
    for count in [WebLimits.body, WebLimits.body + 1] {
      let channel = try Self.connection()
      try channel.writeInbound(Self.head(.POST, "/nowhere"))
      let half = ByteBuffer(repeating: 0x20, count: count / 2)
      let rest = ByteBuffer(repeating: 0x20, count: count - count / 2)
      try channel.writeInbound(HTTPServerRequestPart.body(half))
      #expect(try Self.status(channel) == nil)
      try channel.writeInbound(HTTPServerRequestPart.body(rest))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      #expect(try Self.status(channel) == (count > WebLimits.body ? 413 : 404))
    }
  }
}

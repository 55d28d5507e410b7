import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import SnapbackWeb

/// The timeouts of a connection, by the test's own clock.
@Suite struct RequestHandlerTests {
  private static func connection() throws -> EmbeddedChannel {
    let token = try #require(WebToken("0123456789abcdef"))
    let parts = WebParts(
      WebOptions(sockets: [], token: token), replays: NIOThreadPool(numberOfThreads: 1),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(
      RequestHandler(entrance: RequestGuard(port: 80, token: token), parts: parts))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    return channel
  }

  private static func head(_ method: HTTPMethod, _ path: String) -> HTTPServerRequestPart {
    let headers = HTTPHeaders([
      ("Host", "localhost"), ("Authorization", "Bearer 0123456789abcdef"),
    ])
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

import Dispatch
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
public import SnapbackFiles
import SnapbackLinux

/// Serves the page, the client and the daemon's messages to browsers on this machine.
///
/// One thread handles all connections; replays have their own threads. The server listens only on
/// 127.0.0.1.
public final class WebServer: Sendable {
  /// The port on which the server listens.
  public let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let replays: NIOThreadPool
  private let channel: any Channel
  private let log: Logger

  /// Starts listening.
  public init(_ options: WebOptions, log: Logger) throws(Failure) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let replays = NIOThreadPool(numberOfThreads: WebLimits.replays)
    replays.start()
    let parts = WebParts(options, replays: replays, log: log)
    do {
      channel = try ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: Int32(clamping: WebLimits.connections))
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionGate())
          }
        }
        // Keep the kernel's buffer small, because for a slow browser the messages in it become
        // stale.
        .childChannelOption(.socketOption(.so_sndbuf), value: SocketOptionValue(WebLimits.waiting))
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(
          .writeBufferWaterMark,
          value: .init(low: WebLimits.waiting / 2, high: WebLimits.waiting)
        )
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try parts.configure(channel) }
        }
        .bind(host: "127.0.0.1", port: options.port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      try? replays.syncShutdownGracefully()
      let action = "cannot listen on 127.0.0.1:\(options.port)"
      let code = (error as? IOError)?.errnoCode
      throw Failure(
        .unavailable,
        code.map { SystemError(action, code: $0).description } ?? "\(action): \(error)")
    }
    self.group = group
    self.replays = replays
    self.log = log
    port = channel.localAddress?.port ?? options.port
  }

  /// The address of the page. With the token, it gives access to everyone who has it.
  public func address(_ token: WebToken? = nil) -> String {
    "http://127.0.0.1:\(port)/" + (token.map { "?token=\($0.text)" } ?? "")
  }

  /// Stops listening, notifies every WebSocket, and closes all connections. This also stops
  /// replays.
  ///
  /// Waits at most ``WebLimits/stopSeconds`` for replays. A replay that is still reading its
  /// recording continues until the process ends. In this case the event loop is kept, because the
  /// replay may still use it.
  public func stop() {
    try? channel.close().wait()
    let stopped = DispatchSemaphore(value: 0)
    replays.shutdownGracefully { _ in stopped.signal() }
    let limit = DispatchTime.now() + .seconds(WebLimits.stopSeconds)
    guard stopped.wait(timeout: limit) == .success else { return }
    try? group.syncShutdownGracefully()
  }
}

/// The state that all connections of a server share.
struct WebParts: Sendable {
  let options: WebOptions
  let service: WebService
  let replays: NIOThreadPool
  let places: ReplayPlaces
  let log: Logger

  init(_ options: WebOptions, replays: NIOThreadPool, log: Logger) {
    self.options = options
    self.replays = replays
    self.log = log
    service = WebService(options)
    places = ReplayPlaces()
  }

  /// The paths at which a daemon may listen: while the demo runs, that of the demo.
  private var sockets: [String] { options.demo?.socket.map { [$0] } ?? options.sockets }

  /// Configures a new connection for HTTP, with a possible upgrade to a WebSocket.
  func configure(_ channel: any Channel) throws {
    guard let port = channel.localAddress?.port else {
      channel.close(promise: nil)
      return
    }
    let entrance = RequestGuard(port: port, token: options.token, origins: options.origins)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: WebLimits.frame, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let request = WebRequest(head)
        let isWelcome = request.target?.path == ["ws"] && entrance.judge(request.claims) == .allowed
        return channel.eventLoop.makeSucceededFuture(
          isWelcome ? HTTPHeaders(WebAnswer.commonHeaders) : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            PageSocketHandler(sockets: sockets, log: log))
        }
      })
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = WebLimits.headers
    limits.maxHeaderListSize = WebLimits.headers
    limits.maxHeaderFieldCount = 100
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          // The pipeline now belongs to a WebSocket.
          let handler = try? context.pipeline.syncOperations.handler(type: RequestHandler.self)
          if let handler { context.pipeline.syncOperations.removeHandler(handler, promise: nil) }
        }
      ),
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
    try channel.pipeline.syncOperations.addHandler(
      RequestHandler(entrance: entrance, parts: self))
  }
}

extension HTTPHeaders {
  /// Converts the headers of an answer.
  init(_ headers: [WebAnswer.Header]) {
    self.init(headers.map { ($0.name, $0.value) })
  }
}

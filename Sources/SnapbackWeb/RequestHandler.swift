import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Receives the requests of one HTTP connection, one after another, and answers them.
///
/// The states are waiting, receiving and answering, and then waiting again. After the last request,
/// or an invalid or oversized one, the state is leaving.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The reply to a request.
  private enum Reply {
    case answer(WebAnswer)
    case replay(ReplayOrder)
    case text(TextOrder)
    case demo

    /// Whether the body of the request is needed.
    var takesBody: Bool {
      switch self {
      case .replay, .text: true
      case .answer, .demo: false
      }
    }
  }

  private enum State {
    case waiting
    case receiving(Reply, count: Int, body: [UInt8])
    case answering
    case leaving
  }

  private let entrance: RequestGuard
  private let parts: WebParts
  private var state = State.waiting
  /// Whether the connection stays open after the current request.
  private var keepsAlive = false
  private var version = HTTPVersion.http1_1
  private var deadline: Scheduled<Void>?
  private var replay: ReplayStream?
  /// Whether to read more as soon as the client accepts its answers.
  private var isReadWaiting = false
  /// Whether the connection is closed.
  private(set) var isGone = false

  init(entrance: RequestGuard, parts: WebParts) {
    self.entrance = entrance
    self.parts = parts
  }

  func handlerAdded(context: ChannelHandlerContext) {
    setDeadline(WebLimits.requestSeconds, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    isGone = true
    deadline?.cancel()
    replay?.stop()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (Self.unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let part), .receiving(let reply, let count, var body)):
      let count = count + part.readableBytes
      guard count <= WebLimits.body else { return refuseBody(context) }
      if reply.takesBody { body += part.readableBytesView }
      state = .receiving(reply, count: count, body: body)
    case (.end, .receiving(let reply, _, let body)): finish(reply, body, context)
    default: break
    }
  }

  /// Reads from the client, but not while the client does not read its answers.
  func read(context: ChannelHandlerContext) {
    isReadWaiting = !context.channel.isWritable
    if !isReadWaiting { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if isReadWaiting { read(context: context) }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionGate.Goodbye { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // NIO has already answered with 400, so only close the connection.
    case is HTTPParserError: leave(context)
    // Next, NIO delivers the refused upgrade as an ordinary request, which is then answered.
    case is NIOWebSocketUpgradeError: break
    default: context.close(promise: nil)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    // Before HTTP/1.1, the end of an answer of unknown length can be marked only by closing the
    // connection.
    keepsAlive = head.isKeepAlive && head.version == .http1_1
    version = head.version
    let reply = decide(WebRequest(head))
    state = .receiving(reply, count: 0, body: [])
    let announced = head.headers["Content-Length"].first.flatMap(UInt64.init(_:)) ?? 0
    guard announced <= UInt64(clamping: WebLimits.body) else { return refuseBody(context) }
    if head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
      let go = HTTPResponseHead(version: version, status: .continue)
      context.writeAndFlush(Self.wrapOutboundOut(.head(go)), promise: nil)
    }
  }

  private func decide(_ request: WebRequest) -> Reply {
    switch entrance.judge(request.claims) {
    case .allowed: break
    case .foreignHost:
      return .answer(.error(403, "wrong host; use 127.0.0.1"))
    case .foreignOrigin:
      let hint = "--allow-origin allows WebSockets of other origins"
      return .answer(
        .error(403, "foreign origin; use a page of this server or a bearer token; \(hint)"))
    case .noToken:
      return .answer(
        .error(401, "the token is missing or wrong; open the address that snapback-web printed"))
    }
    guard let target = request.target else {
      return .answer(.error(400, "the path or the query cannot be read"))
    }
    do throws(WebRoute.Fault) {
      let hasSite = parts.options.site != nil
      switch try WebRoute(method: request.method, target: target, hasSite: hasSite) {
      case .enter(let address):
        let cookie = WebAnswer.Header(name: "Set-Cookie", value: entrance.cookie)
        return .answer(.redirect(to: address, headers: [cookie]))
      case .site(let path): return .answer(parts.service.siteFile(path))
      case .file(let shelf, let name): return .answer(parts.service.file(shelf, name))
      case .about: return .answer(parts.service.about())
      case .scene(let name): return .answer(parts.service.sceneText(name))
      case .replay(let order): return .replay(order)
      case .edited: return .answer(parts.service.editedText())
      case .text(let order): return .text(order)
      case .demo: return .demo
      case .socket:
        var answer = WebAnswer.error(426, "this path takes WebSockets only, one per connection")
        answer.headers.append(.init(name: "Upgrade", value: "websocket"))
        return .answer(answer)
      }
    } catch {
      switch error {
      case .notFound: return .answer(.error(404, "there is no such path"))
      case .bad(let reason): return .answer(.error(400, reason))
      case .method(let allowed):
        var answer = WebAnswer.error(405, "this path takes \(allowed)")
        answer.headers.append(.init(name: "Allow", value: allowed))
        return .answer(answer)
      }
    }
  }

  private func finish(_ reply: Reply, _ body: [UInt8], _ context: ChannelHandlerContext) {
    state = .answering
    switch reply {
    case .answer(let answer): send(answer, context)
    // The thread of the event loop lasts as long as the server, so the demo may be started on it.
    case .demo: send(parts.service.startDemo(), context)
    case .text(let order): carryOut(order, body, context)
    case .replay(let order):
      deadline?.cancel()
      guard let place = parts.places.take() else {
        var answer = WebAnswer.error(
          503, "\(WebLimits.replays) replays are under way; try again when one has ended")
        answer.headers.append(.init(name: "Retry-After", value: "1"))
        return send(answer, context)
      }
      let stream = ReplayStream(
        place: place, sink: NIOLoopBound((self, context), eventLoop: context.eventLoop))
      replay = stream
      let service = parts.service
      parts.replays.submit { state in
        if state == .active { stream.run(order, body, service) }
      }
    }
  }
}

/// Sends answers.
extension RequestHandler {
  /// Carries out an order with a text on a thread for replays, because reading a scene takes time,
  /// and answers it.
  private func carryOut(_ order: TextOrder, _ body: [UInt8], _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let sink = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let service = parts.service
    parts.replays.submit { state in
      let answer =
        state == .active ? service.answer(order, body) : .error(503, "snapback-web is stopping")
      sink.eventLoop.execute {
        let (handler, context) = sink.value
        if !handler.isGone { handler.send(answer, context) }
      }
    }
  }

  /// Sends a complete answer.
  func send(_ answer: WebAnswer, _ context: ChannelHandlerContext) {
    replay = nil
    setDeadline(WebLimits.answerSeconds, context)
    beginAnswer(
      answer, headers: [.init(name: "Content-Length", value: "\(answer.body.count)")], context)
    if !answer.body.isEmpty {
      context.write(
        Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    endAnswer(context)
  }

  /// Sends the head of an answer.
  func beginAnswer(
    _ answer: WebAnswer, headers: [WebAnswer.Header], _ context: ChannelHandlerContext
  ) {
    var all = HTTPHeaders(answer.allHeaders + headers)
    if !answer.body.isEmpty || headers.isEmpty { all.add(name: "Content-Type", value: answer.type) }
    if !keepsAlive { all.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: version, status: .init(statusCode: answer.status), headers: all)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  /// Sends a part of an answer's body. The future completes when the kernel has accepted the bytes.
  func sendPart(_ bytes: [UInt8], _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))))
  }

  /// Ends an answer. Closes the connection unless it stays open for further requests.
  func endAnswer(_ context: ChannelHandlerContext) {
    replay = nil
    // Change the state first, because the next request may arrive immediately.
    let isLast = !keepsAlive
    if !isLast {
      state = .waiting
      setDeadline(WebLimits.requestSeconds, context)
    }
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    if isLast { leave(context) }
  }

  /// Answers that the body is too large. Discards the rest of the body.
  private func refuseBody(_ context: ChannelHandlerContext) {
    keepsAlive = false
    send(.error(413, "a request may have at most \(WebLimits.body) bytes"), context)
  }

  /// Closes the writing side of the connection after all output has been sent. Then discards input
  /// until the other side closes, for at most ``WebLimits/closeSeconds``: if the connection were
  /// closed with unread input, the other side could lose the answer.
  private func leave(_ context: ChannelHandlerContext) {
    if case .leaving = state { return }
    state = .leaving
    setDeadline(WebLimits.closeSeconds, context)
    context.flush()
    context.close(mode: .output, promise: nil)
  }

  private func setDeadline(_ seconds: Int64, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
      context.close(promise: nil)
    }
  }
}

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
    let isSocket = target?.path == ["ws"]
    claims = RequestGuard.Claims(
      hosts: head.headers["Host"], origins: head.headers["Origin"],
      authorizations: head.headers["Authorization"], cookies: head.headers["Cookie"],
      queryTokens: target?.query.filter { $0.name == "token" }.map(\.value) ?? [],
      isActing: method != "GET" || isSocket, isSocket: isSocket)
  }
}

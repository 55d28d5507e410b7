import Logging
import NIOCore
import NIOPosix
import NIOWebSocket
import SnapbackLinux

/// Connects a browser's WebSocket to the daemon. Each WebSocket has its own connection to the
/// daemon.
///
/// The states are connecting, open and closing. Each side is read only as fast as the other side
/// accepts data. So buffers are limited, and the daemon's rules for slow clients also apply to
/// browsers.
///
/// The first message of the browser selects the encoding. If it is a text message, each message in
/// either direction is text and contains one line. If it is binary, bytes are passed through
/// unchanged in both directions.
final class PageSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private enum State {
    case connecting
    case open(daemon: any Channel)
    case closing
  }

  private enum Encoding {
    case lines
    case bytes
  }

  private let sockets: [String]
  private let log: Logger
  private var state = State.connecting
  private var context: ChannelHandlerContext?
  private var encoding: Encoding?
  /// Whether the last message of the browser is incomplete.
  private var isInMessage = false
  /// Whether the last line of the daemon is incomplete.
  private var isInLine = false
  /// The WebSocket frames that were received before the daemon was connected.
  private var early: [WebSocketFrame] = []
  /// Whether to read from the daemon as soon as the browser accepts more data.
  private var isDaemonWaiting = false
  /// Whether to read from the browser as soon as the daemon accepts more data.
  private var isPageWaiting = false
  private var deadline: Scheduled<Void>?

  /// Makes a handler that connects to the first of `sockets` at which a daemon listens.
  init(sockets: [String], log: Logger) {
    self.sockets = sockets
    self.log = log
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    connect(to: sockets[...], refusals: [])
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    closeDaemon()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    closeDaemon()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    switch state {
    case .connecting: early.append(frame)
    case .open(let daemon): take(frame, daemon)
    case .closing: if frame.opcode == .connectionClose { context.close(promise: nil) }
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if case .open(let daemon) = state { daemon.flush() }
    context.flush()
    readPage()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, case .open(let daemon) = state, isDaemonWaiting {
      isDaemonWaiting = false
      daemon.read()
    }
    if isPageWaiting { readPage() }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionGate.Goodbye { close(.goingAway, "snapback-web is stopping") }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      let reason = "a message has more than \(WebLimits.frame) bytes"
      if encoding != .bytes, !isInLine {
        send(.text, isLast: true, ByteBuffer(bytes: WebAnswer.tooLong(reason)))
      }
      close(.messageTooLarge, reason)
    case is NIOWebSocketError: close(.protocolError, "invalid frame")
    default: context.close(promise: nil)
    }
  }

  private func readPage() {
    guard let context else { return }
    switch state {
    case .connecting: isPageWaiting = true
    case .open(let daemon):
      // Pongs are written to the browser, so do not read from a browser that does not read.
      isPageWaiting = !daemon.isWritable || !context.channel.isWritable
      if !isPageWaiting { context.read() }
    case .closing: context.read()
    }
  }

  private func take(_ frame: WebSocketFrame, _ daemon: any Channel) {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return close(.protocolError, "browser frames must be masked, without extensions")
    }
    switch frame.opcode {
    case .text, .binary:
      guard !isInMessage else {
        return close(.protocolError, "a message began before the last one ended")
      }
      let kind: Encoding = frame.opcode == .text ? .lines : .bytes
      guard kind == encoding ?? kind else {
        return close(
          .unacceptableData, "all messages must be text, or all binary, like the first")
      }
      encoding = kind
      pass(frame, daemon)
    case .continuation:
      guard isInMessage else { return close(.protocolError, "no message to continue") }
      pass(frame, daemon)
    case .ping:
      context?.write(
        Self.wrapOutboundOut(
          WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
    case .pong: break
    case .connectionClose: answerClose(frame)
    default: close(.protocolError, "unknown frame type")
    }
  }

  private func pass(_ frame: WebSocketFrame, _ daemon: any Channel) {
    isInMessage = !frame.fin
    daemon.write(frame.unmaskedData, promise: nil)
    if frame.fin, encoding == .lines { daemon.write(ByteBuffer(string: "\n"), promise: nil) }
  }

  private func send(_ opcode: WebSocketOpcode, isLast: Bool, _ data: ByteBuffer) {
    context?.write(
      Self.wrapOutboundOut(WebSocketFrame(fin: isLast, opcode: opcode, data: data)), promise: nil)
  }
}

// MARK: - Closing

extension PageSocketHandler {
  /// Sends a WebSocket close frame to the browser. Closes the connection after
  /// ``WebLimits/closeSeconds`` if the browser has not answered.
  fileprivate func close(_ code: WebSocketErrorCode, _ reason: String) {
    guard let context else { return }
    if case .closing = state { return }
    closeDaemon()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(Self.fitting(reason))
    send(.connectionClose, isLast: true, data)
    context.flush()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(
      in: .seconds(WebLimits.closeSeconds)
    ) { context.close(promise: nil) }
    context.read()
  }

  /// Answers the browser's WebSocket close frame and closes the connection.
  private func answerClose(_ frame: WebSocketFrame) {
    guard let context else { return }
    closeDaemon()
    var data = frame.unmaskedData
    // Return the code without the reason. A browser may omit both.
    let code = data.readSlice(length: 2) ?? ByteBuffer()
    let answer = WebSocketFrame(fin: true, opcode: .connectionClose, data: code)
    context.writeAndFlush(Self.wrapOutboundOut(answer)).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  private func closeDaemon() {
    let last = state
    // Set the state first, because closing the connection to the daemon notifies this handler
    // immediately.
    state = .closing
    if case .open(let daemon) = last { daemon.close(promise: nil) }
  }

  /// The longest prefix of a reason that fits into a close frame: 123 bytes.
  private static func fitting(_ reason: String) -> String {
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return text
  }
}

// MARK: - The daemon

extension PageSocketHandler {
  private func connect(to sockets: ArraySlice<String>, refusals: [String]) {
    guard let context else { return }
    guard let path = sockets.first else {
      let reason = refusals.joined(separator: "; ")
      log.info("no daemon for a browser: \(reason)")
      return close(.init(codeNumber: 1013), reason)
    }
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    ClientBootstrap(group: context.eventLoop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(
        .writeBufferWaterMark, value: .init(low: WebLimits.waiting / 2, high: WebLimits.waiting)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(DaemonHandler(page: page.value))
        }
      }
      .connect(unixDomainSocketPath: path)
      .assumeIsolated().whenComplete { result in
        switch result {
        case .success(let daemon): self.joined(daemon)
        case .failure(let error):
          let code = (error as? IOError)?.errnoCode
          let refusal = code.map { SystemError("no daemon at \(path)", code: $0).description }
          self.connect(
            to: sockets.dropFirst(), refusals: refusals + [refusal ?? "no daemon at \(path)"])
        }
      }
  }

  private func joined(_ daemon: any Channel) {
    guard case .connecting = state, context != nil else {
      daemon.close(promise: nil)
      return
    }
    state = .open(daemon: daemon)
    let frames = early
    early = []
    for frame in frames {
      guard case .open = state else { break }
      take(frame, daemon)
    }
    guard case .open = state else { return }
    daemon.flush()
    daemon.read()
    readPage()
  }

  /// Forwards bytes from the daemon to the browser.
  func fromDaemon(_ bytes: ByteBuffer) {
    guard case .open = state else { return }
    guard encoding != .bytes else { return send(.binary, isLast: true, bytes) }
    var rest = bytes
    // Send parts of a line as they arrive, so that no line has to be buffered.
    while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest.readSlice(length: end - rest.readerIndex) ?? ByteBuffer()
      rest.moveReaderIndex(forwardBy: 1)
      send(isInLine ? .continuation : .text, isLast: true, line)
      isInLine = false
    }
    guard rest.readableBytes > 0 else { return }
    send(isInLine ? .continuation : .text, isLast: false, rest)
    isInLine = true
  }

  /// Handles that all available bytes of the daemon have been read.
  func daemonPaused(_ daemon: any Channel) {
    guard let context else { return }
    context.flush()
    if context.channel.isWritable {
      daemon.read()
    } else {
      isDaemonWaiting = true
    }
  }

  /// Handles that the connection to the daemon starts or stops accepting bytes.
  func daemonWritabilityChanged() {
    if isPageWaiting { readPage() }
  }

  /// Handles that the daemon has disconnected.
  func daemonClosed() {
    guard case .open = state else { return }
    close(.goingAway, "the daemon has closed the connection")
  }
}

/// Passes events of the connection to the daemon to the ``PageSocketHandler``.
private final class DaemonHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let page: PageSocketHandler

  init(page: PageSocketHandler) {
    self.page = page
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    page.fromDaemon(Self.unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    page.daemonPaused(context.channel)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    page.daemonWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    page.daemonClosed()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

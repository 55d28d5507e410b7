import NIOCore

/// Counts connections and closes those beyond the limit. Notifies all connections when the server
/// stops.
final class ConnectionGate: ChannelInboundHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel

  /// The event that every connection receives when the server stops.
  struct Goodbye: Sendable {}

  private var open: [ObjectIdentifier: any Channel] = [:]

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let child = Self.unwrapInboundIn(data)
    guard open.count < WebLimits.connections else {
      child.close(promise: nil)
      return
    }
    let key = ObjectIdentifier(child)
    open[key] = child
    child.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { _ in
      self.open[key] = nil
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    for child in open.values { child.pipeline.fireUserInboundEventTriggered(Goodbye()) }
    context.fireChannelInactive()
  }
}

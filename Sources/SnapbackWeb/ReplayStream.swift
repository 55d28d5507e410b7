import NIOConcurrencyHelpers
import NIOCore

/// A replay that runs on its own thread. It sends its lines to a connection no faster than the
/// browser reads them.
final class ReplayStream: @unchecked Sendable {
  /// The error that stops a replay: the browser has disconnected, or does not read.
  private struct Stopped: Error {}

  typealias Sink = NIOLoopBound<(RequestHandler, ChannelHandlerContext)>

  private let place: ReplayPlaces.Place
  private let sink: Sink
  /// The lock for the mutable properties. Its value is true while more lines may be sent.
  private let room = ConditionLock(value: true)
  private var underWay = 0
  private var isStopped = false

  init(place: ReplayPlaces.Place, sink: Sink) {
    self.place = place
    self.sink = sink
  }

  /// Stops the replay. It sends no further lines.
  func stop() {
    room.lock()
    isStopped = true
    room.unlock(withValue: true)
  }

  /// Reads the files, plays the recording and sends the lines. Blocks until the replay ends.
  func run(_ order: ReplayOrder, _ body: [UInt8], _ service: WebService) {
    defer { place.free() }
    let replay: PreparedReplay
    do throws(ServiceFault) {
      replay = try service.prepare(order, body: body)
    } catch {
      return answer(error)
    }
    do throws(Stopped) {
      let fault = try replay.run(
        { bytes throws(Stopped) in try send(bytes) }, start: { () throws(Stopped) in begin() })
      if let fault { return answer(fault) }
      onLoop { $0.endAnswer($1) }
    } catch {
      onLoop { $1.close(promise: nil) }
    }
  }

  private func answer(_ fault: ServiceFault) {
    onLoop { $0.send(fault.answer, $1) }
  }

  private func begin() {
    let head = WebAnswer.document([], type: WebAnswer.lines)
    onLoop { $0.beginAnswer(head, headers: [], $1) }
  }

  /// Waits until more bytes may be in transit, then sends lines. Throws if the replay was stopped,
  /// or if the wait is longer than ``WebLimits/answerSeconds``.
  private func send(_ bytes: [UInt8]) throws(Stopped) {
    guard room.lock(whenValue: true, timeoutSeconds: Double(WebLimits.answerSeconds)) else {
      throw Stopped()
    }
    let goesOn = !isStopped
    underWay += bytes.count
    room.unlock(withValue: isStopped || underWay < WebLimits.waiting)
    guard goesOn else { throw Stopped() }
    onLoop { handler, context in
      handler.sendPart(bytes, context).whenComplete { _ in self.took(bytes.count) }
    }
  }

  private func took(_ count: Int) {
    room.lock()
    underWay -= count
    room.unlock(withValue: isStopped || underWay < WebLimits.waiting)
  }

  private func onLoop(
    _ body: @escaping @Sendable (RequestHandler, ChannelHandlerContext) -> Void
  ) {
    let sink = sink
    sink.eventLoop.execute {
      let (handler, context) = sink.value
      if !handler.isGone { body(handler, context) }
    }
  }
}

/// Limits the number of simultaneous replays.
final class ReplayPlaces: Sendable {
  private let taken = NIOLockedValueBox(0)

  /// A slot for a replay. Free it exactly once.
  struct Place: Sendable {
    fileprivate let places: ReplayPlaces

    func free() { places.taken.withLockedValue { $0 -= 1 } }
  }

  /// Takes a slot. Nil if all slots are in use.
  func take() -> Place? {
    taken.withLockedValue { count in
      guard count < WebLimits.replays else { return nil }
      count += 1
      return Place(places: self)
    }
  }
}

public import SnapbackDocument
import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// Touches that clients inject, one stream of contacts a client.
///
/// A client numbers its contacts as it likes. Each gets an id of its own from
/// ``Contact/firstInjectedID`` on when it begins, so it never meets a contact of a device or of
/// another client. A frame waits here until its moment; ``next(at:)`` hands it on.
public struct TouchInjector: Sendable {
  /// A client's contacts.
  fileprivate struct Stream: Sendable {
    var client: UInt64
    /// The time of its last frame.
    var last: Instant
    /// The contacts that are down by what it has sent, by its own numbers.
    var down: [(number: Int, id: UInt64)] = []
    /// The contacts that are down by what was handed on, with where they are.
    var known: [Contact] = []
    var waiting: [TouchFrame] = []
  }

  private var streams: [Stream] = []
  private var nextID = Contact.firstInjectedID

  /// No touches.
  public init() {}

  /// Takes the value of an `inject` message, or throws and takes none of it.
  ///
  /// - Parameters:
  ///   - body: `{touches: [{id, phase, x, y}], time?}`; its own `id` is not regarded.
  ///   - client: who sends it, by a number of the caller's.
  ///   - now: the moment, which holds where the message has none.
  public mutating func add(
    _ body: DocumentNode, from client: UInt64, at now: Instant
  ) throws(ControlError) {
    let touches: [Touch]
    let time: Instant
    do throws(DocumentError) {
      (touches, time) = try Self.read(body, at: now)
    } catch {
      throw ControlError(error)
    }
    let place = streams.firstIndex { $0.client == client }
    var stream = place.map { streams[$0] } ?? Stream(client: client, last: .zero)
    guard time.seconds(since: now).magnitude <= ControlLimits.touchLead else {
      throw ControlError(
        .badMessage,
        "the time is over \(ControlLimits.touchLead) s from now, which is \(now.nanoseconds)")
    }
    guard time >= stream.last else {
      throw ControlError(
        .badMessage, "the time is before that of the last touches, \(stream.last.nanoseconds)")
    }
    guard stream.waiting.count < ControlLimits.waitingTouchFrames else {
      throw ControlError(
        .limit, "\(ControlLimits.waitingTouchFrames) touch frames wait for their moment")
    }
    var (frame, id) = (TouchFrame(time: time), nextID)
    for touch in touches { frame.contacts.append(try stream.take(touch, &id)) }
    stream.waiting.append(frame)
    stream.last = time
    nextID = id
    if let place { streams[place] = stream } else { streams.append(stream) }
  }

  /// The next touches whose moment has come, or nil; those of one moment in the order of clients.
  public mutating func next(at now: Instant) -> TouchFrame? {
    var first: Int?
    for index in streams.indices {
      guard let frame = streams[index].waiting.first, frame.time <= now else { continue }
      if let other = first, streams[other].waiting[0].time <= frame.time { continue }
      first = index
    }
    guard let first else { return nil }
    let frame = streams[first].waiting.removeFirst()
    streams[first].follow(frame)
    return frame
  }

  /// When touches are due that wait; nil when none do.
  public var nextMoment: Instant? {
    streams.compactMap { $0.waiting.first?.time }.min()
  }

  /// Forgets a client that has gone; returns what takes its contacts away, nil when none are down.
  public mutating func cancelAll(for client: UInt64, at now: Instant) -> TouchFrame? {
    guard let index = streams.firstIndex(where: { $0.client == client }) else { return nil }
    let stream = streams.remove(at: index)
    guard !stream.known.isEmpty else { return nil }
    return TouchFrame(
      time: now,
      contacts: stream.known.map {
        Contact(id: $0.id, phase: .cancelled, position: $0.position)
      })
  }

  // MARK: Reading

  fileprivate struct Touch {
    var number: Int
    var phase: Contact.Phase
    var position: Point
  }

  /// The phases that a message can name.
  private enum PhaseWord: String, CaseIterable { case began, moved, ended, cancelled }

  private static func read(
    _ body: DocumentNode, at now: Instant
  ) throws(DocumentError) -> ([Touch], Instant) {
    let file = "inject"
    var reader = try ObjectReader(body, file: file)
    var touches: [Touch] = []
    for node in try reader.array("touches", count: 1...ControlLimits.contacts) {
      var object = try ObjectReader(node, file: file)
      let phase: Contact.Phase =
        switch try object.oneOf("phase", PhaseWord.self) {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        }
      let touch = Touch(
        number: try object.integer("id"), phase: phase,
        position: Point(
          x: try object.number("x", in: -1e6...1e6), y: try object.number("y", in: -1e6...1e6)))
      try object.finish()
      guard !touches.contains(where: { $0.number == touch.number }) else {
        throw node.error("a contact stands once in a moment", file: file)
      }
      touches.append(touch)
    }
    // A number of JSON tells nanoseconds apart for 104 days; after that it is near enough.
    let time = try reader.optionalNumber("time", in: 0...9e18)
    try reader.finish(alsoKnown: ["id"])
    return (touches, time.map { Instant(nanoseconds: UInt64(saturating: $0)) } ?? now)
  }
}

extension TouchInjector.Stream {
  /// Regards a touch that its client has sent; a contact that begins takes `id`.
  fileprivate mutating func take(
    _ touch: TouchInjector.Touch, _ id: inout UInt64
  ) throws(ControlError) -> Contact {
    let place = down.firstIndex { $0.number == touch.number }
    guard touch.phase == .began else {
      guard let place else {
        throw ControlError(.unknownName, "no contact \(touch.number) of yours is down")
      }
      let contact = Contact(id: down[place].id, phase: touch.phase, position: touch.position)
      if touch.phase != .moved { down.remove(at: place) }
      return contact
    }
    guard place == nil else {
      throw ControlError(.conflict, "contact \(touch.number) is down already")
    }
    guard down.count < ControlLimits.contacts else {
      throw ControlError(.limit, "\(ControlLimits.contacts) contacts of yours are down already")
    }
    down.append((touch.number, id))
    defer { id += 1 }
    return Contact(id: id, phase: .began, position: touch.position)
  }

  /// Regards touches that are handed on.
  fileprivate mutating func follow(_ frame: TouchFrame) {
    for contact in frame.contacts {
      known.removeAll { $0.id == contact.id }
      if contact.phase == .began || contact.phase == .moved { known.append(contact) }
    }
  }
}

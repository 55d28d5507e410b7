public import SnapbackBasics
public import SnapbackDocument
public import SnapbackTouches

/// Schedules the touches that clients inject, with one stream of contacts per client.
///
/// Clients choose their own contact ids. Each new contact gets a unique id from
/// ``Contact/firstInjectedID`` on, so the id cannot collide with that of a device's or another
/// client's contact. A touch frame waits until its time; ``next(at:)`` then returns that frame.
public struct TouchInjector: Sendable {
  /// The contacts and waiting touch frames of a client.
  fileprivate struct Stream: Sendable {
    var client: UInt64
    /// The time of the last touch frame that the client sent.
    var last: Instant
    /// The contacts that are down after the frames received so far: the client's number and the
    /// assigned id.
    var down: [(number: Int, id: UInt64)] = []
    /// The contacts that are down after the frames returned so far, with their positions.
    var known: [Contact] = []
    var waiting: [TouchFrame] = []
  }

  private var streams: [Stream] = []
  private var nextID = Contact.firstInjectedID

  /// Creates an injector without touches.
  public init() {}

  /// Adds the touches of an `inject` message. Throws and adds no touch if any touch is invalid.
  ///
  /// - Parameters:
  ///   - body: `{touches: [{id, phase, x, y}], time?}`; its own `id` is ignored.
  ///   - client: the id of the client.
  ///   - now: the current time, used if the message contains no time.
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
        "the time is over \(ControlLimits.touchLead) s away from now, \(now.nanoseconds)")
    }
    guard time >= stream.last else {
      throw ControlError(
        .badMessage, "the time is before that of the last touches, \(stream.last.nanoseconds)")
    }
    guard stream.waiting.count < ControlLimits.waitingTouchFrames else {
      throw ControlError(
        .limit, "\(ControlLimits.waitingTouchFrames) touch frames are already waiting")
    }
    var (frame, id) = (TouchFrame(time: time), nextID)
    for touch in touches { frame.contacts.append(try stream.record(touch, &id)) }
    stream.waiting.append(frame)
    stream.last = time
    nextID = id
    if let place { streams[place] = stream } else { streams.append(stream) }
  }

  /// Returns the next touch frame that is due at `now`; nil if none is due. Of frames with equal
  /// times, the one of the client that injected first is returned first.
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

  /// The time of the next waiting touch frame; nil if no frame is waiting.
  public var nextMoment: Instant? {
    streams.compactMap { $0.waiting.first?.time }.min()
  }

  /// Removes a disconnected client. Returns the touch frame that cancels the client's contacts; nil
  /// if none of them is down.
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

  private static func read(
    _ body: DocumentNode, at now: Instant
  ) throws(DocumentError) -> ([Touch], Instant) {
    let file = "inject"
    var reader = try ObjectReader(body, file: file)
    var touches: [Touch] = []
    for node in try reader.array("touches", count: 1...ControlLimits.contacts) {
      var object = try ObjectReader(node, file: file)
      let phase = try object.oneOf("phase", ContactPhase.self)
      let touch = Touch(
        number: try object.integer("id"), phase: phase,
        position: Point(
          x: try object.number("x", in: -1e6...1e6), y: try object.number("y", in: -1e6...1e6)))
      try object.finish()
      guard !touches.contains(where: { $0.number == touch.number }) else {
        throw node.error("a message may contain each contact only once", file: file)
      }
      touches.append(touch)
    }
    // Times in JSON numbers are exact to the nanosecond for 104 days. Later times are rounded by a
    // negligible amount.
    let time = try reader.optionalNumber("time", in: 0...9e18)
    try reader.finish(alsoKnown: ["id"])
    return (touches, time.map { Instant(nanoseconds: UInt64(saturating: $0)) } ?? now)
  }
}

extension TouchInjector.Stream {
  /// Records a touch from the client. A contact that begins gets the id `id`, which is then
  /// incremented.
  fileprivate mutating func record(
    _ touch: TouchInjector.Touch, _ id: inout UInt64
  ) throws(ControlError) -> Contact {
    let place = down.firstIndex { $0.number == touch.number }
    guard touch.phase == .began else {
      guard let place else {
        throw ControlError(.unknownName, "your contact \(touch.number) is not down")
      }
      let contact = Contact(id: down[place].id, phase: touch.phase, position: touch.position)
      if touch.phase != .moved { down.remove(at: place) }
      return contact
    }
    guard place == nil else {
      throw ControlError(.conflict, "contact \(touch.number) is already down")
    }
    guard down.count < ControlLimits.contacts else {
      throw ControlError(.limit, "\(ControlLimits.contacts) of your contacts are already down")
    }
    down.append((touch.number, id))
    defer { id += 1 }
    return Contact(id: id, phase: .began, position: touch.position)
  }

  /// Updates the known contacts after a frame was returned.
  fileprivate mutating func follow(_ frame: TouchFrame) {
    for contact in frame.contacts {
      known.removeAll { $0.id == contact.id }
      if contact.phase == .began || contact.phase == .moved { known.append(contact) }
    }
  }
}

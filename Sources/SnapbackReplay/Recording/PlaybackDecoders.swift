public import SnapbackBasics
public import SnapbackTouches

/// The decoders of a playback's devices. As in the daemon, touches are ignored while a pen of the
/// same device group is near.
public struct PlaybackDecoders: Sendable {
  private var decoders: [DeviceDecoder]
  private var gates: [TouchGate]
  /// The group of each device.
  private let groups: [String]
  private let hasPens: Bool
  /// The touch frames, not yet returned, that cancel touches because a pen has come near.
  private var cancelled: [(device: Int, frame: TouchFrame)] = []

  /// Creates the decoders of a playback.
  public init(
    _ playback: Playback, screen: Size, rotation: PanelRotation, firstContact: UInt64 = 1
  ) {
    decoders = playback.decoders(screen: screen, rotation: rotation, firstContact: firstContact)
    gates = decoders.map { _ in TouchGate() }
    groups = playback.devices.map(\.device.usualGroup)
    hasPens = decoders.contains { $0.kind == .pen }
  }

  /// The indices of the devices.
  public var indices: Range<Int> { decoders.indices }

  /// The highest of the devices' next contact ids.
  public var nextContactID: UInt64 { decoders.map(\.nextContactID).max() ?? 1 }

  /// Maps positions onto another screen from the next frame on.
  public mutating func map(onto screen: Size, rotation: PanelRotation) {
    for index in decoders.indices { decoders[index].map(onto: screen, rotation: rotation) }
  }

  /// Sets whether the decoders' notes also report everything that the filters delay and drop.
  public mutating func setExplains(_ explains: Bool) {
    for index in decoders.indices { decoders[index].setExplains(explains) }
  }

  /// Removes and returns the notes of a device's decoder since the last call.
  public mutating func drainNotes(of device: Int) -> [DecoderNote] {
    decoders[device].drainNotes()
  }

  /// Consumes an event of a device. Returns the touch frame that the event completes, if any.
  ///
  /// The event may also cancel touches of other devices. ``due(by:)`` then returns those devices at
  /// once.
  public mutating func consume(_ event: InputEvent, of device: Int) -> TouchFrame? {
    guard hasPens else { return decoders[device].consume(event) }
    if gates[device].opens(at: event.time) { _ = decoders[device].cancelAll(at: event.time) }
    let frame = decoders[device].consume(event)
    if decoders[device].kind == .pen, event.endsFrame {
      followPens(of: groups[device], at: event.time)
    }
    return gates[device].isOpen ? frame : nil
  }

  private mutating func followPens(of group: String, at time: Instant) {
    let members = decoders.indices.filter { groups[$0] == group }
    let isNear = members.contains { decoders[$0].isPenNear }
    for index in members
    where decoders[index].kind == .touchscreen || decoders[index].kind == .touchpad {
      guard gates[index].follow(penIsNear: isNear, at: time),
        let frame = decoders[index].cancelAll(at: time)
      else { continue }
      cancelled.append((index, frame))
    }
  }

  /// Returns the next device that has a touch frame due by `time` without a further event, and the
  /// time of that frame; nil if there is none. Before each event, the caller must advance the
  /// returned device and call this method again, until the result is nil.
  public func due(by time: Instant) -> (device: Int, time: Instant)? {
    if let (device, frame) = cancelled.first { return (device, frame.time) }
    return Playback.due(decoders, by: time).map { (device: $0.decoder, time: $0.time) }
  }

  /// Advances the device that is due. Returns its touch frame, if any.
  public mutating func advance(_ device: Int, to time: Instant) -> TouchFrame? {
    if !cancelled.isEmpty { return cancelled.removeFirst().frame }
    let frame = decoders[device].advance(to: time)
    return gates[device].isOpen ? frame : nil
  }

  /// Cancels all contacts of a device. Returns the touch frame that cancels them; nil if no contact
  /// is down or the device's touches are ignored.
  public mutating func cancelAll(_ device: Int, at time: Instant) -> TouchFrame? {
    let frame = decoders[device].cancelAll(at: time)
    return gates[device].isOpen ? frame : nil
  }
}

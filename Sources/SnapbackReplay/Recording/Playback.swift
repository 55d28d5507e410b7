public import SnapbackBasics
public import SnapbackTouches

/// The playable devices of a recording, and their events on one clock that never steps back.
///
/// All devices that point are played: touchscreens, touchpads, pens, mice. If there is none, the
/// first device that can be decoded is played. The first event is at time zero. A backward step of
/// the recording's clock by more than a tenth of a second means that the clock was set; playback
/// time then continues without the step. Smaller backward steps come from drivers; playback time is
/// then constant until the clock has caught up.
public struct Playback: Sendable {
  /// An event and the device that sent it.
  public struct Step: Sendable {
    /// The index of the device in ``Playback/devices``.
    public var device: Int
    /// The event, with its playback time.
    public var event: InputEvent
  }

  /// The largest backward step of the clock, in nanoseconds, that is attributed to a driver. A
  /// larger step means that the clock was set.
  public static let settingLimit: UInt64 = 100_000_000
  /// How long after the last event a decoder may still report changes, in seconds. For example, the
  /// contact of a tap on a touchpad ends 0.18 s after the finger has lifted.
  public static let settleTime = 0.25
  /// The difference between the first contact ids of one device and the next.
  static let contactStep: UInt64 = 1 << 32

  /// The streams to play, with the position ranges from the rules.
  public let devices: [RecordedStream]
  /// The settings of each device, according to the rules.
  public let settings: [DeviceSettings]
  /// The events of all devices in playback order.
  public let steps: [Step]
  /// The state of each device at the start.
  private let starts: [[Start]]

  /// A value of a device at the start, and the time until which that value is only assumed.
  private struct Start: Sendable {
    var value: InitialValue
    var assumedUntil: Instant
  }

  /// Creates the playback of a recording. Returns nil if the recording has no device that can be
  /// decoded and is not ignored by a rule.
  ///
  /// A path in a rule is compared with the path of the device's node in the recording.
  public init?(_ recording: Recording, rules: [DeviceRule] = []) {
    let placed = recording.streams.compactMap { Self.device($0, rules) }
    let touching = placed.filter { ($0.settings.kind ?? $0.stream.device.kind).touches }
    let played = touching.isEmpty ? Array(placed.prefix(1)) : touching
    guard !played.isEmpty else { return nil }
    devices = played.map(\.stream)
    settings = played.map(\.settings)
    let start = devices.compactMap { $0.events.first?.time }.min() ?? .zero
    let times = devices.map { Self.times(of: $0.events, from: start) }
    starts = zip(devices, times).map { stream, times in
      stream.start.map {
        Start(value: $0.value, assumedUntil: $0.event.map { times[$0] } ?? .zero)
      }
    }
    steps = Self.merged(times, devices)
  }

  /// Returns a stream and its settings according to the rules; nil if the device cannot be played.
  private static func device(
    _ stream: RecordedStream, _ rules: [DeviceRule]
  ) -> (stream: RecordedStream, settings: DeviceSettings)? {
    var settings = DeviceSettings()
    for rule in rules where rule.match.matches(stream.device, leads: { $0 == stream.node }) {
      rule.apply(to: &settings)
    }
    let screen = Size(width: 1, height: 1)
    guard settings.isIgnored != true,
      DeviceDecoder(profile: stream.device, settings: settings, screen: screen) != nil
    else { return nil }
    var stream = stream
    stream.device = stream.device.ranged(by: settings.ranges)
    return (stream, settings)
  }

  /// Returns the kind as which a device is played.
  public func kind(of device: Int) -> DeviceKind {
    settings[device].kind ?? devices[device].device.kind
  }

  /// The time of the last step.
  public var duration: Instant { steps.last?.event.time ?? .zero }

  /// Creates a decoder for each device, on a screen of `screen` points.
  ///
  /// `firstContact` is the first contact id of the first device; the ids of each further device
  /// begin 2³² higher. If `isRaw` is true, the decoders report raw contacts: nothing is filtered,
  /// touchpads report their fingers instead of a cursor, and each device covers the whole screen.
  public func decoders(
    screen: Size, rotation: PanelRotation, firstContact: UInt64 = 1, isRaw: Bool = false
  ) -> [DeviceDecoder] {
    var contact = firstContact
    return devices.indices.compactMap { index in
      defer { contact &+= Self.contactStep }
      return decoder(index, rotation, screen, firstContact: contact, isRaw: isRaw)
    }
  }

  /// Returns a decoder in the state of its device at the start of the recording.
  private func decoder(
    _ index: Int, _ rotation: PanelRotation, _ screen: Size, firstContact: UInt64, isRaw: Bool
  ) -> DeviceDecoder? {
    var settings = settings[index]
    if isRaw {
      settings.filter = .off
      settings.output = nil
      if kind(of: index) == .touchpad { settings.kind = .touchscreen }
    }
    guard
      var decoder = DeviceDecoder(
        profile: devices[index].device, settings: settings, screen: screen, rotation: rotation,
        firstContact: firstContact)
    else { return nil }
    for start in starts[index] {
      let value = start.value
      decoder.seed(
        slot: value.slot, type: value.type, code: value.code, value: value.value,
        assumedUntil: start.assumedUntil)
    }
    return decoder
  }

  /// Returns the decoder with the earliest deadline up to `time`; nil if there is none.
  ///
  /// `decoders` are the result of ``decoders(screen:rotation:firstContact:isRaw:)``. Before each
  /// step, the caller must advance the returned decoder and call this method again, until the
  /// result is nil.
  public static func due(
    _ decoders: [DeviceDecoder], by time: Instant
  ) -> (decoder: Int, time: Instant)? {
    var first: (decoder: Int, time: Instant)?
    for index in decoders.indices {
      guard let deadline = decoders[index].deadline, deadline <= time else { continue }
      if let known = first, known.time <= deadline { continue }
      first = (index, deadline)
    }
    return first
  }

  /// Returns the playback time of each event.
  private static func times(of events: [InputEvent], from start: Instant) -> [Instant] {
    // The offset subtracted from each stamp, as the bits of a signed number.
    var offset = start.nanoseconds
    var latest: UInt64 = 0
    return events.map { event in
      let stamp = event.time.nanoseconds
      let reading = stamp &- offset
      let isBehind = Int64(bitPattern: reading &- latest) < 0
      if isBehind, latest &- reading > settingLimit {
        offset = stamp &- latest
      } else if !isBehind {
        latest = reading
      }
      return Instant(nanoseconds: latest)
    }
  }

  /// Merges the events of all devices by time; events of the same time keep the order of the
  /// devices.
  private static func merged(_ times: [[Instant]], _ devices: [RecordedStream]) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(times.reduce(0) { $0 + $1.count })
    var places = times.map { _ in 0 }
    while true {
      var next: Int?
      for index in times.indices where places[index] < times[index].count {
        guard let chosen = next else {
          next = index
          continue
        }
        if times[index][places[index]] < times[chosen][places[chosen]] { next = index }
      }
      guard let next else { return steps }
      var event = devices[next].events[places[next]]
      event.time = times[next][places[next]]
      steps.append(Step(device: next, event: event))
      places[next] += 1
    }
  }
}

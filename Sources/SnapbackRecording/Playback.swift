public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// The devices of a recording that can be played, and their events on one time that never steps
/// back.
///
/// Played are all devices that point: touchscreens, touchpads, pens, mice. Where there is none, the
/// first device with positions is. The first event is at time zero. Where the recording's clock
/// steps back by more than a tenth of a second it was set: time goes on from there. Lesser steps
/// are those of drivers, and wait until the clock has caught up.
public struct Playback: Sendable {
  /// An event, and which of ``devices`` sent it.
  public struct Step: Sendable {
    /// The place of the device in ``Playback/devices``.
    public var device: Int
    /// The event, at the time at which it is to be played.
    public var event: InputEvent
  }

  /// A step back of the clock up to this is a driver's; beyond it the clock was set.
  public static let settingLimit: UInt64 = 100_000_000
  /// How long after the last event a decoder may still have something to say, in seconds: a tap on
  /// a touchpad is over 0.18 s after the finger has lifted.
  public static let settleTime = 0.25
  /// How far apart the contact ids of two devices begin.
  static let contactStep: UInt64 = 1 << 32

  /// The streams that are played.
  public let devices: [RecordedStream]
  /// The events of all of them, in the order in which they are to be played.
  public let steps: [Step]

  /// What can be played of a recording; nil when no device points at anything.
  public init?(_ recording: Recording) {
    let placed = recording.streams.filter {
      Self.decoder($0, .none, Size(width: 1, height: 1)) != nil
    }
    let touching = placed.filter(\.device.kind.touches)
    devices = touching.isEmpty ? Array(placed.prefix(1)) : touching
    guard !devices.isEmpty else { return nil }
    let start = devices.compactMap { $0.events.first?.time }.min() ?? .zero
    steps = Self.merged(devices.map { Self.times(of: $0.events, from: start) }, devices)
  }

  /// The time of the last step.
  public var duration: Instant { steps.last?.event.time ?? .zero }

  /// A decoder for each device, on a screen of `screen` points.
  ///
  /// `firstContact` is the id of the first contact of the first device; each device's ids begin
  /// 2³² further. With `isRaw` they tell what touches the devices and not what is made of it:
  /// nothing is filtered, and touchpads report their fingers and no cursor.
  public func decoders(
    screen: Size, rotation: PanelRotation, firstContact: UInt64 = 1, isRaw: Bool = false
  ) -> [DeviceDecoder] {
    var contact = firstContact
    return devices.compactMap { stream in
      defer { contact &+= Self.contactStep }
      return Self.decoder(stream, rotation, screen, firstContact: contact, isRaw: isRaw)
    }
  }

  private static func decoder(
    _ stream: RecordedStream, _ rotation: PanelRotation, _ screen: Size, firstContact: UInt64 = 1,
    isRaw: Bool = false
  ) -> DeviceDecoder? {
    var settings = DeviceSettings()
    if isRaw { settings.filter = .off }
    let isPad = stream.device.kind == .touchpad
    guard
      var decoder = DeviceDecoder(
        profile: stream.device, settings: settings, screen: screen, rotation: rotation,
        firstContact: firstContact, kind: isRaw && isPad ? .touchscreen : nil)
    else { return nil }
    seed(&decoder, stream)
    return decoder
  }

  /// Tells a decoder what the device held when the recording began.
  private static func seed(_ decoder: inout DeviceDecoder, _ stream: RecordedStream) {
    for value in stream.start {
      decoder.seed(slot: value.slot, type: value.type, code: value.code, value: value.value)
    }
  }

  /// The decoder whose deadline is the first up to `time`; nil when there is none.
  ///
  /// The decoders are those of ``decoders(screen:rotation:firstContact:)``. Whoever plays the
  /// steps asks before each, and advances that decoder, until none is left.
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

  /// When each event is to be played.
  private static func times(of events: [InputEvent], from start: Instant) -> [Instant] {
    // What is taken from each stamp, as the bits of a signed number.
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

  /// The events of all devices by their times; at the same time in the order of the devices.
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

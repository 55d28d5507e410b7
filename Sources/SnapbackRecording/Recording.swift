public import SnapbackTiming
public import SnapbackTouches

/// What one device said, from its description to its last event.
public struct RecordedStream: Hashable, Sendable {
  /// The device that was recorded.
  public var device: DeviceProfile
  /// The path of its node while it was recorded; nil when the file does not say.
  public var node: String?
  /// What it held when the recording began, as far as the file says.
  public var initial: [InitialValue]
  /// The events in the order in which the kernel sent them; times count from ``Recording/origin``.
  public var events: [InputEvent]

  /// A stream by its parts.
  public init(
    device: DeviceProfile, node: String? = nil, initial: [InitialValue] = [],
    events: [InputEvent] = []
  ) {
    self.device = device
    self.node = node
    self.initial = initial
    self.events = events
  }
}

/// A value that a device held when its recording began: a switch, a light, an axis of a slot.
public struct InitialValue: Hashable, Sendable {
  /// The slot, for a contact's axes; nil for everything else.
  public var slot: Int32?
  /// The event type, `EV_…`.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// A value by its parts.
  public init(slot: Int32? = nil, type: UInt16, code: UInt16, value: Int32) {
    self.slot = slot
    self.type = type
    self.code = code
    self.value = value
  }
}

/// What one or more devices said, on one clock.
public struct Recording: Hashable, Sendable {
  /// The devices in the order of the file; at least one.
  public private(set) var streams: [RecordedStream]
  /// What the recording's clock said at time zero of the events, in nanoseconds.
  ///
  /// Readers choose the least stamp of the file. Clocks that differ, and one that is set while it
  /// records, make it negative.
  public var origin: Int64
  /// The time of day at time zero of the events, in nanoseconds since 1970; nil when not known.
  public var unixTime: Int64?

  /// A recording of one device.
  public init(device: DeviceProfile, events: [InputEvent]) {
    self.init(streams: [RecordedStream(device: device, events: events)])
  }

  /// A recording of several devices; without any it is one of a device without a name.
  public init(streams: [RecordedStream], origin: Int64 = 0, unixTime: Int64? = nil) {
    self.streams = streams.isEmpty ? [RecordedStream(device: DeviceProfile(name: ""))] : streams
    self.origin = origin
    self.unixTime = unixTime
  }

  /// The first device.
  public var device: DeviceProfile { streams[0].device }

  /// The events of the first device.
  public var events: [InputEvent] { streams[0].events }

  /// The time of the last event of all.
  public var duration: Instant {
    var latest = Instant.zero
    for stream in streams {
      for event in stream.events { latest = max(latest, event.time) }
    }
    return latest
  }
}

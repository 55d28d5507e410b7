public import SnapbackBasics
public import SnapbackTouches

/// The recording of one device: its description and its events.
public struct RecordedStream: Hashable, Sendable {
  /// The device that was recorded.
  public var device: DeviceProfile
  /// The path of the device's node during the recording; nil if the file does not contain the path.
  public var node: String?
  /// The device's state at the start of the recording, as far as the file contains it.
  public var initial: [InitialValue]
  /// The events in the order in which the kernel sent them. Their times are relative to
  /// ``Recording/origin``.
  public var events: [InputEvent]

  /// Creates a stream from its parts.
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

/// A value of a device at the start of its recording, such as that of a switch, a light or an axis
/// of a slot.
public struct InitialValue: Hashable, Sendable {
  /// The slot, for a contact's axes; nil for everything else.
  public var slot: Int32?
  /// The event type, `EV_…`.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// Creates a value from its parts.
  public init(slot: Int32? = nil, type: UInt16, code: UInt16, value: Int32) {
    self.slot = slot
    self.type = type
    self.code = code
    self.value = value
  }
}

/// A recording of one or more devices, on one clock.
public struct Recording: Hashable, Sendable {
  /// The devices in file order; at least one.
  public private(set) var streams: [RecordedStream]
  /// The value of the recording's clock at the events' time zero, in nanoseconds.
  ///
  /// Readers use the lowest time stamp in the file. The origin can be negative if clocks differ or
  /// a clock is set during the recording.
  public var origin: Int64
  /// The time of day at the events' time zero, in nanoseconds since 1970; nil if unknown.
  public var unixTime: Int64?

  /// Creates a recording of one device.
  public init(device: DeviceProfile, events: [InputEvent]) {
    self.init(streams: [RecordedStream(device: device, events: events)])
  }

  /// Creates a recording of several devices. An empty list gives a recording of one device without
  /// a name.
  public init(streams: [RecordedStream], origin: Int64 = 0, unixTime: Int64? = nil) {
    self.streams = streams.isEmpty ? [RecordedStream(device: DeviceProfile(name: ""))] : streams
    self.origin = origin
    self.unixTime = unixTime
  }

  /// The first device.
  public var device: DeviceProfile { streams[0].device }

  /// The events of the first device.
  public var events: [InputEvent] { streams[0].events }

  /// The latest time of an event of any device.
  public var duration: Instant {
    var latest = Instant.zero
    for stream in streams {
      for event in stream.events { latest = max(latest, event.time) }
    }
    return latest
  }
}

public import SnapbackTiming
public import SnapbackTouches

/// What a device said, from its description to its last event.
public struct Recording: Sendable {
  /// The device that was recorded.
  public var device: DeviceProfile
  /// The events in the order in which the kernel sent them; times count from the first.
  public var events: [InputEvent]

  /// A recording by its parts.
  public init(device: DeviceProfile, events: [InputEvent]) {
    self.device = device
    self.events = events
  }

  /// The time of the last event.
  public var duration: Instant { events.map(\.time).max() ?? .zero }
}

/// Where and why a recording cannot be read.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// The line, from 1; nil when no line is at fault.
  public var line: Int?
  /// What is wrong and what to do about it.
  public var message: String

  /// One line: `file:line: message`.
  public var description: String {
    "\(file):\(line.map { "\($0):" } ?? "") \(message)"
  }
}

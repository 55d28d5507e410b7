public import SnapbackBasics

/// A message from the daemon, in either encoding.
///
/// Views are identified by their indices in the last snapshot. Numbers have the precision of the
/// encoding: lengths in live messages have three decimals in text and 32 bits in the binary
/// encoding.
public enum ServerMessage: Hashable, Sendable {
  /// The answer to a hello.
  case welcome(Welcome)
  /// The whole scene.
  case snapshot(SceneSnapshot)
  /// The states of views that changed.
  case frame(FrameUpdate)
  /// The looks of all views that have one, at a time.
  case looks(time: Instant, views: [ViewLook])
  /// The motion of channels from now on.
  case segment(SegmentUpdate)
  /// A step of a gesture. Its view is −1 if the last snapshot has no view of that name.
  case gesture(GestureEvent)
  /// An event of an action, a release or a view.
  case event(SceneEvent)
  /// A decision about input, and its reason.
  case decision(InputDecision)
  /// The layout rectangles that a layout pass changed.
  case layout(LayoutEvent)
  /// A transaction has finished or settled.
  case done(TransactionEvent)
  /// Nothing will change without new input.
  case idle(sequence: UInt64, time: Instant)
  /// Some events were dropped. A snapshot follows.
  case lagged(dropped: UInt64)
  /// The reason for which the daemon closes the connection.
  case error(code: String, message: String)
  /// The answer to a ping.
  case pong(id: UInt64, now: Instant)
  /// A device was added or removed.
  case device(DeviceChange)
  /// The contacts of a touch frame.
  case touch(time: Instant, contacts: [TouchContact])
  /// The size in bytes of the shared memory for frames. Its descriptors accompany the message.
  case sharedMemory(size: UInt64)
  /// A message that is text in both encodings, such as a reply: the name and the JSON of the
  /// message.
  case text(name: String, json: [UInt8])
  /// The name or number of a message of a later version.
  case unknown(String)
}

/// The whole scene at one moment.
public struct SceneSnapshot: Hashable, Sendable {
  /// The number of the message among the snapshots, frames, segments and `idle` messages of the
  /// connection.
  public var sequence: UInt64
  /// The time at which the values are valid.
  public var time: Instant
  /// The revision: the number of scene frames so far in which something changed.
  public var revision: UInt64
  /// The epoch: a number that increases with each change that invalidates the clients' copies of
  /// the scene.
  public var epoch: UInt64
  /// The screen.
  public var screen: ScreenDescription
  /// The appearances of the views. Parents come before children; later siblings are in front.
  public var appearances: [ViewAppearance]
  /// The states of the views, in the same order.
  public var states: [ViewState]

  /// Adds a view. Its state gets the corner radius of the appearance.
  mutating func append(_ appearance: ViewAppearance, _ state: ViewState) {
    appearances.append(appearance)
    states.append(state)
    states[states.count - 1].cornerRadius = appearance.cornerRadius
  }
}

/// A frame: the states of the views that changed.
public struct FrameUpdate: Hashable, Sendable {
  /// The number of the message among the snapshots, frames, segments and `idle` messages of the
  /// connection.
  public var sequence: UInt64
  /// The time at which the values are valid.
  public var time: Instant
  /// The time at which the values were computed. Equal to `time` if the message does not contain
  /// it.
  public var computed: Instant
  /// The revision: the number of scene frames so far in which something changed.
  public var revision: UInt64
  /// The views.
  public var views: [ViewUpdate]
}

/// The part of a frame that describes one view.
public struct ViewUpdate: Hashable, Sendable {
  /// The parts of a state that a message can contain separately.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The bits, as in binary messages.
    public let rawValue: UInt16
    /// Creates a set of parts from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The layout rectangle.
    public static let frame = Parts(rawValue: 1)
    /// The transform.
    public static let transform = Parts(rawValue: 2)
    /// The matrix.
    public static let toScreen = Parts(rawValue: 4)
    /// Opacity, color and visibility.
    public static let appearance = Parts(rawValue: 8)
    /// The radius of the corners.
    public static let cornerRadius = Parts(rawValue: 128)
    /// The part of the look that can move.
    public static let look = Parts(rawValue: 256)
    /// The parts that all views have.
    public static let all: Parts = [.frame, .transform, .toScreen, .appearance]
  }

  /// The index of the view in the last snapshot.
  public var view: Int
  /// The parts that the message contains. Other parts have not changed.
  public var parts: Parts
  /// The state. Its velocities are always valid; other values are valid only if ``parts`` includes
  /// them.
  public var state: ViewState
  /// The part of the look that can move; nil if the message does not contain it.
  public var look: MovingLook?

  /// Copies the contained parts and the velocities into the known state.
  public func apply(to known: inout ViewState) {
    if parts.contains(.frame) { known.frame = state.frame }
    if parts.contains(.transform) { known.transform = state.transform }
    if parts.contains(.toScreen) { known.toScreen = state.toScreen }
    if parts.contains(.appearance) {
      known.alpha = state.alpha
      known.color = state.color
      known.isVisible = state.isVisible
    }
    if parts.contains(.cornerRadius) {
      known.cornerRadius = state.cornerRadius
      known.hasMovingRadius = true
    }
    known.frameVelocity = state.frameVelocity
    known.translationVelocity = state.translationVelocity
    known.rotationVelocity = state.rotationVelocity
    known.scaleVelocity = state.scaleVelocity
    known.shearVelocity = state.shearVelocity
  }
}

/// A segment: the motion of channels from a time on.
public struct SegmentUpdate: Hashable, Sendable {
  /// The number of the message among the snapshots, frames, segments and `idle` messages of the
  /// connection.
  public var sequence: UInt64
  /// The time from which the segment is valid.
  public var time: Instant
  /// The revision: the number of scene frames so far in which something changed.
  public var revision: UInt64
  /// Whether the segment is sent ahead of its time. The client then applies it at its time, unless
  /// another segment arrives before.
  public var isAhead = false
  /// The channels.
  public var channels: [ToldMotion]
}

/// The motion of one channel.
public struct ToldMotion: Hashable, Sendable {
  /// The motion, without the terms that could not be decoded.
  public var motion: ChannelMotion
  /// Whether the whole motion was decoded. If not, the client draws the channel from frames.
  public var isWhole: Bool

  /// Creates a decoded motion.
  public init(motion: ChannelMotion, isWhole: Bool) {
    self.motion = motion
    self.isWhole = isWhole
  }
}

/// A device that was added or removed.
public struct DeviceChange: Hashable, Sendable {
  /// The direction of the change.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The device was removed.
    case removed
    /// The device was present when the client connected, or was added.
    case added
  }

  /// The id of the device, constant until it is removed.
  public var id: UInt64
  /// Whether the device was added or removed.
  public var phase: Phase
  /// The name that the device reports.
  public var name: String
  /// The kind of device, such as "touchscreen".
  public var kind: String

  /// Creates a change.
  public init(id: UInt64, phase: Phase, name: String, kind: String) {
    self.id = id
    self.phase = phase
    self.name = name
    self.kind = kind
  }
}

extension Instant {
  /// The moment that a message tells in nanoseconds; nil if the message does not have it.
  init?(told nanoseconds: UInt64?) {
    guard let nanoseconds else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}

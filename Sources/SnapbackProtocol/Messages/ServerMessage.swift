public import SnapbackBasics

/// A message from the daemon, in either encoding.
///
/// Views are indices into the last snapshot. Numbers have the precision of the message: lengths of
/// live messages have three decimals in text and 32 bits in binary.
public enum ServerMessage: Hashable, Sendable {
  /// The answer to a hello.
  case welcome(Welcome)
  /// The whole scene.
  case snapshot(SceneSnapshot)
  /// Views that changed.
  case frame(FrameUpdate)
  /// The motion of channels from now on.
  case segment(SegmentUpdate)
  /// A step of a gesture; its view is −1 if the last snapshot has no view of that name.
  case gesture(GestureEvent)
  /// A decision about input, and its reason.
  case decision(InputDecision)
  /// The frames that a layout pass changed.
  case layout(LayoutEvent)
  /// An end of a transaction.
  case done(TransactionEvent)
  /// Nothing will change without new input.
  case idle(sequence: UInt64, time: Instant)
  /// Some events were dropped; a snapshot follows.
  case lagged(dropped: UInt64)
  /// The reason why the daemon closes the connection.
  case error(code: String, message: String)
  /// The answer to a ping.
  case pong(id: UInt64, now: Instant)
  /// A device was added or removed.
  case device(DeviceChange)
  /// The contacts of a touch frame.
  case touch(time: Instant, contacts: [TouchContact])
  /// The size in bytes of shared memory for frames; its descriptors accompany the message.
  case sharedMemory(size: UInt64)
  /// A message that is text in both encodings, such as a reply: its name and its JSON.
  case text(name: String, json: [UInt8])
  /// The name or number of a message of a later version.
  case unknown(String)
}

/// The whole scene at one moment.
public struct SceneSnapshot: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The time that the values are for.
  public var time: Instant
  /// Counts the changes of the scene.
  public var revision: UInt64
  /// Counts the changes that clients could not follow.
  public var epoch: UInt64
  /// The screen.
  public var screen: ScreenDescription
  /// The appearances of the views, parents first, later siblings in front.
  public var appearances: [ViewAppearance]
  /// The states of the views, in the same order.
  public var states: [ViewState]
}

/// The views that changed.
public struct FrameUpdate: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The time that the values are for.
  public var time: Instant
  /// The time when they were computed; equal to `time` if the message does not say.
  public var computed: Instant
  /// Counts the changes of the scene.
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
    /// Parts with these bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The frame.
    public static let frame = Parts(rawValue: 1)
    /// The transform.
    public static let transform = Parts(rawValue: 2)
    /// The matrix.
    public static let toScreen = Parts(rawValue: 4)
    /// Opacity, color and visibility.
    public static let appearance = Parts(rawValue: 8)
    /// All of these.
    public static let all: Parts = [.frame, .transform, .toScreen, .appearance]
  }

  /// The index of the view in the last snapshot.
  public var view: Int
  /// The parts that the message contains; the others have not changed.
  public var parts: Parts
  /// The state. Its velocities are always valid, the rest only as far as ``parts`` includes it.
  public var state: ViewState

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
    known.frameVelocity = state.frameVelocity
    known.translationVelocity = state.translationVelocity
    known.rotationVelocity = state.rotationVelocity
    known.scaleVelocity = state.scaleVelocity
    known.shearVelocity = state.shearVelocity
  }
}

/// The motion of channels from a time on.
public struct SegmentUpdate: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The time from which it is valid.
  public var time: Instant
  /// Counts the changes of the scene.
  public var revision: UInt64
  /// Whether it is sent ahead of its time: the client keeps it until then, unless another segment
  /// arrives.
  public var isAhead = false
  /// The channels.
  public var channels: [ToldMotion]
}

/// The motion of one channel.
public struct ToldMotion: Hashable, Sendable {
  /// The motion, without the terms that could not be decoded.
  public var motion: ChannelMotion
  /// Whether all of it was decoded; if not, the client draws the channel from frames.
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
  /// Whether it was added or removed.
  public var phase: Phase
  /// Its name, as the device reports it.
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

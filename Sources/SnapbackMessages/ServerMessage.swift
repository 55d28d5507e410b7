public import SnapbackFrames
public import SnapbackTiming

/// A message of the daemon, whichever encoding it came in.
///
/// Views are by their place in the last snapshot. Numbers are as they came: lengths of live
/// messages have three decimals in text and 32 bits in binary.
public enum ServerMessage: Hashable, Sendable {
  /// The answer to a hello.
  case welcome(Welcome)
  /// Everything.
  case snapshot(SceneSnapshot)
  /// Views that changed.
  case frame(FrameUpdate)
  /// What channels do from now on.
  case segment(SegmentUpdate)
  /// A step of a gesture; its view is −1 where the last snapshot has none of that name.
  case gesture(GestureEvent)
  /// A decision about input, and its reason.
  case decision(InputDecision)
  /// What a layout pass did.
  case layout(LayoutUpdate)
  /// An end of a transaction.
  case done(TransactionEnd)
  /// Nothing will change without new input.
  case idle(sequence: UInt64, time: Instant)
  /// So many events were dropped; a snapshot follows.
  case lagged(dropped: UInt64)
  /// Why the connection is about to be closed.
  case error(code: String, message: String)
  /// The answer to a ping.
  case pong(id: UInt64, now: Instant)
  /// A device has come or gone.
  case device(DeviceChange)
  /// The contacts of a touch frame.
  case touch(time: Instant, contacts: [TouchContact])
  /// Memory that frames are written to, in bytes; its descriptors come beside the message.
  case sharedMemory(size: UInt64)
  /// A message that is text in both encodings, such as a reply: its name, and its JSON.
  case text(name: String, json: [UInt8])
  /// A message of a later version, by its name or its number.
  case unknown(String)
}

/// Everything about a scene at one moment.
public struct SceneSnapshot: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The moment that the values are for.
  public var time: Instant
  /// Counts the changes of the scene.
  public var revision: UInt64
  /// Counts what clients could not follow.
  public var epoch: UInt64
  /// The screen.
  public var screen: ScreenDescription
  /// What the views are, parents first, later siblings in front.
  public var appearances: [ViewAppearance]
  /// Where they are, in the same order.
  public var states: [ViewState]
}

/// The views that changed.
public struct FrameUpdate: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The moment that the values are for.
  public var time: Instant
  /// When they were computed; the same moment where nothing else was said.
  public var computed: Instant
  /// Counts the changes of the scene.
  public var revision: UInt64
  /// The views.
  public var views: [ViewUpdate]
}

/// What a frame says of a view.
public struct ViewUpdate: Hashable, Sendable {
  /// The parts of a state that can be said without the others.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The bits, as in binary messages.
    public let rawValue: UInt16
    /// Parts by their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The frame.
    public static let frame = Parts(rawValue: 1)
    /// The transform.
    public static let transform = Parts(rawValue: 2)
    /// The matrix.
    public static let toScreen = Parts(rawValue: 4)
    /// Opacity, color and whether it is there.
    public static let appearance = Parts(rawValue: 8)
    /// All of these.
    public static let all: Parts = [.frame, .transform, .toScreen, .appearance]
  }

  /// The view, by its place in the last snapshot.
  public var view: Int
  /// What is said; the rest has not changed.
  public var parts: Parts
  /// The state, of which the velocities hold always and the rest where ``parts`` says so.
  public var state: ViewState

  /// Writes what is said into what was known.
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

/// What channels do from a moment on.
public struct SegmentUpdate: Hashable, Sendable {
  /// Counts the snapshots, frames, segments and idles of the connection.
  public var sequence: UInt64
  /// The moment from which on it holds.
  public var time: Instant
  /// Counts the changes of the scene.
  public var revision: UInt64
  /// Whether it is sent ahead of its time: it is kept until then, unless another segment comes.
  public var isAhead = false
  /// The channels.
  public var channels: [ToldMotion]
}

/// What one channel does.
public struct ToldMotion: Hashable, Sendable {
  /// The motion, without what was not understood.
  public var motion: ChannelMotion
  /// Whether all of it was understood; if not, the channel is to be drawn from frames.
  public var isWhole: Bool

  /// A motion that was told.
  public init(motion: ChannelMotion, isWhole: Bool) {
    self.motion = motion
    self.isWhole = isWhole
  }
}

/// What a layout pass did to frames.
public struct LayoutUpdate: Hashable, Sendable {
  /// When.
  public var time: Instant
  /// The transaction that it was in, if any.
  public var transaction: UInt64?
  /// The views whose frames changed.
  public var changes: [FrameChange]
}

/// One of the two ends of a transaction.
public struct TransactionEnd: Hashable, Sendable {
  /// The same for both ends.
  public var id: UInt64
  /// When.
  public var time: Instant
  /// Whether nothing of it moves any more, and not only what was asked for is made.
  public var isSettled: Bool
  /// Whether some of it was taken away before.
  public var isInterrupted: Bool
}

/// A device that has come or gone.
public struct DeviceChange: Hashable, Sendable {
  /// The same from its coming to its going.
  public var id: UInt64
  /// Whether it has come.
  public var isThere: Bool
  /// Its name.
  public var name: String
  /// What it is, such as "touchscreen".
  public var kind: String
}

public import SnapbackTiming

/// The answer to a hello: who the daemon is, and what the client was granted.
public struct Welcome: Hashable, Sendable {
  /// What may be asked, a bit each, by its number in binary messages.
  public struct Roles: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16
    /// Roles by their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The scene, and what becomes of it.
    public static let view = Roles(rawValue: 1)
    /// Where fingers are.
    public static let viewTouches = Roles(rawValue: 2)
    /// Commands that change the scene.
    public static let control = Roles(rawValue: 4)
    /// Fingers that are a program's.
    public static let inject = Roles(rawValue: 8)
    /// The names in messages, by the bits.
    public static let names = ["view", "view-touches", "control", "inject"]
  }

  /// What will be sent, a bit each, by its number in binary messages.
  public struct Features: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Features by their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Frames.
    public static let frames = Features(rawValue: 1)
    /// Motions in closed form.
    public static let segments = Features(rawValue: 2)
    /// Steps of gestures.
    public static let gestures = Features(rawValue: 4)
    /// Contacts.
    public static let touches = Features(rawValue: 8)
    /// What layout passes did.
    public static let layout = Features(rawValue: 16)
    /// Ends of transactions.
    public static let done = Features(rawValue: 32)
    /// Devices that come and go.
    public static let devices = Features(rawValue: 64)
    /// Questions how large a text is.
    public static let measure = Features(rawValue: 128)
    /// Frames wait until others were presented.
    public static let acknowledgement = Features(rawValue: 256)
    /// The names in messages, by the bits.
    public static let names = [
      "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "ack",
    ]
  }

  /// What times are.
  public enum Clock: UInt8, Hashable, Sendable, CaseIterable {
    /// `CLOCK_MONOTONIC` of the machine.
    case monotonic
    /// A recording that is played at another speed.
    case replay

    /// Its name in messages.
    public var name: String { self == .monotonic ? "monotonic" : "replay" }
  }

  /// When frames are sent.
  public enum Pacing: UInt8, Hashable, Sendable, CaseIterable {
    /// At a rate while something changes.
    case timer
    /// When the client asks.
    case pull
    /// As soon as something changes.
    case push

    /// Its name in messages.
    public var name: String {
      switch self {
      case .timer: "timer"
      case .pull: "pull"
      case .push: "push"
      }
    }
  }

  /// The version of the protocol.
  public var version: UInt16 = 1
  /// What times are.
  public var clock = Clock.monotonic
  /// The time of the answer.
  public var now: Instant
  /// Another one for each start of the daemon.
  public var session: UInt64
  /// Counts within the session, from 1, what clients could not follow.
  public var epoch: UInt64
  /// The most frames per second.
  public var rate: Double
  /// What the client may ask.
  public var roles: Roles
  /// What it will be sent.
  public var features: Features
  /// When it will be sent frames.
  public var pacing = Pacing.timer
  /// How many frames may be unacknowledged; 0 where none has to be acknowledged.
  public var unacknowledged: UInt32 = 0

  /// A welcome on the monotonic clock, paced by a timer.
  public init(
    now: Instant, session: UInt64, epoch: UInt64, rate: Double, roles: Roles, features: Features
  ) {
    self.now = now
    self.session = session
    self.epoch = epoch
    self.rate = rate
    self.roles = roles
    self.features = features
  }
}

public import SnapbackTiming

/// The answer to a hello: who the daemon is, and what the client was granted.
public struct Welcome: Hashable, Sendable {
  /// What times are.
  public enum Clock: UInt8, Hashable, Sendable, CaseIterable {
    /// `CLOCK_MONOTONIC` of the machine.
    case monotonic
    /// A recording that is played at another speed.
    case replay

    /// Its name in messages.
    public var name: String { self == .monotonic ? "monotonic" : "replay" }
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
  public var roles: Role
  /// What it will be sent.
  public var features: Feature
  /// When it will be sent frames.
  public var pacing = Pacing.timer
  /// How many frames may be unacknowledged; 0 where none has to be acknowledged.
  public var unacknowledged: UInt32 = 0

  /// A welcome on the monotonic clock, paced by a timer.
  public init(
    now: Instant, session: UInt64, epoch: UInt64, rate: Double, roles: Role, features: Feature
  ) {
    self.now = now
    self.session = session
    self.epoch = epoch
    self.rate = rate
    self.roles = roles
    self.features = features
  }
}

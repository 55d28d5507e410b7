public import SnapbackBasics

/// The answer to a hello: the daemon's properties, and the roles and features granted to the
/// client.
public struct Welcome: Hashable, Sendable {
  /// The clock of the times in messages.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// `CLOCK_MONOTONIC` of the machine.
    case monotonic
    /// The clock of a recording that is played at another speed.
    case replay
  }

  /// The version of the protocol.
  public var version: UInt16 = 1
  /// The clock of all times in messages.
  public var clock = Clock.monotonic
  /// The time of the answer.
  public var now: Instant
  /// The id of the session; it differs for each start of the daemon.
  public var session: UInt64
  /// The epoch: starts at 1 in each session, and increases with each change that invalidates the
  /// clients' copies of the scene.
  public var epoch: UInt64
  /// The maximum number of frames per second.
  public var rate: Double
  /// The roles of the client.
  public var roles: Role
  /// The features that the client will receive.
  public var features: Feature
  /// The trigger of the frames that the client receives.
  public var pacing = Pacing.timer
  /// The maximum number of unacknowledged frames; 0 if frames are not acknowledged.
  public var unacknowledged: UInt32 = 0

  /// Creates a welcome on the monotonic clock with timer pacing.
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

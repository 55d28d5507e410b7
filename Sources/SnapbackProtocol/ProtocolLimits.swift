public import SnapbackTiming

/// Every limit of the protocol, with the code of the error that tells of it.
///
/// A limit is there so that one client cannot take memory or time from the others. None can be
/// configured.
public enum ProtocolLimits {
  // MARK: Connections

  /// The most clients at once. Code `too-many-clients`.
  public static let clients = 256
  /// The most clients at once of a user who is not trusted. Code `too-many-clients`.
  public static let clientsPerUser = 64
  /// How long a client may take for its hello, in seconds. Code `no-hello`.
  public static let helloSeconds = 5
  /// The same in nanoseconds.
  public static let helloNanoseconds: UInt64 = 5_000_000_000
  /// The most connections that are accepted in one turn of the loop; the rest wait in the kernel.
  public static let acceptsPerTurn = 16
  /// What the kernel is asked to queue for a client, in bytes. No error: queued frames are stale.
  public static let sendBuffer: Int32 = 16 << 10

  // MARK: From the client

  /// The longest line or payload from a client, in bytes, without the newline or header. Code
  /// `too-long`.
  public static let message = 64 << 10
  /// The same for a trusted client; messages over ``message`` are read by the worker. It is the
  /// longest document, `DocumentLimits.maximumByteCount`; a test holds them together.
  public static let trustedMessage = 1 << 20
  /// How deep arrays and objects may be nested in a message. Code `bad-message`.
  ///
  /// It is `DocumentLimits.maximumDepth`; a test holds them together.
  public static let nesting = 64
  /// The most patterns in `views` of a hello. Code `bad-message`.
  public static let viewPatterns = 1000
  /// The most elements in `versions` and `want` of a hello. Code `bad-message`.
  public static let helloElements = 100
  /// The most of a client's name that is kept, in Unicode scalars; the rest is cut off.
  public static let nameScalars = 64
  /// The rates that can be asked for, in frames per second. Code `bad-message`.
  public static let rates: ClosedRange<Double> = 1...1000
  /// The processor time that all clients together get in one turn of the loop, in nanoseconds;
  /// work that is begun within it is finished. Devices are read before the next turn.
  public static let turnNanoseconds: UInt64 = 4_000_000
  /// The processor time that one client's requests get before the next client is served, in
  /// nanoseconds; a request that is begun within it is finished.
  public static let requestNanoseconds: UInt64 = 500_000
  /// The most `inspect` of one client in a second. Code `limit`.
  public static let inspections = 10
  /// How far ahead of now a moment from a client may be, in nanoseconds. Code `time`.
  public static let timeAhead: UInt64 = 1_000_000_000
  /// How far behind now a moment from a client may be, in nanoseconds. Code `time`.
  public static let timeBehind: UInt64 = 10_000_000_000

  // MARK: To the client

  /// The most frames that a client has not acknowledged or, without `ack`, not read.
  public static let unacknowledgedFrames = 2
  /// The most bytes of events that wait for a client; the last one may go beyond. Told by `lagged`.
  public static let eventBytes = 256 << 10
  /// The most events that wait for a client. Told by `lagged`.
  public static let eventMessages = 1024
  /// How long something may wait for a client that reads nothing, in seconds. Code `stalled`.
  public static let stallSeconds = 5
  /// How long to wait before looking again whether a client has read, in nanoseconds.
  ///
  /// The kernel tells when a socket has room again, but not when the reader has come to its end.
  public static let retryInterval: UInt64 = 10_000_000
  /// The bytes that may wait to be written for all clients together before a further snapshot is
  /// put off. Clients that then read nothing for ``shortStallNanoseconds`` are disconnected.
  public static let heldBytes = 24 << 20
  /// How long a client may read nothing while memory is short, in nanoseconds. Code `stalled`.
  public static let shortStallNanoseconds: UInt64 = 500_000_000
  /// The shortest time between two snapshots that are sent because of `resync`, in nanoseconds.
  public static let resyncInterval: UInt64 = 100_000_000

  /// Whether a client may name this moment.
  ///
  /// Holds for all moments, also near the ends of the range, where the bounds stop.
  public static func allows(_ time: Instant, at now: Instant) -> Bool {
    time >= now
      ? time.nanoseconds - now.nanoseconds <= timeAhead
      : now.nanoseconds - time.nanoseconds <= timeBehind
  }
}

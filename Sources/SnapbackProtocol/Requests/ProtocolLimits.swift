public import SnapbackBasics

/// Every limit of the protocol, with the code of the error that reports it.
///
/// The limits prevent one client from taking memory or time from the others. None can be
/// configured.
public enum ProtocolLimits {
  // MARK: Connections

  /// The most clients at once. Code `too-many-clients`.
  public static let clients = 256
  /// The most clients at once of a user who is not trusted. Code `too-many-clients`.
  public static let clientsPerUser = 64
  /// The time within which a client must send its hello, in seconds. Code `no-hello`.
  public static let helloSeconds = 5
  /// ``helloSeconds`` in nanoseconds.
  public static let helloNanoseconds: UInt64 = 5_000_000_000
  /// The most connections that are accepted in one turn of the loop; the rest wait in the kernel.
  public static let acceptsPerTurn = 16
  /// The send buffer that the daemon requests from the kernel for a client, in bytes. It is small
  /// because queued frames are stale; it has no error code.
  public static let sendBuffer: Int32 = 16 << 10

  // MARK: From the client

  /// The longest line or payload from a client, in bytes, without the newline or header. Code
  /// `too-long`.
  public static let message = 64 << 10
  /// The longest line or payload from a trusted client, in bytes; the worker reads messages over
  /// ``message``. It is the longest document, `DocumentLimits.maximumByteCount`; a test checks that
  /// they are equal.
  public static let trustedMessage = 1 << 20
  /// The greatest depth of arrays and objects in a message. Code `bad-message`.
  ///
  /// It is `DocumentLimits.maximumDepth`; a test checks that they are equal.
  public static let nesting = 64
  /// The most patterns in `views` of a hello. Code `bad-message`.
  public static let viewPatterns = 1000
  /// The most elements in `versions` and `want` of a hello. Code `bad-message`.
  public static let helloElements = 100
  /// The length to which a client's name is cut, in Unicode scalars.
  public static let nameScalars = 64
  /// The rates that a client may request, in frames per second. Code `bad-message`.
  public static let rates: ClosedRange<Double> = 1...1000
  /// The time for which all clients together are served in one turn of the loop, in nanoseconds;
  /// work that is begun within it is finished. Devices are read before the next turn.
  public static let turnNanoseconds: UInt64 = 4_000_000
  /// The time for which one client's requests are answered before the next client is served, in
  /// nanoseconds; a request that is begun within it is finished.
  public static let requestNanoseconds: UInt64 = 500_000
  /// The most `inspect` requests of one client in a second. Code `limit`.
  public static let inspections = 10
  /// How far in the future a time from a client may be, in nanoseconds. Code `time`.
  public static let timeAhead: UInt64 = 1_000_000_000
  /// How far in the past a time from a client may be, in nanoseconds. Code `time`.
  public static let timeBehind: UInt64 = 10_000_000_000

  // MARK: To the client

  /// The most frames that a client has not acknowledged or, without `ack`, not read.
  public static let unacknowledgedFrames = 2
  /// The most bytes of events that wait for a client; the last event may exceed it. Reported by
  /// `lagged`.
  public static let eventBytes = 256 << 10
  /// The most events that wait for a client. Reported by `lagged`.
  public static let eventMessages = 1024
  /// How long a message may wait for a client that reads nothing, in seconds. Code `stalled`.
  public static let stallSeconds = 5
  /// The time until the daemon checks again whether a client has read, in nanoseconds.
  ///
  /// The kernel reports when a socket has room again, but not when the client has read everything.
  public static let retryInterval: UInt64 = 10_000_000
  /// The bytes that may wait to be written for all clients together before further snapshots are
  /// postponed. Clients that then read nothing for ``shortStallNanoseconds`` are disconnected.
  public static let heldBytes = 24 << 20
  /// How long a client may read nothing while memory is short, in nanoseconds. Code `stalled`.
  public static let shortStallNanoseconds: UInt64 = 500_000_000
  /// The shortest time between two snapshots that are sent because of `resync`, in nanoseconds.
  public static let resyncInterval: UInt64 = 100_000_000

  /// Whether a client may use a time.
  ///
  /// The result is correct for all times, also near the ends of the range, where the bounds stop.
  public static func allows(_ time: Instant, at now: Instant) -> Bool {
    time >= now
      ? time.nanoseconds - now.nanoseconds <= timeAhead
      : now.nanoseconds - time.nanoseconds <= timeBehind
  }
}

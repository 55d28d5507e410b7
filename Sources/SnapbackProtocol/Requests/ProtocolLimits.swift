public import SnapbackBasics

/// All limits of the protocol. Each comment names the code of the error that reports the limit.
///
/// The limits prevent one client from using the memory or time of others. They cannot be
/// configured.
public enum ProtocolLimits {
  // MARK: Connections

  /// The maximum number of connected clients. Code `too-many-clients`.
  public static let clients = 256
  /// The maximum number of connected clients of one user who is not trusted. Code
  /// `too-many-clients`.
  public static let clientsPerUser = 64
  /// The time within which a client must send its hello, in seconds. Code `no-hello`.
  public static let helloSeconds = 5
  /// ``helloSeconds`` in nanoseconds.
  public static let helloNanoseconds: UInt64 = 5_000_000_000
  /// The maximum number of connections that are accepted in one turn of the loop. Others wait in
  /// the kernel.
  public static let acceptsPerTurn = 16
  /// The send buffer that the daemon requests from the kernel for a client, in bytes. It is small
  /// because queued frames are stale. It has no error code.
  public static let sendBuffer: Int32 = 16 << 10

  // MARK: From the client

  /// The maximum length of a line or payload from a client, in bytes, without the newline or
  /// header. Code `too-long`.
  public static let message = 64 << 10
  /// The maximum length of a line or payload from a trusted client, in bytes. The worker thread
  /// reads messages longer than ``message``. It equals the maximum length of a document,
  /// `DocumentLimits.maximumByteCount`; a test checks this.
  public static let trustedMessage = 1 << 20
  /// The maximum nesting depth of arrays and objects in a message. Code `bad-message`.
  ///
  /// It equals `DocumentLimits.maximumDepth`; a test checks this.
  public static let nesting = 64
  /// The maximum number of patterns in `views` of a hello. Code `bad-message`.
  public static let viewPatterns = 1000
  /// The maximum number of elements in `versions` and in `want` of a hello. Code `bad-message`.
  public static let helloElements = 100
  /// The length to which a client's name is truncated, in Unicode scalars.
  public static let nameScalars = 64
  /// The rates that a client may request, in frames per second. Code `bad-message`.
  public static let rates: ClosedRange<Double> = 1...1000
  /// The maximum time for all clients together in one turn of the loop, in nanoseconds. Work that
  /// has begun before this limit is finished. Devices are read before the next turn.
  public static let turnNanoseconds: UInt64 = 4_000_000
  /// The maximum time for the requests of one client before the next client is served, in
  /// nanoseconds. A request that has begun before this limit is finished.
  public static let requestNanoseconds: UInt64 = 500_000
  /// The maximum number of `inspect` and `document` requests of one client in a second. Code
  /// `limit`.
  public static let inspections = 10
  /// The maximum distance into the future of a time from a client, in nanoseconds. Code `time`.
  public static let timeAhead: UInt64 = 1_000_000_000
  /// The maximum distance into the past of a time from a client, in nanoseconds. Code `time`.
  public static let timeBehind: UInt64 = 10_000_000_000

  // MARK: To the client

  /// The maximum number of frames that a client has not acknowledged or, without `ack`, not read.
  public static let unacknowledgedFrames = 2
  /// The maximum number of bytes of events that wait for a client. The last event may exceed the
  /// limit. Dropped events are reported by `lagged`.
  public static let eventBytes = 256 << 10
  /// The maximum number of events that wait for a client. Dropped events are reported by `lagged`.
  public static let eventMessages = 1024
  /// The maximum time that a message may wait for a client that reads nothing, in seconds. Code
  /// `stalled`.
  public static let stallSeconds = 5
  /// The time until the daemon checks again whether a client has read, in nanoseconds.
  ///
  /// The kernel reports when a socket has room again, but not when the client has read everything.
  public static let retryInterval: UInt64 = 10_000_000
  /// The maximum number of bytes that wait to be written for all clients together. Beyond it,
  /// snapshots are postponed, and clients that read nothing for ``shortStallNanoseconds`` are
  /// disconnected.
  public static let heldBytes = 24 << 20
  /// The maximum time that a client may read nothing while memory is short, in nanoseconds. Code
  /// `stalled`.
  public static let shortStallNanoseconds: UInt64 = 500_000_000
  /// The minimum time between two snapshots that are sent because of `resync`, in nanoseconds.
  public static let resyncInterval: UInt64 = 100_000_000

  /// Whether a time from a client is close enough to `now`.
  ///
  /// The result is correct for all times, including those near the ends of the range of `Instant`.
  public static func allows(_ time: Instant, at now: Instant) -> Bool {
    time >= now
      ? time.nanoseconds - now.nanoseconds <= timeAhead
      : now.nanoseconds - time.nanoseconds <= timeBehind
  }
}

import CSnapbackLinux
public import SnapbackBasics
import SnapbackLinux
public import SnapbackProtocol
import SnapbackSharedFrames

/// The daemon's last frame in shared memory, for clients that do not need messages.
///
/// `docs/shared-memory.md` describes the layout. Reading needs no system call. A client need not
/// wait for a new frame: the memory always contains the last complete frame.
public struct SharedFrames: ~Copyable {
  private var reader: SharedFrameReader
  private let event: Descriptor
  /// The number of views, as in the snapshot.
  public var count: Int { reader.count }
  /// The epoch of the snapshot that belongs to the memory.
  public var epoch: UInt64 { reader.epoch }

  /// Maps a shared memory and validates its header.
  init(_ source: Conversation.Memory) throws(ClientError) {
    // Take ownership of both descriptors before any error can be thrown.
    let event = Descriptor(owning: source.event)
    do throws(SharedFrameError) {
      reader = try SharedFrameReader(owning: source.memory, announced: source.size)
    } catch {
      throw .memory(error.description)
    }
    self.event = event
  }

  /// The descriptor to watch. It becomes readable when there is a new frame.
  public var descriptor: Int32 { event.raw }

  /// Waits for a new frame. Returns false if none arrives within `milliseconds`; −1 means no time
  /// limit.
  public func wait(milliseconds: Int32 = -1) -> Bool {
    guard UnixConnection.waitUntilReadable(event.raw, milliseconds: milliseconds) else {
      return false
    }
    return snapback_wake_take(event.raw) > 0
  }

  /// Copies the last frame. If the daemon writes during each attempt, returns false and leaves
  /// `frame` unchanged. O(views). Does not allocate if `frame` has the right size.
  public mutating func read(_ frame: inout SharedFrame) -> Bool {
    guard let moment = reader.read(&frame.views) else { return false }
    frame.time = moment.time
    frame.revision = moment.revision
    frame.isStill = moment.isStill
    return true
  }
}

/// The states of all views at one time, as stored in shared memory.
public struct SharedFrame: Sendable {
  /// The time at which the values are valid.
  public var time = Instant.zero
  /// The revision: the number of scene frames so far in which something changed.
  public var revision: UInt64 = 0
  /// Whether nothing moves.
  public var isStill = true
  /// The states of the views, in the order of the snapshot.
  public var views: [ViewState] = []

  /// Makes an empty frame.
  public init() {}
}

import CSnapbackLinux
public import SnapbackBasics
import SnapbackLinux
public import SnapbackProtocol
import SnapbackSharedFrames

/// The daemon's last frame in shared memory, for clients that need no messages.
///
/// `docs/shared-memory.md` describes the layout. Reading costs no system call, and waiting is
/// optional: at any time the memory holds the complete last frame.
public struct SharedFrames: ~Copyable {
  private var reader: SharedFrameReader
  private let event: Descriptor
  /// The number of views, as in the snapshot.
  public var count: Int { reader.count }
  /// The epoch of the snapshot that belongs to the memory.
  public var epoch: UInt64 { reader.epoch }

  /// Maps a memory and validates its header.
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

  /// Becomes readable when there is a new frame.
  public var descriptor: Int32 { event.raw }

  /// Waits for a new frame; returns false if none arrives within `milliseconds`. −1 waits forever.
  public func wait(milliseconds: Int32 = -1) -> Bool {
    guard UnixConnection.waitUntilReadable(event.raw, milliseconds: milliseconds) else {
      return false
    }
    return snapback_wake_take(event.raw) > 0
  }

  /// Copies the last frame. Returns false and leaves `frame` unchanged when the daemon was writing
  /// at each attempt. O(views), no allocation once `frame` has the right size.
  public mutating func read(_ frame: inout SharedFrame) -> Bool {
    guard let moment = reader.read(&frame.views) else { return false }
    frame.time = moment.time
    frame.revision = moment.revision
    frame.isStill = moment.isStill
    return true
  }
}

/// All views at one time, as stored in shared memory.
public struct SharedFrame: Sendable {
  /// The time that the values are for.
  public var time = Instant.zero
  /// The number of changes of the scene.
  public var revision: UInt64 = 0
  /// Whether nothing moves.
  public var isStill = true
  /// The views, by their handles.
  public var views: [ViewState] = []

  /// Makes an empty frame.
  public init() {}
}

import CSnapbackLinux
public import SnapbackFrames
import SnapbackLinux
import SnapbackSharedFrames
public import SnapbackTiming

/// The frames of the daemon in shared memory: the last one, for who wants no messages.
///
/// The layout is that of `docs/shared-memory.md`. Reading costs no system call, and waiting is for
/// who wants to: at any moment the memory has the last frame whole.
public struct SharedFrames: ~Copyable {
  private var reader: SharedFrameReader
  private let event: Descriptor
  /// How many views there are, those of the snapshot.
  public var count: Int { reader.count }
  /// That of the snapshot that belongs to it.
  public var epoch: UInt64 { reader.epoch }

  /// Maps a memory and checks what it says of itself.
  init(_ source: Conversation.Memory) throws(ClientError) {
    // Both are owned before anything can fail.
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

  /// Waits for a new frame; false after so many milliseconds without. −1 waits for ever.
  public func wait(milliseconds: Int32 = -1) -> Bool {
    guard UnixConnection.waitUntilReadable(event.raw, milliseconds: milliseconds) else {
      return false
    }
    return snapback_wake_take(event.raw) > 0
  }

  /// Copies the last frame; false, with `frame` as it was, when the daemon wrote each time it was
  /// tried. O(views), no allocation once `frame` has its size.
  public mutating func read(_ frame: inout SharedFrame) -> Bool {
    guard let moment = reader.read(&frame.views) else { return false }
    frame.time = moment.time
    frame.revision = moment.revision
    frame.isStill = moment.isStill
    return true
  }
}

/// All views at one moment, as shared memory has them.
public struct SharedFrame: Sendable {
  /// The moment that the values are for.
  public var time = Instant.zero
  /// Counts the changes of the scene.
  public var revision: UInt64 = 0
  /// Whether nothing moves.
  public var isStill = true
  /// The views, by their handles.
  public var views: [ViewState] = []

  /// A frame that nobody has read.
  public init() {}
}

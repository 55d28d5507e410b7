/// The totals of a replay.
public struct ReplaySummary: Hashable, Sendable {
  /// The number of frames written, without the snapshot.
  public var frames: UInt64 = 0
  /// The number of touch frames (reports of all contacts of a device) read from the recording.
  public var touchFrames: UInt64 = 0
  /// The number of contacts that began.
  public var contacts: UInt64 = 0
  /// The number of pans that were recognized.
  public var pans: UInt64 = 0
  /// The number of gestures of all kinds that were recognized, without those of a hovering pointer.
  public var gestures: UInt64 = 0
  /// The number of layout passes, including the first.
  public var layoutPasses: UInt64 = 0
  /// The number of solves of the constraint system.
  public var solves: UInt64 = 0
  /// Whether all motion had come to rest at the end.
  public var isAtRest = false

  /// Creates an empty summary.
  public init() {}

  /// Counts a gesture when it is recognized.
  public mutating func count(_ event: GestureEvent) {
    guard event.phase == .began || event.phase == .recognized, event.kind != "hover" else { return }
    gestures += 1
    if event.kind == "pan" { pans += 1 }
  }
}

/// Encodes the messages that only replays have.
extension MessageEncoder {
  /// Appends the summary of a replay, the last line of `snapback replay --json`.
  public mutating func replaySummary(_ summary: ReplaySummary) {
    writer.beginObject()
    writer.beginObject("summary")
    writer.integer(summary.frames, "frames")
    writer.integer(summary.touchFrames, "touchFrames")
    writer.integer(summary.contacts, "contacts")
    writer.integer(summary.pans, "pans")
    writer.integer(summary.gestures, "gestures")
    writer.integer(summary.layoutPasses, "layoutPasses")
    writer.integer(summary.solves, "solves")
    writer.boolean(summary.isAtRest, "atRest")
    end()
  }
}

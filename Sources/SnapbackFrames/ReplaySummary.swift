/// What a whole replay came to.
public struct ReplaySummary: Hashable, Sendable {
  /// Frames written, the snapshot not counted.
  public var frames: UInt64 = 0
  /// Touch frames taken from the recording.
  public var touchFrames: UInt64 = 0
  /// Contacts that began.
  public var contacts: UInt64 = 0
  /// Pans that were recognized.
  public var pans: UInt64 = 0
  /// Gestures of all kinds that were recognized, those of a pointer that hovers not counted.
  public var gestures: UInt64 = 0
  /// Layout passes, the first included.
  public var layoutPasses: UInt64 = 0
  /// Solves of the constraint system.
  public var solves: UInt64 = 0
  /// Whether everything had come to rest at the end.
  public var isAtRest = false

  /// A replay of nothing.
  public init() {}

  /// Counts a gesture when it is recognized.
  public mutating func count(_ event: GestureEvent) {
    guard event.phase == .began || event.phase == .recognized, event.kind != "hover" else { return }
    gestures += 1
    if event.kind == "pan" { pans += 1 }
  }
}

import SnapbackBasics
import SnapbackTouches

/// A summary of one device's part of a recording.
public struct RecordingReport: Sendable {
  /// A kind of anomaly in the recording, and how often it occurs.
  public struct Anomaly: Hashable, Sendable {
    /// The number of occurrences.
    public var count: Int
    /// A description for users, to be printed after the count.
    public var text: String
  }

  /// The number of events.
  public private(set) var events = 0
  /// The number of touch frames, each ended by a `SYN_REPORT`.
  public private(set) var frames = 0
  /// The number of contacts that begin; nil if the device cannot be played.
  public private(set) var contacts: Int?
  /// The largest number of contacts that are down at once.
  public private(set) var mostContacts = 0
  /// The time from the first event to the last, in seconds, excluding backward steps of the clock.
  public private(set) var seconds = 0.0
  /// The anomalies found.
  public private(set) var anomalies: [Anomaly] = []

  private var stepsBack = 0
  private var drops = 0
  private var outside = 0
  private var unknownSlots = 0

  /// Analyzes a stream. Linear in its events.
  public init(_ stream: RecordedStream) {
    events = stream.events.count
    for event in stream.events where event.endsFrame { frames += 1 }
    lookAtTimes(stream.events)
    lookAtPositions(stream)
    let unreleased = countContacts(stream)
    note(unreleased, "contact", "that never lifts", "that never lift")
    note(stepsBack, "step", "back in time", "back in time", plural: "steps")
    note(drops, "loss", "of events (SYN_DROPPED)", "of events (SYN_DROPPED)", plural: "losses")
    note(
      outside, "position", "outside the axis's range", "outside the axes' ranges")
    note(
      unknownSlots, "event", "for a slot that the device does not have",
      "for slots that the device does not have")
  }

  private mutating func note(
    _ count: Int, _ word: String, _ one: String, _ many: String, plural: String? = nil
  ) {
    guard count > 0 else { return }
    let text = count == 1 ? "\(word) \(one)" : "\(plural ?? word + "s") \(many)"
    anomalies.append(Anomaly(count: count, text: text))
  }

  private mutating func lookAtTimes(_ events: [InputEvent]) {
    var elapsed: UInt64 = 0
    var previous = events.first?.time ?? .zero
    for event in events {
      if event.time < previous {
        stepsBack += 1
      } else {
        elapsed =
          elapsed.addingReportingOverflow(
            event.time.nanoseconds - previous.nanoseconds
          ).partialValue
      }
      previous = event.time
    }
    seconds = Double(elapsed) * 1e-9
  }

  private mutating func lookAtPositions(_ stream: RecordedStream) {
    let device = stream.device
    let codes: [UInt16] = [
      EventCode.x, EventCode.y, EventCode.multitouchX, EventCode.multitouchY,
    ]
    var ranges: [UInt16: ClosedRange<Int32>] = [:]
    for code in codes {
      guard let axis = device.axis(code), axis.minimum <= axis.maximum else { continue }
      ranges[code] = axis.minimum...axis.maximum
    }
    for event in stream.events {
      if event.type == EventCode.synchronization, event.code == EventCode.dropped { drops += 1 }
      guard event.type == EventCode.absolute else { continue }
      if let range = ranges[event.code], !range.contains(event.value) { outside += 1 }
      if event.code == EventCode.slot, device.hasSlots,
        event.value < 0 || Int(clamping: event.value) >= device.slotCount
      {
        unknownSlots += 1
      }
    }
  }

  /// Counts the contacts. Returns the number of contacts that never lift.
  ///
  /// On a touchpad, the fingers are counted, not the contacts of the cursor.
  private mutating func countContacts(_ stream: RecordedStream) -> Int {
    let screen = Size(width: 1, height: 1)
    guard let playback = Playback(Recording(streams: [stream])),
      var decoder = playback.decoders(screen: screen, rotation: .none, isRaw: true).first
    else { return 0 }
    var begun = 0
    var down = 0
    for step in playback.steps {
      guard let frame = decoder.consume(step.event) else { continue }
      for contact in frame.contacts {
        switch contact.phase {
        case .began:
          begun += 1
          down += 1
        case .ended, .cancelled: down -= 1
        case .moved: break
        }
      }
      mostContacts = max(mostContacts, down)
    }
    contacts = begun
    return down
  }
}

import SnapbackGeometry
import SnapbackRecording
import SnapbackTiming
import SnapbackTouches

/// A recording that is played into the daemon as if its device were there.
struct ReplaySource {
  /// The silence between two rounds of a loop, in seconds.
  static let pause = 1.0

  private let recording: Recording
  private let loops: Bool
  private var rotation: PanelRotation
  private var screen: Size
  private var decoder: ContactDecoder
  private var start: Instant?
  private var index = 0

  /// Nil when the device has no axes with positions.
  init?(_ recording: Recording, loops: Bool, screen: Size, rotation: PanelRotation) {
    guard
      let decoder = ContactDecoder(
        profile: recording.device, screen: screen, rotation: rotation,
        firstContact: DeviceHub.replayContacts)
    else { return nil }
    self.recording = recording
    self.loops = loops
    self.rotation = rotation
    self.screen = screen
    self.decoder = decoder
  }

  /// Maps what follows onto a screen of another size, or one that is turned otherwise.
  mutating func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    self.rotation = rotation
    decoder.map(onto: screen, rotation: rotation)
  }

  var hasStarted: Bool { start != nil }

  /// Begins with the first event at `now`.
  mutating func begin(at now: Instant) {
    start = now
  }

  /// When the next event is due; nil before the start and after the end.
  var nextTime: Instant? {
    guard let start, index <= recording.events.count else { return nil }
    guard index < recording.events.count else { return end(from: start) }
    return start.advanced(byNanoseconds: recording.events[index].time.nanoseconds)
  }

  private func end(from start: Instant) -> Instant {
    start.advanced(byNanoseconds: recording.duration.nanoseconds)
  }

  /// Plays the next event; at the end takes back what still touches, and may begin again.
  mutating func playNext() -> TouchFrame? {
    guard let start else { return nil }
    guard index < recording.events.count else {
      let end = end(from: start)
      let lost = decoder.cancelAll(at: end)
      index += 1
      if loops { beginAgain(at: end.advanced(bySeconds: Self.pause)) }
      return lost
    }
    var event = recording.events[index]
    event.time = start.advanced(byNanoseconds: event.time.nanoseconds)
    index += 1
    return decoder.consume(event)
  }

  /// The next round meets the panel as the first one did: no slot selected, nothing remembered.
  private mutating func beginAgain(at moment: Instant) {
    index = 0
    start = moment
    decoder =
      ContactDecoder(
        profile: recording.device, screen: screen, rotation: rotation,
        firstContact: decoder.nextContactID) ?? decoder
  }
}

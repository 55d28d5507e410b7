import SnapbackBasics
import SnapbackReplay
import SnapbackTouches

/// Plays a recording as if the recorded devices were connected.
struct ReplaySource {
  /// The pause between two rounds of a looping replay, in seconds.
  static let pause = 1.0

  private let playback: Playback
  private let loops: Bool
  private var rotation: PanelRotation
  private var screen: Size
  private var decoders: PlaybackDecoders
  private var start: Instant?
  private var index = 0
  /// The number of decoders that have cancelled their contacts at the end of the recording.
  private var closed = 0

  /// Creates a source. Nil if no recorded device reports positions, or if `rules` ignore all.
  init?(
    _ recording: Recording, loops: Bool, screen: Size, rotation: PanelRotation,
    rules: [DeviceRule]
  ) {
    guard let playback = Playback(recording, rules: rules) else { return nil }
    decoders = PlaybackDecoders(
      playback, screen: screen, rotation: rotation, firstContact: DeviceHub.replayContacts)
    self.playback = playback
    self.loops = loops
    self.rotation = rotation
    self.screen = screen
  }

  /// Maps later input onto a screen of another size or rotation.
  mutating func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    self.rotation = rotation
    decoders.map(onto: screen, rotation: rotation)
  }

  var hasStarted: Bool { start != nil }

  /// Starts the replay. The first event is at `now`.
  mutating func begin(at now: Instant) {
    start = now
  }

  /// The time of the next event; nil before the start and after the end.
  var nextTime: Instant? {
    guard let start, closed < decoders.indices.count else { return nil }
    return due(from: start)?.time ?? stepTime(from: start) ?? end(from: start)
  }

  private func stepTime(from start: Instant) -> Instant? {
    guard index < playback.steps.count else { return nil }
    return start.advanced(byNanoseconds: playback.steps[index].event.time.nanoseconds)
  }

  /// The next touch frame that a decoder produces without a further event: before the next event
  /// or, after the last event, within ``Playback/settleTime`` of the end.
  private func due(from start: Instant) -> (device: Int, time: Instant)? {
    guard closed == 0 else { return nil }
    let end = end(from: start).advanced(bySeconds: Playback.settleTime)
    return decoders.due(by: stepTime(from: start) ?? end)
  }

  private func end(from start: Instant) -> Instant {
    start.advanced(byNanoseconds: playback.duration.nanoseconds)
  }

  /// Plays the next event and returns the touch frame that it completes. At the end of the
  /// recording, cancels remaining contacts device by device, and starts again if the replay loops.
  mutating func playNext() -> TouchFrame? {
    guard let start else { return nil }
    if let (device, time) = due(from: start) { return decoders.advance(device, to: time) }
    guard let time = stepTime(from: start) else {
      guard closed < decoders.indices.count else { return nil }
      let end = end(from: start)
      let lost = decoders.cancelAll(closed, at: end)
      closed += 1
      if loops, closed == decoders.indices.count {
        beginAgain(at: end.advanced(bySeconds: Self.pause))
      }
      return lost
    }
    let step = playback.steps[index]
    var event = step.event
    event.time = time
    index += 1
    return decoders.consume(event, of: step.device)
  }

  /// Starts the next round with new decoders, so that it begins in the same state as the first
  /// round.
  private mutating func beginAgain(at moment: Instant) {
    let next = decoders.nextContactID
    index = 0
    closed = 0
    start = moment
    decoders = PlaybackDecoders(
      playback, screen: screen, rotation: rotation, firstContact: next)
  }
}

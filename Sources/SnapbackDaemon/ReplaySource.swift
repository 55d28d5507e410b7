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
  /// One decoder for each replayed device.
  private var decoders: [DeviceDecoder]
  private var start: Instant?
  private var index = 0
  /// The number of decoders that have cancelled their contacts at the end of the recording.
  private var closed = 0

  /// Creates a source. Nil if no recorded device reports positions.
  init?(_ recording: Recording, loops: Bool, screen: Size, rotation: PanelRotation) {
    guard let playback = Playback(recording) else { return nil }
    decoders = playback.decoders(
      screen: screen, rotation: rotation, firstContact: DeviceHub.replayContacts)
    self.playback = playback
    self.loops = loops
    self.rotation = rotation
    self.screen = screen
  }

  /// Maps later input onto a screen of another size or rotation.
  mutating func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    self.rotation = rotation
    for index in decoders.indices { decoders[index].map(onto: screen, rotation: rotation) }
  }

  var hasStarted: Bool { start != nil }

  /// Starts the replay. The first event is at `now`.
  mutating func begin(at now: Instant) {
    start = now
  }

  /// The time of the next event; nil before the start and after the end.
  var nextTime: Instant? {
    guard let start, closed < decoders.count else { return nil }
    return due(from: start)?.time ?? stepTime(from: start) ?? end(from: start)
  }

  private func stepTime(from start: Instant) -> Instant? {
    guard index < playback.steps.count else { return nil }
    return start.advanced(byNanoseconds: playback.steps[index].event.time.nanoseconds)
  }

  /// The next touch frame that a decoder produces without a further event: before the next event
  /// or, after the last event, within ``Playback/settleTime`` of the end.
  private func due(from start: Instant) -> (decoder: Int, time: Instant)? {
    guard closed == 0 else { return nil }
    let end = end(from: start).advanced(bySeconds: Playback.settleTime)
    return Playback.due(decoders, by: stepTime(from: start) ?? end)
  }

  private func end(from start: Instant) -> Instant {
    start.advanced(byNanoseconds: playback.duration.nanoseconds)
  }

  /// Plays the next event and returns the touch frame that it completes. At the end of the
  /// recording, cancels remaining contacts device by device, and starts again if the replay loops.
  mutating func playNext() -> TouchFrame? {
    guard let start else { return nil }
    if let (decoder, time) = due(from: start) { return decoders[decoder].advance(to: time) }
    guard let time = stepTime(from: start) else {
      guard closed < decoders.count else { return nil }
      let end = end(from: start)
      let lost = decoders[closed].cancelAll(at: end)
      closed += 1
      if loops, closed == decoders.count {
        beginAgain(at: end.advanced(bySeconds: Self.pause))
      }
      return lost
    }
    let step = playback.steps[index]
    var event = step.event
    event.time = time
    index += 1
    return decoders[step.device].consume(event)
  }

  /// Starts the next round with new decoders, so that it begins in the same state as the first
  /// round.
  private mutating func beginAgain(at moment: Instant) {
    let next = decoders.map(\.nextContactID).max() ?? DeviceHub.replayContacts
    index = 0
    closed = 0
    start = moment
    decoders = playback.decoders(screen: screen, rotation: rotation, firstContact: next)
  }
}

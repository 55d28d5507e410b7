import SnapbackGeometry
import SnapbackRecording
import SnapbackTiming
import SnapbackTouches

/// A recording that is played into the daemon as if its device were there.
struct ReplaySource {
  /// The silence between two rounds of a loop, in seconds.
  static let pause = 1.0

  private let playback: Playback
  private let loops: Bool
  private var rotation: PanelRotation
  private var screen: Size
  /// One for each device that is played.
  private var decoders: [DeviceDecoder]
  private var start: Instant?
  private var index = 0
  /// How many decoders have taken their contacts back at the end.
  private var closed = 0

  /// Nil when no device points at anything.
  init?(_ recording: Recording, loops: Bool, screen: Size, rotation: PanelRotation) {
    guard let playback = Playback(recording) else { return nil }
    decoders = playback.decoders(
      screen: screen, rotation: rotation, firstContact: DeviceHub.replayContacts)
    self.playback = playback
    self.loops = loops
    self.rotation = rotation
    self.screen = screen
  }

  /// Maps what follows onto a screen of another size, or one that is turned otherwise.
  mutating func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    self.rotation = rotation
    for index in decoders.indices { decoders[index].map(onto: screen, rotation: rotation) }
  }

  var hasStarted: Bool { start != nil }

  /// Begins with the first event at `now`.
  mutating func begin(at now: Instant) {
    start = now
  }

  /// When the next event is due; nil before the start and after the end.
  var nextTime: Instant? {
    guard let start, closed < decoders.count else { return nil }
    return due(from: start)?.time ?? stepTime(from: start) ?? end(from: start)
  }

  private func stepTime(from start: Instant) -> Instant? {
    guard index < playback.steps.count else { return nil }
    return start.advanced(byNanoseconds: playback.steps[index].event.time.nanoseconds)
  }

  /// What a decoder does by itself before the next event, or soon after the last.
  private func due(from start: Instant) -> (decoder: Int, time: Instant)? {
    guard closed == 0 else { return nil }
    let end = end(from: start).advanced(bySeconds: Playback.settleTime)
    return Playback.due(decoders, by: stepTime(from: start) ?? end)
  }

  private func end(from start: Instant) -> Instant {
    start.advanced(byNanoseconds: playback.duration.nanoseconds)
  }

  /// Plays the next event; at the end takes back what still touches, device by device, and may
  /// begin again.
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

  /// The next round meets the panels as the first one did: no slot selected, nothing remembered.
  private mutating func beginAgain(at moment: Instant) {
    let next = decoders.map(\.nextContactID).max() ?? DeviceHub.replayContacts
    index = 0
    closed = 0
    start = moment
    decoders = playback.decoders(screen: screen, rotation: rotation, firstContact: next)
  }
}

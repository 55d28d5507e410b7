import SnapbackBasics
import SnapbackEngine
import SnapbackFiles
import SnapbackProtocol
import SnapbackReplay
import SnapbackTouches

/// The data that a picture of a recording shows.
struct PlotData {
  /// A device whose events are played.
  struct Device {
    var profile: DeviceProfile
    var surface: PlotSurface
    /// The positions of a hovering pointer, in uninterrupted runs; times in seconds.
    var hovers: [[PlotTrack.Sample]] = []
    /// The accumulated scroll distance after each scroll event; times are in seconds.
    var scrolls: [(time: Double, phase: ScrollInput.Phase, total: Vector)] = []
    /// The times at which the kernel lost events, in seconds.
    var losses: [Double] = []
    /// Whether the last touch frame contained a hovering pointer.
    var isHovering = false
  }

  var title: String
  var devices: [Device] = []
  /// The names of the devices that are not played.
  var silent: [String] = []
  var tracks: [PlotTrack] = []
  /// The time of the last event, in seconds.
  var duration = 0.0
  /// The result of playing the recording on a scene; nil without a scene.
  var run: PlotRun?

  /// The time from the first event to the last moment shown, in seconds.
  var length: Double { max(duration, run?.end ?? 0, 0.001) }

  /// Collects the touches of a recording without a scene. If `screen` is nil, each device has its
  /// own surface.
  init(_ recording: Recording, title: String, screen: Size?, rotation: PanelRotation) {
    self.title = title
    guard let playback = Playback(recording) else {
      leaveOut(recording)
      return
    }
    prepare(recording, playback, screen, rotation)
    let surfaces = devices.map(\.surface)
    let contacts = ContactTrack.tracks(of: playback) { surfaces[$0].panel }
    tracks = PlotTracks(contacts, on: surfaces, end: playback.duration).all
    var decoders = devices.indices.map { index in
      playback.decoders(screen: surfaces[index].screen, rotation: rotation)[index]
    }
    for step in playback.steps {
      guard let frame = decoders[step.device].consume(step.event) else { continue }
      add(frame, device: step.device)
    }
    // For a device with contacts, draw the contacts but not the pointer that they move.
    for index in devices.indices where tracks.contains(where: { $0.device == index }) {
      devices[index].hovers = []
    }
  }

  /// Plays a recording on a scene.
  init(
    _ recording: Recording, title: String, scene: SceneBlueprint, rate: Double,
    rotation: PanelRotation
  ) {
    self.title = title
    guard let playback = Playback(recording),
      var driver = ReplayDriver(
        recording, scene: scene, rate: rate, rotation: rotation, explains: true)
    else {
      leaveOut(recording)
      return
    }
    prepare(recording, playback, scene.screen.size, rotation)
    var (data, tracks) = (self, PlotTracks())
    var run = PlotRun(scene, rate: rate)
    _ = driver.run { moment in
      if case .touches(let frame) = moment {
        // After the last event, the replay cancels contacts that never lifted. Their tracks have
        // the end `never`.
        let device = data.device(of: frame)
        if frame.time >= playback.duration, frame.contacts.allSatisfy({ $0.phase == .cancelled }) {
          tracks.finish(at: frame.time)
        }
        tracks.add(frame, device: device)
        data.add(frame, device: device)
      }
      run.add(moment)
    }
    tracks.finish(at: playback.duration)
    run.finish(touchEnd: playback.duration.seconds(since: .zero))
    self = data
    self.tracks = tracks.all
    self.run = run
  }

  private mutating func leaveOut(_ recording: Recording) {
    silent = recording.streams.map { Self.name($0.device) }
    duration = recording.duration.seconds(since: .zero)
  }

  private static func name(_ profile: DeviceProfile) -> String {
    profile.name.isEmpty ? "a device without a name" : profile.name
  }

  private mutating func prepare(
    _ recording: Recording, _ playback: Playback, _ screen: Size?, _ rotation: PanelRotation
  ) {
    devices = playback.devices.map {
      Device(
        profile: $0.device,
        surface: PlotSurface($0.device, screen: screen, rotation: rotation))
    }
    var left = playback.devices
    silent = recording.streams.filter { stream in
      guard let index = left.firstIndex(of: stream) else { return true }
      left.remove(at: index)
      return false
    }.map { Self.name($0.device) }
    duration = playback.duration.seconds(since: .zero)
    for step in playback.steps
    where step.event.type == EventCode.synchronization && step.event.code == EventCode.dropped {
      devices[step.device].losses.append(step.event.time.seconds(since: .zero))
    }
  }

  /// Returns the index of a touch frame's device, from a contact id: the ids of successive devices
  /// begin 2³² apart.
  private func device(of frame: TouchFrame) -> Int {
    guard let id = frame.contacts.first?.id else { return 0 }
    return min(Int(clamping: (id &- 1) >> 32), max(0, devices.count - 1))
  }

  /// Adds the scrolls and hovers of a touch frame. Its contacts are added to tracks instead.
  private mutating func add(_ frame: TouchFrame, device: Int) {
    let time = frame.time.seconds(since: .zero)
    if let scroll = frame.scroll {
      let total = devices[device].scrolls.last?.total ?? .zero
      devices[device].scrolls.append((time, scroll.phase, total + scroll.delta))
    }
    switch frame.hover {
    case .at(let point):
      if !devices[device].isHovering { devices[device].hovers.append([]) }
      devices[device].isHovering = true
      let last = devices[device].hovers.count - 1
      devices[device].hovers[last].append(.init(time: time, position: point))
    case .gone: devices[device].isHovering = false
    case nil: break
    }
  }
}

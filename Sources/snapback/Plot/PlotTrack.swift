import SnapbackBasics
import SnapbackGestures
import SnapbackReplay
import SnapbackTouches

/// One contact from its touch to its end, as drawn in a picture. Times are in seconds.
struct PlotTrack {
  struct Sample {
    var time: Double
    var position: Point
  }

  struct Speed {
    var time: Double
    /// The speed in points per second.
    var value: Double
  }

  /// How the contact ended.
  enum End {
    case lifted
    case cancelled
    /// The recording ended while the contact was down.
    case never
  }

  /// The contact's number in the recording, from 1.
  var number: Int
  /// The index of the contact's device.
  var device: Int
  /// The zero-based row in which the contact's bar is drawn, among the rows of its device.
  var lane: Int
  var tool = Contact.Tool.finger
  /// The position where the contact touched, and the position after each change.
  var samples: [Sample] = []
  /// The estimated speed, for each touch frame that contains the contact.
  var speeds: [Speed] = []
  var end = End.never
  var endTime = 0.0
  /// The speed at release, in points per second; nil if the contact did not lift.
  var release: Double?

  /// The touch-down time.
  var startTime = 0.0
  /// The times of all samples, including samples that are not drawn.
  var times: [Double] = []
  /// Whether the touch (`showsTouch`) and the end (`showsEnd`) of the contact are within the drawn
  /// time.
  var showsTouch = true
  var showsEnd = true

  /// The length of the path, in points.
  var length: Double {
    zip(samples, samples.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
  }

  /// The distance between the first and the last position, in points.
  var reach: Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    return first.position.distance(to: last.position)
  }

  /// The median time between samples, in seconds; nil for fewer than three samples.
  var interval: Double? {
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.sorted()
    return gaps.count > 1 ? gaps[gaps.count / 2] : nil
  }

  /// The speeds between neighboring samples, in points per second, each at the midpoint of the two
  /// times.
  var differences: [Speed] {
    zip(samples, samples.dropFirst()).compactMap { sample, next in
      let span = next.time - sample.time
      guard span > 0 else { return nil }
      return Speed(
        time: sample.time + span / 2, value: sample.position.distance(to: next.position) / span)
    }
  }

  /// Returns the part of the track within a time span; nil if there is none.
  func cut(to span: ClosedRange<Double>) -> PlotTrack? {
    guard startTime <= span.upperBound, endTime >= span.lowerBound else { return nil }
    var track = self
    track.samples = samples.filter { span.contains($0.time) }
    track.speeds = speeds.filter { span.contains($0.time) }
    // If the finger rested throughout the span, its position is the last one before the span.
    if track.samples.isEmpty, let last = samples.last(where: { $0.time < span.lowerBound }) {
      track.samples = [last]
    }
    track.showsTouch = span.contains(startTime)
    track.showsEnd = span.contains(endTime)
    if !track.showsEnd { track.release = nil }
    return track.samples.isEmpty ? nil : track
  }
}

/// A track that is being built from touch frames.
private struct OpenTrack {
  var track: PlotTrack
  private var estimator = VelocityEstimator()

  init(_ track: PlotTrack) {
    self.track = track
  }

  mutating func move(to position: Point, at time: Instant) {
    let seconds = time.seconds(since: .zero)
    rest(before: seconds)
    estimator.add(position, at: time)
    if track.samples.isEmpty { track.startTime = seconds }
    if track.samples.last?.position != position {
      track.samples.append(.init(time: seconds, position: position))
      track.times.append(seconds)
    }
    track.speeds.append(.init(time: seconds, value: estimator.velocity(at: time).length))
  }

  /// Adds the decrease of the speed to zero if the finger was considered at rest before `time`.
  private mutating func rest(before time: Double) {
    guard let last = track.speeds.last, last.value > 0,
      let stop = estimator.stopMoment(after: .zero)?.seconds(since: .zero), time >= stop
    else { return }
    for step in 1...8 {
      let moment = last.time + (stop - last.time) * Double(step) / 8
      let velocity = estimator.velocity(at: Instant.zero.advanced(bySeconds: moment))
      track.speeds.append(.init(time: moment, value: velocity.length))
    }
    if let fallen = track.speeds.last, fallen.value > 0 {
      track.speeds.append(.init(time: fallen.time, value: 0))
    }
  }

  mutating func end(_ end: PlotTrack.End, at time: Instant) {
    track.end = end
    track.endTime = max(track.startTime, time.seconds(since: .zero))
    rest(before: track.endTime)
    let speed = estimator.velocity(at: time).length
    track.speeds.append(.init(time: track.endTime, value: speed))
    if end == .lifted { track.release = speed }
  }
}

/// Builds tracks from touch frames, or from the contacts of a recording.
struct PlotTracks {
  private var finished: [PlotTrack] = []
  private var open: [UInt64: OpenTrack] = [:]
  private var count = 0

  init() {}

  /// Creates the tracks of contacts. A contact that is still down when the recording ends is drawn
  /// until `end`.
  ///
  /// The contacts must be in the order in which they begin. Their positions must be in the
  /// orientation of the panel: in points within ``PlotSurface/panel`` of their device's surface.
  init(_ contacts: [ContactTrack], on surfaces: [PlotSurface], end: Instant) {
    // For each device and row, the time until which the row is occupied.
    var taken: [[Instant]] = []
    for (index, contact) in contacts.enumerated() {
      while taken.count <= contact.device { taken.append([]) }
      let until = contact.ending == .open ? end : contact.end
      let rows = taken[contact.device]
      let lane = rows.firstIndex { $0 <= contact.begin } ?? rows.count
      if lane == rows.count {
        taken[contact.device].append(until)
      } else {
        taken[contact.device][lane] = until
      }
      var track = OpenTrack(
        PlotTrack(number: index + 1, device: contact.device, lane: lane, tool: contact.tool))
      let surface = surfaces[contact.device]
      for sample in contact.samples {
        track.move(to: surface.turned(sample.position), at: sample.time)
      }
      switch contact.ending {
      case .lifted: track.end(.lifted, at: until)
      case .cancelled: track.end(.cancelled, at: until)
      case .open: track.end(.never, at: until)
      }
      finished.append(track.track)
    }
  }

  /// All tracks, in the order in which the contacts began.
  var all: [PlotTrack] { finished.sorted { $0.number < $1.number } }

  /// Adds a touch frame of a device.
  mutating func add(_ frame: TouchFrame, device: Int) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: begin(contact, device, frame.time)
      case .moved: open[contact.id]?.move(to: contact.position, at: frame.time)
      case .ended: end(contact.id, .lifted, frame.time)
      case .cancelled: end(contact.id, .cancelled, frame.time)
      }
    }
  }

  /// Ends the contacts that are still down when the recording ends.
  mutating func finish(at time: Instant) {
    for id in open.keys.sorted() { end(id, .never, time) }
  }

  private mutating func begin(_ contact: Contact, _ device: Int, _ time: Instant) {
    count += 1
    let taken = Set(open.values.filter { $0.track.device == device }.map(\.track.lane))
    var lane = 0
    while taken.contains(lane) { lane += 1 }
    var track = OpenTrack(
      PlotTrack(number: count, device: device, lane: lane, tool: contact.tool))
    track.move(to: contact.position, at: time)
    open[contact.id] = track
  }

  private mutating func end(_ id: UInt64, _ end: PlotTrack.End, _ time: Instant) {
    guard var track = open.removeValue(forKey: id) else { return }
    track.end(end, at: time)
    finished.append(track.track)
  }
}

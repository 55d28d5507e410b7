import SnapbackGeometry
import SnapbackGestures
import SnapbackTiming
import SnapbackTouches

/// One contact from its touch to its end, as a picture shows it; times are seconds.
struct PlotTrack {
  struct Sample {
    var time: Double
    var position: Point
  }

  struct Speed {
    var time: Double
    /// Points per second.
    var value: Double
  }

  /// How it ended.
  enum End {
    case lifted
    case cancelled
    /// The recording ended before it did.
    case never
  }

  /// Its number among all contacts of the recording, from 1.
  var number: Int
  /// Which of the devices it is on.
  var device: Int
  /// The row it has to itself while it is down, from 0, of its device's.
  var lane: Int
  var tool = Contact.Tool.finger
  /// Where it was whenever that changed, and where it touched.
  var samples: [Sample] = []
  /// What the estimator says, for each frame that it was in.
  var speeds: [Speed] = []
  var end = End.never
  var endTime = 0.0
  /// As it lifted, in points per second; nil when it did not lift.
  var release: Double?

  var startTime: Double { samples.first?.time ?? 0 }

  /// The length of its way, in points.
  var length: Double {
    zip(samples, samples.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
  }

  /// From its first place to its last, in points.
  var reach: Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    return first.position.distance(to: last.position)
  }

  /// The typical time between samples, in seconds: the median; nil below three samples.
  var interval: Double? {
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.sorted()
    return gaps.count > 1 ? gaps[gaps.count / 2] : nil
  }

  /// Differences between neighbouring samples, in points per second, in the middle between them.
  var differences: [Speed] {
    zip(samples, samples.dropFirst()).compactMap { sample, next in
      let span = next.time - sample.time
      guard span > 0 else { return nil }
      return Speed(
        time: sample.time + span / 2, value: sample.position.distance(to: next.position) / span)
    }
  }

  /// Says that the finger counts as still where nothing came for a while before a time.
  fileprivate mutating func stop(before time: Double) {
    guard let last = speeds.last, last.value > 0,
      time - last.time >= VelocityEstimator.stopTime
    else { return }
    let stop = last.time + VelocityEstimator.stopTime
    speeds.append(Speed(time: stop, value: last.value))
    speeds.append(Speed(time: stop, value: 0))
  }

  /// What of it lies within a span of time; nil when nothing does.
  func cut(to span: ClosedRange<Double>) -> PlotTrack? {
    guard startTime <= span.upperBound, endTime >= span.lowerBound else { return nil }
    var track = self
    track.samples = samples.filter { span.contains($0.time) }
    track.speeds = speeds.filter { span.contains($0.time) }
    // A finger that rested all the time was where it last came to.
    if track.samples.isEmpty, let last = samples.last(where: { $0.time < span.lowerBound }) {
      track.samples = [last]
    }
    if !span.contains(endTime) { track.release = nil }
    return track.samples.isEmpty ? nil : track
  }
}

/// Makes tracks of touch frames.
struct PlotTracks {
  private(set) var finished: [PlotTrack] = []
  private var open: [UInt64: (track: PlotTrack, estimator: VelocityEstimator)] = [:]
  private var count = 0

  /// All tracks, in the order in which they began.
  var all: [PlotTrack] { finished.sorted { $0.number < $1.number } }

  /// Takes a frame of a device.
  mutating func add(_ frame: TouchFrame, device: Int) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: begin(contact, device, frame.time)
      case .moved: move(contact, frame.time)
      case .ended: end(contact.id, .lifted, frame.time)
      case .cancelled: end(contact.id, .cancelled, frame.time)
      }
    }
  }

  /// Ends what is still down when the recording ends.
  mutating func finish(at time: Instant) {
    for id in open.keys.sorted() { end(id, .never, time) }
  }

  private mutating func begin(_ contact: Contact, _ device: Int, _ time: Instant) {
    count += 1
    let taken = Set(open.values.filter { $0.track.device == device }.map(\.track.lane))
    var lane = 0
    while taken.contains(lane) { lane += 1 }
    let track = PlotTrack(number: count, device: device, lane: lane, tool: contact.tool)
    open[contact.id] = (track, VelocityEstimator())
    move(contact, time)
  }

  private mutating func move(_ contact: Contact, _ time: Instant) {
    guard var entry = open[contact.id] else { return }
    let seconds = time.seconds(since: .zero)
    entry.estimator.add(contact.position, at: time)
    if entry.track.samples.last?.position != contact.position {
      entry.track.samples.append(.init(time: seconds, position: contact.position))
    }
    entry.track.stop(before: seconds)
    entry.track.speeds.append(
      .init(time: seconds, value: entry.estimator.velocity(at: time).length))
    open[contact.id] = entry
  }

  private mutating func end(_ id: UInt64, _ end: PlotTrack.End, _ time: Instant) {
    guard let entry = open.removeValue(forKey: id) else { return }
    var track = entry.track
    track.end = end
    track.endTime = max(track.startTime, time.seconds(since: .zero))
    let speed = entry.estimator.velocity(at: time).length
    track.stop(before: track.endTime)
    track.speeds.append(.init(time: track.endTime, value: speed))
    if end == .lifted { track.release = speed }
    finished.append(track)
  }
}

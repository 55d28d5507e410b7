public import SnapbackBasics
public import SnapbackGestures
public import SnapbackTouches

/// One contact of a recording from touch-down to its end: times, positions and velocity.
public struct ContactTrack: Sendable {
  /// How a contact ended.
  public enum Ending: String, Hashable, Sendable {
    /// The contact lifted.
    case lifted
    /// The contact was cancelled because it is a palm or was lost.
    case cancelled
    /// The recording ended while the contact was down.
    case open
  }

  /// The contact's position in one frame.
  public struct Sample: Hashable, Sendable {
    /// The time of the frame.
    public var time: Instant
    /// The position, in points on the screen for which the tracks were created.
    public var position: Point
    /// The pressure, the tilt and the buttons of the pen; nil for other tools.
    public var pen: PenState?
  }

  /// The id of the contact.
  public let id: UInt64
  /// The index of the device in ``Playback/devices``.
  public let device: Int
  /// The tool that touches.
  public let tool: Contact.Tool
  /// One sample for each frame that contains the contact while it is down; at least one.
  public private(set) var samples: [Sample]
  /// How the contact ended.
  public private(set) var ending = Ending.open
  /// The end time; the time of the last frame if ``ending`` is open.
  public private(set) var end: Instant
  /// The velocity at the end, in points per second; zero if the contact rested or was cancelled.
  public private(set) var releaseVelocity = Vector.zero
  /// The estimator's confidence in the release velocity, 0…1; zero if there is no velocity.
  public private(set) var confidence = 0.0
  /// The velocity estimator, fed with ``samples``.
  private var estimator: VelocityEstimator

  init(
    _ contact: Contact, device: Int, at time: Instant, pen: PenState?, strategy: VelocityStrategy
  ) {
    id = contact.id
    self.device = device
    tool = contact.tool
    samples = [Sample(time: time, position: contact.position, pen: pen)]
    end = time
    estimator = VelocityEstimator(strategy: strategy)
    estimator.add(contact.position, at: time)
  }

  mutating func move(to position: Point, at time: Instant, pen: PenState?) {
    samples.append(Sample(time: time, position: position, pen: pen))
    estimator.add(position, at: time)
    end = time
  }

  /// Ends the contact. A lift adds no sample, because its position is already known.
  mutating func end(_ phase: Contact.Phase, at time: Instant) {
    end = time
    ending = phase == .ended ? .lifted : .cancelled
    guard ending == .lifted else { return }
    releaseVelocity = estimator.velocity(at: time)
    confidence = releaseVelocity == .zero ? 0 : estimator.confidence(at: time)
  }

  /// The touch-down time.
  public var begin: Instant { samples[0].time }
  /// How long the contact was down, in seconds.
  public var seconds: Double { max(0, end.seconds(since: begin)) }

  /// The length of the contact's path, in points.
  public var pathLength: Double {
    zip(samples, samples.dropFirst()).reduce(0) {
      $0 + $1.1.position.distance(to: $1.0.position)
    }
  }

  /// The path length divided by the duration, in points per second; zero for a single frame.
  public var meanSpeed: Double { seconds > 0 ? pathLength / seconds : 0 }
}

extension ContactTrack {
  /// Returns the contacts of a recording in the order in which they begin.
  ///
  /// `screen` returns the size of a device's own screen for the index of the device. Positions are
  /// in points on that screen, whose picture is rotated by `rotation`. The velocity is estimated
  /// with `strategy` from all samples of the contact, as in a recognizer.
  public static func tracks(
    of playback: Playback, strategy: VelocityStrategy = .boundedFit,
    rotation: PanelRotation = .none, screen: (Int) -> Size
  ) -> [ContactTrack] {
    var decoders = playback.devices.indices.map { index in
      playback.decoders(screen: screen(index), rotation: rotation, isRaw: true)[index]
    }
    var tracks: [ContactTrack] = []
    var down: [UInt64: Int] = [:]
    func take(_ frame: TouchFrame, from device: Int) {
      let pen = decoders[device].penState
      for contact in frame.contacts {
        switch contact.phase {
        case .began:
          down[contact.id] = tracks.count
          tracks.append(
            ContactTrack(contact, device: device, at: frame.time, pen: pen, strategy: strategy))
        case .moved:
          guard let place = down[contact.id] else { continue }
          tracks[place].move(to: contact.position, at: frame.time, pen: pen)
        case .ended, .cancelled:
          guard let place = down.removeValue(forKey: contact.id) else { continue }
          tracks[place].end(contact.phase, at: frame.time)
        }
      }
    }
    for step in playback.steps {
      while let (device, moment) = Playback.due(decoders, by: step.event.time) {
        if let frame = decoders[device].advance(to: moment) { take(frame, from: device) }
      }
      if let frame = decoders[step.device].consume(step.event) { take(frame, from: step.device) }
    }
    return tracks
  }
}

public import SnapbackGeometry
public import SnapbackGestures
public import SnapbackTiming
public import SnapbackTouches

/// One contact of a recording from touch-down to its end: when, where, how fast.
public struct ContactTrack: Sendable {
  /// How a contact came to its end.
  public enum Ending: String, Hashable, Sendable {
    /// It lifted.
    case lifted
    /// The device took it back, as a palm; or it was lost.
    case cancelled
    /// The recording ends while it is down.
    case open
  }

  /// Where the contact was in one frame.
  public struct Sample: Hashable, Sendable {
    /// The time of the frame.
    public var time: Instant
    /// The position, in points of the screen that the tracks were made for.
    public var position: Point
  }

  /// The place of the device in ``Playback/devices``.
  public let device: Int
  /// What touches.
  public let tool: Contact.Tool
  /// One for each frame that tells of the contact while it is down; at least one.
  public private(set) var samples: [Sample]
  /// How it ended.
  public private(set) var ending = Ending.open
  /// When it ended; while it is open, its last frame.
  public private(set) var end: Instant
  /// The velocity at its end, in points per second; zero when it rested or was cancelled.
  public private(set) var releaseVelocity = Vector.zero
  /// The estimator's confidence in the release, 0…1; zero where there is no velocity.
  public private(set) var confidence = 0.0
  /// The velocity while it was down, after each of ``samples``.
  private var estimator: VelocityEstimator

  init(_ contact: Contact, device: Int, at time: Instant, strategy: VelocityStrategy) {
    self.device = device
    tool = contact.tool
    samples = [Sample(time: time, position: contact.position)]
    end = time
    estimator = VelocityEstimator(strategy: strategy)
    estimator.add(contact.position, at: time)
  }

  mutating func move(to position: Point, at time: Instant) {
    samples.append(Sample(time: time, position: position))
    estimator.add(position, at: time)
    end = time
  }

  /// A lift adds no position: it is the one that was known before.
  mutating func end(_ phase: Contact.Phase, at time: Instant) {
    end = time
    ending = phase == .ended ? .lifted : .cancelled
    guard ending == .lifted else { return }
    releaseVelocity = estimator.velocity(at: time)
    confidence = releaseVelocity == .zero ? 0 : estimator.confidence(at: time)
  }

  /// When it touched down.
  public var begin: Instant { samples[0].time }
  /// How long it was down, in seconds.
  public var seconds: Double { max(0, end.seconds(since: begin)) }

  /// The length of its way, in points.
  public var pathLength: Double {
    zip(samples, samples.dropFirst()).reduce(0) {
      $0 + $1.1.position.distance(to: $1.0.position)
    }
  }

  /// The length of its way over its time, in points per second; zero for one frame.
  public var meanSpeed: Double { seconds > 0 ? pathLength / seconds : 0 }
}

extension ContactTrack {
  /// The contacts of a recording in the order in which they begin.
  ///
  /// Each device has a screen of its own, by its profile, and positions are points of that. A
  /// velocity is made by `strategy` of all samples of the contact, as a recogniser would.
  public static func tracks(
    of playback: Playback, strategy: VelocityStrategy = .leastSquares,
    screen: (DeviceProfile) -> Size
  ) -> [ContactTrack] {
    var decoders = playback.devices.indices.map { index in
      let size = screen(playback.devices[index].device)
      return playback.decoders(screen: size, rotation: .none, isRaw: true)[index]
    }
    var tracks: [ContactTrack] = []
    var down: [UInt64: Int] = [:]
    func take(_ frame: TouchFrame, from device: Int) {
      for contact in frame.contacts {
        switch contact.phase {
        case .began:
          down[contact.id] = tracks.count
          tracks.append(ContactTrack(contact, device: device, at: frame.time, strategy: strategy))
        case .moved:
          guard let place = down[contact.id] else { continue }
          tracks[place].move(to: contact.position, at: frame.time)
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

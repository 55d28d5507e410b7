public import SnapbackBasics
public import SnapbackTouches

/// Creates recordings of synthetic finger movements for demonstrations and tests without a device.
///
/// The seed determines the noise. The same seed gives the same bytes on every machine. Exceptions
/// are strokes that need functions of the C library (``StrokePath/turn(about:from:angle:scale:)``,
/// ``SpeedProfile/lognormal``), whose results may differ in the last bit.
public struct TouchSynthesizer: Sendable {
  /// The size of the screen on which bundled gestures are drawn, in points.
  public static let screen = Size(width: 390, height: 844)
  /// The panel of the bundled gestures.
  public static var panel: DeviceProfile { SyntheticDevice.phone.profile }
  /// The longest recording, in seconds.
  public static let timeLimit = 600.0
  /// The largest number of strokes and wheel notches in a recording.
  public static let strokeLimit = 10_000

  private let device: SyntheticDevice
  private let screen: Size
  private var generator: SeededGenerator

  /// Creates a synthesizer with noise from `seed`, for a device on a screen of `screen` points.
  public init(
    seed: UInt64, device: SyntheticDevice = .phone, screen: Size = TouchSynthesizer.screen
  ) {
    self.device = device
    self.screen = screen
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the recording of these strokes and wheel notches.
  ///
  /// A stroke uses the lowest free slot. Input after ``timeLimit`` is omitted. The cost is linear
  /// in the time and in the number of strokes that are down.
  public mutating func recording(of strokes: [Stroke], notches: [WheelNotch] = []) -> Recording {
    var writer = ContactWriter(device)
    let end = min(strokes.map(\.liftTime).max() ?? 0, Self.timeLimit)
    let order = strokes.indices.sorted {
      (strokes[$0].time, $0) < (strokes[$1].time, $1)
    }
    let turns = notches.sorted { $0.time < $1.time }.prefix { $0.time <= Self.timeLimit }
    var (next, nextTurn) = (0, 0)
    var down: [Int] = []
    var scan = 0.0
    let jitter = device.jitter / device.rate
    while !strokes.isEmpty {
      let now = scan / device.rate
      let time = now + 0.001 + jitter * (generator.unit() - 0.5)
      while nextTurn < turns.count, turns[nextTurn].time + 0.001 < time {
        writer.turn(turns[nextTurn], at: Self.instant(turns[nextTurn].time + 0.001))
        nextTurn += 1
      }
      while next < order.count, strokes[order[next]].time <= now {
        down.append(order[next])
        next += 1
      }
      down.removeAll { strokes[$0].liftTime <= now }
      var touches: [ContactWriter.Touch] = []
      for key in down.sorted() {
        guard let point = strokes[key].position(at: now) else { continue }
        touches.append(ContactWriter.Touch(key: key, position: noisy(point)))
      }
      writer.scan(touches, at: Self.instant(time))
      if now > end { break }
      scan += 1
    }
    for turn in turns.dropFirst(nextTurn) {
      writer.turn(turn, at: Self.instant(turn.time + 0.001))
    }
    return Recording(device: device.profile, events: writer.events)
  }

  private static func instant(_ seconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: max(0, seconds))
  }

  /// Returns the device position of a point, with the device's noise.
  private mutating func noisy(_ point: Point) -> ContactWriter.Position {
    guard let (x, y) = device.positionAxes else {
      // Relative positions are measured from the middle of the screen, one unit per point.
      return ContactWriter.Position(
        x: Int32(saturating: (point.x - screen.width / 2).rounded()),
        y: Int32(saturating: (point.y - screen.height / 2).rounded()))
    }
    return ContactWriter.Position(
      x: place(point.x / screen.width, on: x), y: place(point.y / screen.height, on: y))
  }

  private mutating func place(_ share: Double, on axis: AxisRange) -> Int32 {
    let value = share * axis.count + Double(axis.minimum) + device.noise * generator.normal()
    return min(max(Int32(saturating: value.rounded()), axis.minimum), axis.maximum)
  }
}

public import SnapbackBasics

/// A gesture to draw: the movements of fingers, without a start time.
public enum SyntheticGesture: Hashable, Sendable {
  /// Fingers touch and lift at one position `count` times. Each touch lasts `hold` seconds, and
  /// `gap` seconds pass between touches.
  case tap(at: Point, fingers: Int, count: Int, hold: Double, gap: Double)
  /// Fingers side by side move straight from one position to another.
  case stroke(from: Point, to: Point, fingers: Int, movement: Movement)
  /// Two fingers move around a center. Their distance changes from `span` to `end`. The line
  /// between them is at first `angle` radians clockwise from the x axis, and rotates by `turn`
  /// radians.
  case pinch(
    about: Point, span: Double, end: Double, angle: Double, turn: Double, movement: Movement)
  /// A wheel turns by notches, `interval` seconds apart. As in `REL_WHEEL` and `REL_HWHEEL`,
  /// positive notches are away from the user or to the right.
  case wheel(notches: Int, interval: Double, isHorizontal: Bool)

  /// How fingers move from touch-down to lift.
  public struct Movement: Hashable, Sendable {
    /// The course of the speed along the path.
    public var profile: SpeedProfile
    /// How long the fingers move, in seconds.
    public var duration: Double
    /// How long the fingers rest before the movement, in seconds.
    public var hold: Double
    /// How long the fingers rest after the movement, in seconds.
    public var rest: Double

    /// Creates a movement from its parts.
    public init(
      _ profile: SpeedProfile = .toRest, duration: Double, hold: Double = 0, rest: Double = 0
    ) {
      self.profile = profile
      self.duration = duration
      self.hold = hold
      self.rest = rest
    }
  }

  /// The distance between neighboring fingers of a hand, in points.
  public static let fingerDistance = 60.0

  /// Returns the strokes of the fingers. The first stroke begins at `time` seconds.
  public func strokes(at time: Double) -> [Stroke] {
    switch self {
    case .tap(let place, let fingers, let count, let hold, let gap):
      return (0..<max(0, count)).flatMap { index in
        Self.row(of: fingers).map { offset in
          Stroke(
            .line(from: place + offset, to: place + offset),
            at: time + Double(index) * (hold + gap), hold: hold, duration: 0)
        }
      }
    case .stroke(let start, let end, let fingers, let movement):
      return Self.row(of: fingers).map { offset in
        Self.stroke(.line(from: start + offset, to: end + offset), movement, at: time)
      }
    case .pinch(let center, let span, let end, let angle, let turn, let movement):
      let first = StrokePath.turn(
        about: .zero, from: Point(x: span / 2, y: 0), angle: angle, scale: 1
      ).point(at: 1)
      return [1.0, -1.0].map { side in
        let start = center + Vector(dx: side * first.x, dy: side * first.y)
        let path: StrokePath =
          turn == 0
          ? .line(from: start, to: center + (end / span) * (start - center))
          : .turn(about: center, from: start, angle: turn, scale: end / span)
        return Self.stroke(path, movement, at: time)
      }
    case .wheel:
      return []
    }
  }

  /// Returns the notches of a wheel. The first notch is at `time` seconds.
  public func notches(at time: Double) -> [WheelNotch] {
    guard case .wheel(let notches, let interval, let isHorizontal) = self else { return [] }
    return (0..<notches.magnitude).map { index in
      WheelNotch(
        time: time + Double(index) * interval, isHorizontal: isHorizontal,
        isPositive: notches > 0)
    }
  }

  private static func stroke(
    _ path: StrokePath, _ movement: Movement, at time: Double
  ) -> Stroke {
    Stroke(
      path, profile: movement.profile, at: time, hold: movement.hold,
      duration: movement.duration, rest: movement.rest)
  }

  /// Returns the offsets from their center of fingers that are side by side.
  private static func row(of fingers: Int) -> [Vector] {
    (0..<max(1, fingers)).map { finger in
      Vector(
        dx: fingerDistance * (Double(finger) - Double(max(1, fingers) - 1) / 2), dy: 0)
    }
  }
}

/// A step of a wheel.
public struct WheelNotch: Hashable, Sendable {
  /// The time, in seconds.
  public var time: Double
  /// Whether the notch belongs to the horizontal wheel.
  public var isHorizontal: Bool
  /// Whether the notch is away from the user or to the right.
  public var isPositive: Bool

  /// Creates a notch from its parts.
  public init(time: Double, isHorizontal: Bool = false, isPositive: Bool = true) {
    self.time = time
    self.isHorizontal = isHorizontal
    self.isPositive = isPositive
  }
}

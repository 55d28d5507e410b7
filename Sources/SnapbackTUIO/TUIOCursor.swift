import SnapbackGeometry
import SnapbackTiming

/// A contact as TUIO tells it: place and motion on a screen whose sides have the length 1.
///
/// X and Y are the way along an axis since the last report, as a share of the axis, by the seconds
/// that it took; 1 is the whole axis in a second. m is the change of the length of (X, Y) by the
/// same seconds (TUIO 1.1 specification, "Parameter Computation").
struct TUIOCursor {
  let number: Int32
  private(set) var place: Point
  private(set) var velocity = Vector.zero
  private(set) var acceleration = 0.0
  private var time: Instant

  /// How long a contact may say nothing before it counts as still, in seconds.
  static let stillTime = 0.1

  init(_ number: Int32, at place: Point, _ time: Instant) {
    self.number = number
    self.place = place
    self.time = time
  }

  /// Takes a report. One of the same moment, or an earlier one, moves it and leaves its motion.
  mutating func move(to place: Point, at now: Instant) {
    let seconds = now.seconds(since: time)
    let way = place - self.place
    self.place = place
    guard seconds > 0 else { return }
    time = now
    let next = Vector(dx: way.dx / seconds, dy: way.dy / seconds)
    acceleration = (next.length - velocity.length) / seconds
    velocity = next
  }

  /// Whether it was said to move.
  var isMoving: Bool { velocity != .zero || acceleration != 0 }

  /// Says that it has come to rest if its last report is ``stillTime`` ago or longer.
  mutating func rest(by now: Instant) {
    if now.seconds(since: time) >= Self.stillTime { rest() }
  }

  /// Says that it has come to rest; its place stays.
  mutating func rest() {
    velocity = .zero
    acceleration = 0
  }

  var arguments: [OSCWriter.Argument] {
    [
      .string("set"), .integer(number), .float(Self.share(place.x)), .float(Self.share(place.y)),
      .float(Float(velocity.dx)), .float(Float(velocity.dy)), .float(Float(acceleration)),
    ]
  }

  /// A place on an axis, held to it.
  private static func share(_ value: Double) -> Float {
    value.isNaN ? 0 : Float(min(max(value, 0), 1))
  }
}

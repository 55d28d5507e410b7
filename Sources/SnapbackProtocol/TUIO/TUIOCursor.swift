import SnapbackBasics

/// A contact as a TUIO cursor: its position and motion on a screen whose sides have length 1.
///
/// The velocity (X, Y) is the displacement since the last report, as a fraction of each axis,
/// divided by the elapsed seconds. A velocity of 1 is the whole axis in a second. The acceleration
/// m is the change of the length of (X, Y), divided by the elapsed seconds (TUIO 1.1 specification,
/// "Parameter Computation").
struct TUIOCursor {
  let number: Int32
  private(set) var place: Point
  private(set) var velocity = Vector.zero
  private(set) var acceleration = 0.0
  private var time: Instant

  /// The time without a report after which a contact is at rest, in seconds.
  static let stillTime = 0.1

  init(_ number: Int32, at place: Point, _ time: Instant) {
    self.number = number
    self.place = place
    self.time = time
  }

  /// Moves the cursor. A report that is not later than the last one changes only the position.
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

  /// Whether the reported velocity or acceleration is not zero.
  var isMoving: Bool { velocity != .zero || acceleration != 0 }

  /// Stops the cursor if its last report is at least ``stillTime`` ago.
  mutating func rest(by now: Instant) {
    if now.seconds(since: time) >= Self.stillTime { rest() }
  }

  /// Sets the velocity and acceleration to zero, and keeps the position.
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

  /// Returns a coordinate clamped to 0…1.
  private static func share(_ value: Double) -> Float {
    value.isNaN ? 0 : Float(min(max(value, 0), 1))
  }
}

import SnapbackBasics

/// The directions of a movement on a touchpad: a set of octants, which overlap by a tenth.
///
/// A movement between two octants has two directions. A movement of less than 2 mm has three,
/// because its direction is uncertain. Source: libinput, `phys_get_direction` and
/// `tp_gesture_same_directions`.
struct PadDirection: OptionSet, Sendable {
  let rawValue: UInt8

  /// The length along both axes below which a movement has three directions, in millimeters.
  static let leastWay = 2.0

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates the directions of the movement `way`. Octants are numbered clockwise from up.
  init(of way: Vector) {
    var bits: UInt8 = 0
    if max(abs(way.dx), abs(way.dy)) < Self.leastWay {
      let octant =
        way.dx > 0
        ? (way.dy < 0 ? 1 : way.dy > 0 ? 3 : 2)
        : way.dx < 0 ? (way.dy > 0 ? 5 : way.dy < 0 ? 7 : 6) : way.dy > 0 ? 4 : 0
      for turn in -1...1 { bits |= 1 << UInt8((octant + turn + 8) % 8) }
    } else {
      for octant in 0..<8 where Self.covers(octant, way) { bits |= 1 << UInt8(octant) }
    }
    rawValue = bits
  }

  /// The unit vectors of the octants.
  private static let axes: [Vector] = {
    let half = 0.5.squareRoot()
    return [
      Vector(dx: 0, dy: -1), Vector(dx: half, dy: -half), Vector(dx: 1, dy: 0),
      Vector(dx: half, dy: half), Vector(dx: 0, dy: 1), Vector(dx: -half, dy: half),
      Vector(dx: -1, dy: 0), Vector(dx: -half, dy: -half),
    ]
  }()
  /// The cosine of nine tenths of an octant, 40.5 degrees.
  private static let reach = 0.7604059656

  private static func covers(_ octant: Int, _ way: Vector) -> Bool {
    let axis = axes[octant]
    return axis.dx * way.dx + axis.dy * way.dy > reach * way.length
  }

  /// Whether two movements have the same direction: they share an octant or have neighboring
  /// octants.
  func isSame(as other: PadDirection) -> Bool {
    !isDisjoint(with: other) || !widened.isDisjoint(with: other)
      || !other.widened.isDisjoint(with: self)
  }

  /// The directions and their clockwise neighbors.
  private var widened: PadDirection {
    PadDirection(rawValue: rawValue | rawValue << 1 | rawValue >> 7)
  }
}

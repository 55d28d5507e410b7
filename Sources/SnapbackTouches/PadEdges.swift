import SnapbackBasics

/// The edges of a touchpad. A touch that begins at an edge is treated as a palm.
///
/// The rules and numbers are libinput's (`tp_init_palmdetect_edge`, `tp_palm_detect_edge`). Only
/// built-in pads at least 70 mm wide have edges. The left and right edges take 8 % of the width
/// each, at most 8 mm. Pads higher than 55 mm also have a top edge, 5 % of the height. A touch
/// stops being a palm when another finger touches, or when it moves from the edge into the pad
/// within ``releaseTime``.
struct PadEdges: Sendable {
  /// The least width of a pad with edges, in millimeters.
  static let leastWidth = 70.0
  /// The height above which a pad also has a top edge, in millimeters.
  static let leastHeight = 55.0
  /// The time after its touch within which a palm must leave the edge to become a finger, in
  /// seconds.
  static let releaseTime = 0.2
  /// The least slope of a movement out of an edge: the distance across the edge divided by the
  /// distance along it. The value is the tangent of 40.5 degrees.
  ///
  /// libinput compares octants that overlap by a tenth. The movement must therefore deviate from
  /// the edge's direction by more than nine tenths of an octant, 40.5 degrees.
  static let leastSlope = 0.854
  /// The least length of a movement out of an edge, in millimeters. Shorter movements have no
  /// direction.
  static let leastWay = 2.0

  private let side: Double
  private let top: Double
  private let width: Double

  /// Creates the edges of a pad; returns nil if the pad has no edges.
  init?(size: Size, isBuiltIn: Bool) {
    guard isBuiltIn, size.width >= Self.leastWidth else { return nil }
    side = min(8, 0.08 * size.width)
    top = size.height > Self.leastHeight ? 0.05 * size.height : 0
    width = size.width
  }

  private func isAtSide(_ place: Point) -> Bool { place.x < side || place.x > width - side }

  /// Whether a position is in an edge.
  func contains(_ place: Point) -> Bool { isAtSide(place) || place.y < top }

  /// Whether a palm has moved out of the edge in such a way that it becomes a finger.
  func releases(_ finger: PadFinger, at time: Instant) -> Bool {
    guard time < finger.began.advanced(bySeconds: Self.releaseTime), !contains(finger.place)
    else { return false }
    let way = finger.place - finger.origin
    guard max(abs(way.dx), abs(way.dy)) >= Self.leastWay else { return false }
    if isAtSide(finger.origin) { return abs(way.dx) > Self.leastSlope * abs(way.dy) }
    return way.dy > Self.leastSlope * abs(way.dx)
  }
}

extension DeviceProfile {
  /// Whether a touchpad is built into the computer. A touchpad on USB is built in only if it is
  /// Apple's; one on Bluetooth is not; all others are. These are the rules of libinput and of
  /// udev's `70-touchpad.hwdb`.
  var isBuiltInPad: Bool {
    guard identity.count > 1 else { return true }
    switch identity[0] {
    case DeviceBus.usb.number: return identity[1] == Self.apple
    case DeviceBus.bluetooth.number: return false
    default: return true
    }
  }

  /// Whether the device is a Wacom tablet. The touch surfaces of Wacom tablets do not jump and have
  /// no edges.
  var isWacoms: Bool { identity.count > 1 && identity[1] == 0x056a }

  private static let apple: UInt16 = 0x05ac
}

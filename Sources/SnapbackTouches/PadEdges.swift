import SnapbackBasics

/// The edges of a touchpad, where a touch that begins is taken for a palm.
///
/// The rules and numbers are libinput's (`tp_init_palmdetect_edge`, `tp_palm_detect_edge`): 8 % of
/// the width at the left and the right, at most 8 mm, on built-in pads at least 70 mm wide, and 5 %
/// of the height at the top of pads higher than 55 mm. A touch stops being a palm when another
/// finger touches, or when it soon moves from the edge into the pad.
struct PadEdges: Sendable {
  /// The width from which a pad has edges, in millimeters.
  static let leastWidth = 70.0
  /// The height above which a pad has an edge at its top, in millimeters.
  static let leastHeight = 55.0
  /// How soon a palm has to leave the edge to be a finger, in seconds.
  static let releaseTime = 0.2
  /// The least slope of a way out of an edge, across the edge by along it: 40.5 degrees.
  ///
  /// libinput compares octants that overlap by a tenth, so the way must be more than nine tenths of
  /// an octant, 40.5 degrees, off the edge's own direction.
  static let leastSlope = 0.854
  /// The least way out of an edge, in millimeters; shorter ways have no direction.
  static let leastWay = 2.0

  private let side: Double
  private let top: Double
  private let width: Double

  /// Creates the edges of a pad; nil if it has none.
  init?(size: Size, isBuiltIn: Bool) {
    guard isBuiltIn, size.width >= Self.leastWidth else { return nil }
    side = min(8, 0.08 * size.width)
    top = size.height > Self.leastHeight ? 0.05 * size.height : 0
    width = size.width
  }

  private func isAtSide(_ place: Point) -> Bool { place.x < side || place.x > width - side }

  /// Whether a place is in an edge.
  func contains(_ place: Point) -> Bool { isAtSide(place) || place.y < top }

  /// Whether a palm has moved out of the edge so that it is a finger.
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
  /// Whether a touchpad is a part of the computer: it is neither on USB nor on Bluetooth, or it is
  /// Apple's on USB. These are the rules of libinput and of udev's `70-touchpad.hwdb`.
  var isBuiltInPad: Bool {
    guard identity.count > 1 else { return true }
    switch identity[0] {
    case DeviceBus.usb.number: return identity[1] == Self.apple
    case DeviceBus.bluetooth.number: return false
    default: return true
    }
  }

  /// Whether the device is a tablet of Wacom's; their touch surfaces do not jump and have no edges.
  var isWacoms: Bool { identity.count > 1 && identity[1] == 0x056a }

  private static let apple: UInt16 = 0x05ac
}

import SnapbackBasics
import SnapbackTouches

/// The surface and the unit in which the contacts of a device are measured.
struct ContactSurface {
  /// The screen that positions are mapped onto.
  let screen: Size
  /// The unit of that screen: points or mm.
  let unit: String

  /// Uses points of the requested screen. Without one, uses millimeters if the device reports its
  /// size, else points of a screen with the aspect ratio of the device's axes, 1000 on the longer
  /// side.
  init(_ device: DeviceProfile, asked: Size?) {
    if let asked {
      (screen, unit) = (asked, "points")
    } else if device.physicalSize != nil, let (x, y) = device.positionAxes {
      // `count` includes both ends of the axis, so one point of this screen is one millimeter.
      screen = Size(
        width: x.count / Double(x.resolution), height: y.count / Double(y.resolution))
      unit = "mm"
    } else {
      let (x, y) = device.positionAxes.map { ($0.x.count, $0.y.count) } ?? (1, 1)
      screen = Size(width: 1000 * x / max(x, y), height: 1000 * y / max(x, y))
      unit = "points"
    }
  }
}

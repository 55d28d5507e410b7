import SnapbackGeometry
import SnapbackTouches

/// What the contacts of a device are measured in.
struct ContactSurface {
  /// The screen that positions are mapped onto.
  let screen: Size
  /// What a unit of that screen is.
  let unit: String

  /// Points of the screen that was asked for, else millimetres, else points of a screen with the
  /// aspect of the device's axes.
  init(_ device: DeviceProfile, asked: Size?) {
    if let asked {
      (screen, unit) = (asked, "points")
    } else if device.physicalSize != nil, let (x, y) = device.positionAxes {
      // Positions count inclusively: a screen of so many millimetres makes a point one of them.
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

import SnapbackBasics
import SnapbackEngine
import SnapbackTouches

/// The surface of a device in a picture, and the unit of positions on that surface.
struct PlotSurface {
  /// The size of the area onto which touches are mapped, in points.
  let screen: Size
  /// The name of the displayed unit: mm, pt or units of the device.
  let unit: String
  /// Displayed units per point.
  let perPoint: Double
  /// Millimeters per point in the horizontal direction; nil if the size of the surface is unknown.
  let millimeters: Double?

  /// The rotation of the picture on the panel.
  private let rotation: PanelRotation

  /// Points per inch for surfaces without a given screen: 160, as on Android.
  private static let density = 160.0

  /// Creates the surface of a device.
  ///
  /// - Parameter screen: the size of the screen in points, without the rotation, as in a scene. If
  ///   it is nil, the size is derived from the physical size of the device or, if that is unknown,
  ///   from its axes. A device that has neither gets 800 × 600 points.
  init(_ profile: DeviceProfile, screen: Size?, rotation: PanelRotation) {
    self.rotation = rotation
    let isUpright = rotation == .none || rotation == .half
    let size = profile.physicalSize.map {
      isUpright ? $0 : Size(width: $0.height, height: $0.width)
    }
    if let screen {
      let screen = isUpright ? screen : Size(width: screen.height, height: screen.width)
      self.screen = screen
      (unit, perPoint) = ("pt", 1)
      millimeters = size.map { $0.width / screen.width }
    } else if let size {
      let perMillimeter = Self.density / 25.4
      self.screen = Size(width: perMillimeter * size.width, height: perMillimeter * size.height)
      (unit, perPoint) = ("mm", 1 / perMillimeter)
      millimeters = 1 / perMillimeter
    } else if let (x, y) = profile.positionAxes {
      let (width, height) = isUpright ? (x.count, y.count) : (y.count, x.count)
      // With a diagonal of 1000 points, speeds have a realistic magnitude.
      let scale = 1000 / Vector(dx: width, dy: height).length
      self.screen = Size(width: scale * width, height: scale * height)
      (unit, perPoint) = ("units", 1 / scale)
      millimeters = nil
    } else {
      self.screen = Size(width: 800, height: 600)
      (unit, perPoint) = ("pt", 1)
      millimeters = nil
    }
  }

  /// The size of the screen in the orientation of the panel.
  var panel: Size {
    rotation == .none || rotation == .half
      ? screen : Size(width: screen.height, height: screen.width)
  }

  /// Converts a position on the panel to a position in the picture, with the same rotations as
  /// `SurfaceMapping`.
  func turned(_ place: Point) -> Point {
    switch rotation {
    case .none: place
    case .clockwise90: Point(x: place.y, y: screen.height - place.x)
    case .half: Point(x: screen.width - place.x, y: screen.height - place.y)
    case .clockwise270: Point(x: screen.width - place.y, y: place.x)
    }
  }
}

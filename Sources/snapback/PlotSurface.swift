import SnapbackEngine
import SnapbackGeometry
import SnapbackTouches

/// What positions of a device are counted in, in a picture.
struct PlotSurface {
  /// What touches are mapped onto, in points.
  let screen: Size
  /// The name of the unit that is shown: mm, pt, or units of the device.
  let unit: String
  /// Shown units to a point.
  let perPoint: Double
  /// Millimetres to a point from left to right; nil when the size of the surface is not known.
  let millimetres: Double?

  /// How the picture is turned on the panel.
  private let rotation: PanelRotation

  /// Points to an inch where nothing else says it, as Android's: 160.
  private static let density = 160.0

  /// The surface of a device in front of a screen of `screen` points, or by itself.
  ///
  /// The screen is that of a picture that is not turned, as a scene describes it.
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
      millimetres = size.map { $0.width / screen.width }
    } else if let size {
      let perMillimetre = Self.density / 25.4
      self.screen = Size(width: perMillimetre * size.width, height: perMillimetre * size.height)
      (unit, perPoint) = ("mm", 1 / perMillimetre)
      millimetres = 1 / perMillimetre
    } else if let (x, y) = profile.positionAxes {
      let (width, height) = isUpright ? (x.count, y.count) : (y.count, x.count)
      // A diagonal of a thousand points, so that speeds are of the order of real ones.
      let scale = 1000 / Vector(dx: width, dy: height).length
      self.screen = Size(width: scale * width, height: scale * height)
      (unit, perPoint) = ("units", 1 / scale)
      millimetres = nil
    } else {
      self.screen = Size(width: 800, height: 600)
      (unit, perPoint) = ("pt", 1)
      millimetres = nil
    }
  }

  /// The screen as the panel has it, before the picture is turned.
  var panel: Size {
    rotation == .none || rotation == .half
      ? screen : Size(width: screen.height, height: screen.width)
  }

  /// Where a place of the panel is in the picture; `SurfaceMapping` has the same turns.
  func turned(_ place: Point) -> Point {
    switch rotation {
    case .none: place
    case .clockwise90: Point(x: place.y, y: screen.height - place.x)
    case .half: Point(x: screen.width - place.x, y: screen.height - place.y)
    case .clockwise270: Point(x: screen.width - place.y, y: place.x)
    }
  }
}

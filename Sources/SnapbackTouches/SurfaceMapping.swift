#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
public import SnapbackGeometry

/// The map from a panel's device units to points on the screen.
///
/// In this order: device units to 0…1 along each axis, the calibration, the panel's own turn, the
/// part of the screen that the panel covers, and the turn of the whole picture. Every step is
/// affine, so all are one.
///
/// **Values beyond the range.** Some panels report a little beyond the range that they declare,
/// and a finger that slides off the picture has to keep its velocity: such positions are
/// continued past the edge. ``overhang`` of the range's length beyond it, a value counts as that
/// border: it is an error of the device.
public struct SurfaceMapping: Hashable, Sendable {
  private let x: AxisRange
  private let y: AxisRange
  private let calibration: Calibration
  private let ownRotation: PanelRotation
  private let output: OutputRegion?
  /// The panel's width and height in millimetres; nil when they are not known.
  public let size: Size?
  private var toScreen = AffineTransform.identity

  /// The size of the screen, in points.
  public var screen: Size { didSet { compose() } }
  /// How the whole picture is turned.
  public var rotation: PanelRotation { didSet { compose() } }

  /// How far beyond its range a value counts, as a share of the range.
  ///
  /// Synaptics' touchpads report up to 17 % beyond by design; no panel is known for more.
  public static let overhang = 0.25

  /// The map of a panel with these axes onto a screen of `screen` points.
  ///
  /// A calibration of `settings` that is none for these axes is left out.
  public init(
    x: AxisRange, y: AxisRange, screen: Size, rotation: PanelRotation = .none,
    settings: DeviceSettings = DeviceSettings(), size: Size? = nil
  ) {
    self.x = x
    self.y = y
    self.screen = screen
    self.rotation = rotation
    calibration = (try? settings.calibration?.resolved(x: x, y: y)) ?? .none
    ownRotation = settings.rotation
    output = settings.output
    self.size = size
    compose()
  }

  /// The map of a device; nil when it has no axes with positions, or one of them is empty.
  public init?(
    _ profile: DeviceProfile, settings: DeviceSettings, screen: Size,
    rotation: PanelRotation = .none
  ) {
    guard let (x, y) = profile.positionAxes, x.maximum > x.minimum, y.maximum > y.minimum
    else { return nil }
    self.init(
      x: x, y: y, screen: screen, rotation: rotation, settings: settings,
      size: profile.size(with: settings).size)
  }

  /// The point on the screen under device position `x`, `y`; it may lie outside the screen.
  ///
  /// The range counts inclusively, (v − min) / (max − min + 1), as libinput maps pixels. Finite
  /// for every input. O(1).
  public func point(x deviceX: Int32, y deviceY: Int32) -> Point {
    toScreen(Point(x: Self.share(deviceX, of: x), y: Self.share(deviceY, of: y)))
  }

  private static func share(_ value: Int32, of axis: AxisRange) -> Double {
    let share = (Double(value) - Double(axis.minimum)) / axis.count
    return min(max(share, -overhang), 1 + overhang)
  }

  /// How many points a millimetre of the panel is: the geometric mean of both axes.
  ///
  /// Nil when the panel's size is not known.
  public var pointsPerMillimetre: Double? {
    guard let size, size.width > 0, size.height > 0 else { return nil }
    let scale = (abs(toScreen.determinant) / (size.width * size.height)).squareRoot()
    return scale.isFinite && scale > 0 ? scale : nil
  }

  private mutating func compose() {
    let bare = rotation.picture(on: screen)
    var map = ownRotation.unitTransform * calibration.transform
    if let output {
      let part = output.shares(of: bare)
      map =
        AffineTransform(
          a: part.right - part.left, b: 0, c: 0, d: part.bottom - part.top, tx: part.left,
          ty: part.top) * map
    }
    map = rotation.unitTransform * map
    toScreen =
      AffineTransform(a: screen.width, b: 0, c: 0, d: screen.height, tx: 0, ty: 0) * map
  }
}

public import SnapbackBasics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The map from a panel's device units to points on the screen.
///
/// The steps, in order: device units to 0…1 along each axis, the calibration, the panel's own
/// rotation, the part of the screen that the panel covers, and the rotation of the whole picture.
/// Every step is affine, so they are combined into one transform.
///
/// **Values beyond the range.** Some panels report positions slightly beyond their declared range,
/// and a finger that slides off the picture must keep its velocity. Positions beyond the range by
/// at most ``overhang`` of its length are therefore mapped to points beyond the edge. Positions
/// farther out are device errors and are clamped.
public struct SurfaceMapping: Hashable, Sendable {
  private let x: AxisRange
  private let y: AxisRange
  private let calibration: Calibration
  private let ownRotation: PanelRotation
  private let output: OutputRegion?
  /// The panel's width and height in millimeters; nil if unknown.
  public let size: Size?
  private var toScreen = AffineTransform.identity

  /// The size of the screen, in points.
  public var screen: Size { didSet { compose() } }
  /// The rotation of the whole picture.
  public var rotation: PanelRotation { didSet { compose() } }

  /// How far beyond the range a value is still used, as a fraction of the range.
  ///
  /// Synaptics' touchpads report up to 17 % beyond the range by design; no known panel reports
  /// more.
  public static let overhang = 0.25

  /// Creates the map of a panel with these axes onto a screen of `screen` points.
  ///
  /// A calibration in `settings` that is invalid for these axes is ignored.
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

  /// Creates the map of a device. Returns nil if the device lacks a position axis, or a position
  /// axis has only one value.
  public init?(
    _ profile: DeviceProfile, settings: DeviceSettings, screen: Size,
    rotation: PanelRotation = .none
  ) {
    guard let (x, y) = profile.ranged(by: settings.ranges).usablePositionAxes else { return nil }
    self.init(
      x: x, y: y, screen: screen, rotation: rotation, settings: settings,
      size: profile.size(with: settings).size)
  }

  /// Returns the point on the screen for the device position `x`, `y`; it may lie outside the
  /// screen.
  ///
  /// A value v becomes the fraction (v − min) / (max − min + 1) of its axis, as in libinput: both
  /// ends belong to the range. The result is finite for every input. O(1).
  public func point(x deviceX: Int32, y deviceY: Int32) -> Point {
    toScreen(Point(x: Self.share(deviceX, of: x), y: Self.share(deviceY, of: y)))
  }

  private static func share(_ value: Int32, of axis: AxisRange) -> Double {
    let share = (Double(value) - Double(axis.minimum)) / axis.count
    return min(max(share, -overhang), 1 + overhang)
  }

  /// Points per millimeter of the panel: the geometric mean over both axes.
  ///
  /// Nil if the panel's size is unknown.
  public var pointsPerMillimeter: Double? {
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

/// The part of the screen that a device covers, for scenes that several panels show together.
///
/// The region refers to the unrotated screen and rotates with the picture.
public enum OutputRegion: Hashable, Sendable {
  /// A rectangle in points.
  case points(Rect)
  /// A rectangle in fractions of the screen's width and height, 0…1.
  case shares(Rect)

  /// Returns the rectangle in fractions of a screen of `size` points.
  func shares(of size: Size) -> Rect {
    switch self {
    case .shares(let rect): return rect
    case .points(let rect):
      let (width, height) = (max(size.width, 1e-9), max(size.height, 1e-9))
      return Rect(
        left: rect.left / width, top: rect.top / height, right: rect.right / width,
        bottom: rect.bottom / height)
    }
  }
}

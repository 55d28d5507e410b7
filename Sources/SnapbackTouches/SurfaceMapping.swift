public import SnapbackGeometry

/// How a panel is mounted relative to the picture on it.
public enum PanelRotation: Int, Hashable, Sendable, CaseIterable {
  /// The panel's left edge is the picture's left edge.
  case none = 0
  /// The picture is turned by 90° clockwise on the panel.
  case clockwise90 = 90
  /// The picture is upside down on the panel.
  case half = 180
  /// The picture is turned by 90° counter-clockwise on the panel.
  case clockwise270 = 270
}

/// The map from a panel's device units to points on the screen.
public struct SurfaceMapping: Hashable, Sendable {
  private let x: AxisRange
  private let y: AxisRange
  /// The size of the screen, in points.
  public var screen: Size
  /// How the picture is turned on the panel.
  public var rotation: PanelRotation

  /// The map of a panel with these axes onto a screen of `screen` points.
  public init(x: AxisRange, y: AxisRange, screen: Size, rotation: PanelRotation = .none) {
    self.x = x
    self.y = y
    self.screen = screen
    self.rotation = rotation
  }

  /// The point on the screen under device position `x`, `y`; it may lie outside the screen.
  ///
  /// The range counts inclusively, (v − min) / (max − min + 1), as libinput maps pixels.
  public func point(x deviceX: Int32, y deviceY: Int32) -> Point {
    let u = (Double(deviceX) - Double(x.minimum)) / x.count
    let v = (Double(deviceY) - Double(y.minimum)) / y.count
    // A picture turned clockwise has its left edge on the panel's top edge.
    let (across, down) =
      switch rotation {
      case .none: (u, v)
      case .clockwise90: (v, 1 - u)
      case .half: (1 - u, 1 - v)
      case .clockwise270: (1 - v, u)
      }
    return Point(x: across * screen.width, y: down * screen.height)
  }
}

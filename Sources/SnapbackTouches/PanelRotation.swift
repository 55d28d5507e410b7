public import SnapbackBasics

/// The rotation of the picture on a panel.
public enum PanelRotation: Int, Hashable, Sendable, CaseIterable {
  /// The panel's left edge is the picture's left edge.
  case none = 0
  /// The picture is rotated by 90° clockwise on the panel.
  case clockwise90 = 90
  /// The picture is upside down on the panel.
  case half = 180
  /// The picture is rotated by 90° counterclockwise on the panel.
  case clockwise270 = 270

  /// Whether the picture's width lies along the panel's height.
  public var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }

  /// Returns the size of the picture on a panel of `size`.
  public func picture(on size: Size) -> Size {
    swapsSides ? Size(width: size.height, height: size.width) : size
  }

  /// The transform from positions on the panel to positions in the picture, both 0…1 from the upper
  /// left.
  ///
  /// A picture that is rotated clockwise has its left edge on the panel's top edge. libinput's
  /// matrix for 90° clockwise, 0 −1 1 1 0 0, rotates the panel instead of the picture and therefore
  /// equals ``clockwise270``.
  public var unitTransform: AffineTransform {
    switch self {
    case .none: .identity
    case .clockwise90: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .clockwise270: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    }
  }
}

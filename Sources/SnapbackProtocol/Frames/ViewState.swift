public import SnapbackBasics

/// The geometry, color and opacity of a view at one moment, and the velocities of its geometry.
public struct ViewState: Hashable, Sendable {
  /// The layout rectangle in the parent's coordinates, before the transform.
  public var frame: Rect
  /// The transform about the view's anchor, applied after layout.
  public var transform: TransformComponents
  /// The opacity, 0…1.
  public var alpha: Double
  /// The fill; nil means no fill.
  public var color: Color?
  /// Maps the view's own coordinates, with (0, 0) at its top left corner, to points on the screen.
  public var toScreen: AffineTransform
  /// Whether the view and all its ancestors are visible. A view that a stack hides is not visible.
  public var isVisible: Bool
  /// The radius of the corners in points, 0 or more. It can be more than half of the shorter side;
  /// renderers draw at most that.
  public var cornerRadius: Double
  /// Whether the radius of the corners can move. Only then is it in frames.
  public var hasMovingRadius: Bool
  /// The rate of change of the layout rectangle, in points per second.
  public var frameVelocity: FrameVelocity
  /// The rate of change of the translation, in points per second.
  public var translationVelocity: Vector
  /// The rate of change of the rotation, in radians per second.
  public var rotationVelocity: Double
  /// The rate of change of the scale, per second.
  public var scaleVelocity: Vector
  /// The rate of change of the shear, per second.
  public var shearVelocity: Double

  /// Creates a state. By default, all velocities are zero.
  public init(
    frame: Rect = .zero, transform: TransformComponents = .identity, alpha: Double = 1,
    color: Color? = nil, toScreen: AffineTransform = .identity, isVisible: Bool = true,
    cornerRadius: Double = 0, hasMovingRadius: Bool = false,
    frameVelocity: FrameVelocity = .zero, translationVelocity: Vector = .zero,
    rotationVelocity: Double = 0, scaleVelocity: Vector = .zero, shearVelocity: Double = 0
  ) {
    self.frame = frame
    self.transform = transform
    self.alpha = alpha
    self.color = color
    self.toScreen = toScreen
    self.isVisible = isVisible
    self.cornerRadius = cornerRadius
    self.hasMovingRadius = hasMovingRadius
    self.frameVelocity = frameVelocity
    self.translationVelocity = translationVelocity
    self.rotationVelocity = rotationVelocity
    self.scaleVelocity = scaleVelocity
    self.shearVelocity = shearVelocity
  }

  /// The smallest axis-aligned rectangle on the screen that contains the view without its children,
  /// in points. O(1).
  @inline(__always)
  public var boundingBox: Rect {
    let size = frame.size
    // Each corner is the image of the origin plus zero, one or two of the side vectors. Branches on
    // the signs would be mispredicted.
    let origin = SIMD2(toScreen.tx, toScreen.ty)
    let right = SIMD2(toScreen.a, toScreen.b) * size.width
    let down = SIMD2(toScreen.c, toScreen.d) * size.height
    let zero = SIMD2<Double>.zero
    let least =
      origin + zero.replacing(with: right, where: right .< zero)
      + zero.replacing(with: down, where: down .< zero)
    let greatest =
      origin + zero.replacing(with: right, where: right .>= zero)
      + zero.replacing(with: down, where: down .>= zero)
    return Rect(left: least.x, top: least.y, right: greatest.x, bottom: greatest.y)
  }
}

/// The rates of change of a view's layout rectangle, in points per second.
public struct FrameVelocity: Hashable, Sendable {
  /// The rate of the left edge, in the parent's coordinates.
  public var x: Double
  /// The rate of the top edge, in the parent's coordinates.
  public var y: Double
  /// The rate of the width.
  public var width: Double
  /// The rate of the height.
  public var height: Double

  /// The velocity of a rectangle that does not change.
  public static let zero = FrameVelocity(x: 0, y: 0, width: 0, height: 0)

  /// Creates a velocity.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

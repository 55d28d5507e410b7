public import SnapbackGeometry

/// Where a view is drawn at one moment, and how fast that changes.
public struct ViewState: Hashable, Sendable {
  /// The layout frame in the parent's coordinates, before the transform.
  public var frame: Rect
  /// The transform about the view's anchor, applied after layout.
  public var transform: TransformComponents
  /// Opacity, 0…1.
  public var alpha: Double
  /// The fill; nil draws nothing.
  public var color: Color?
  /// From the view's own coordinates, (0, 0) at its top left corner, to points on the screen.
  public var toScreen: AffineTransform
  /// Whether it is there at all, with all its ancestors; what a stack hides is not.
  public var isVisible: Bool
  /// The rate of change of the frame, in points per second.
  public var frameVelocity: FrameVelocity
  /// The rate of change of the translation, in points per second.
  public var translationVelocity: Vector
  /// The rate of change of the rotation, in radians per second.
  public var rotationVelocity: Double
  /// The rate of change of the scale, per second.
  public var scaleVelocity: Vector
  /// The rate of change of the shear, per second.
  public var shearVelocity: Double

  /// A view; without velocities it does not move.
  public init(
    frame: Rect = .zero, transform: TransformComponents = .identity, alpha: Double = 1,
    color: Color? = nil, toScreen: AffineTransform = .identity, isVisible: Bool = true,
    frameVelocity: FrameVelocity = .zero, translationVelocity: Vector = .zero,
    rotationVelocity: Double = 0, scaleVelocity: Vector = .zero, shearVelocity: Double = 0
  ) {
    self.frame = frame
    self.transform = transform
    self.alpha = alpha
    self.color = color
    self.toScreen = toScreen
    self.isVisible = isVisible
    self.frameVelocity = frameVelocity
    self.translationVelocity = translationVelocity
    self.rotationVelocity = rotationVelocity
    self.scaleVelocity = scaleVelocity
    self.shearVelocity = shearVelocity
  }

  /// The smallest upright rectangle on the screen that all of the view is in, its children not
  /// counted, in points. O(1).
  @inline(__always)
  public var boundingBox: Rect {
    let size = frame.size
    // The corners are the origin's image plus one, both or neither of two sides. A branch for each
    // sign would be guessed wrong.
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

/// How fast a frame changes, in points per second.
public struct FrameVelocity: Hashable, Sendable {
  /// The rate of the left edge in the parent.
  public var x: Double
  /// The rate of the top edge in the parent.
  public var y: Double
  /// The rate of the width.
  public var width: Double
  /// The rate of the height.
  public var height: Double

  /// A frame that stays as it is.
  public static let zero = FrameVelocity(x: 0, y: 0, width: 0, height: 0)

  /// A velocity by its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

import SnapbackBasics

/// The transform of a view and its rate of change.
struct Pose {
  var transform: TransformComponents
  var translationVelocity: Vector
  var rotationVelocity: Double
  var shearVelocity: Double
  var scaleVelocity: Vector

  /// The rate of R·g − g: θ̇ times R·g rotated by 90°, plus R·ġ − ġ. `rate` is the rate of change
  /// of the lever.
  func leverVelocity(_ lever: Vector, changing rate: Vector = .zero) -> Vector {
    let scale = transform.scale
    let image = transform.linear(lever)
    let turning = rotationVelocity * Vector(dx: -image.dy, dy: image.dx)
    let sheared = shearVelocity * scale.dy + transform.shear * scaleVelocity.dy
    let growing =
      Vector(
        dx: scaleVelocity.dx * lever.dx + sheared * lever.dy,
        dy: scaleVelocity.dy * lever.dy) + transform.upright(rate)
    return turning + AffineTransform.rotation(transform.rotation)(growing) - growing
  }
}

extension TransformComponents {
  /// Applies only scale and shear to a vector.
  func upright(_ vector: Vector) -> Vector {
    Vector(dx: scale.dx * vector.dx + shear * scale.dy * vector.dy, dy: scale.dy * vector.dy)
  }
}

/// A number of a view that can be animated. Its raw value identifies it in messages.
public enum Channel: Int, CaseIterable, Sendable {
  /// The left edge of the layout frame, in points on the unscrolled screen.
  case left
  /// The top edge of the layout frame.
  case top
  /// The right edge of the layout frame.
  case right
  /// The bottom edge of the layout frame.
  case bottom
  /// The distance by which the content of a scroll view is scrolled to the left, in points.
  case scrollX
  /// The distance by which the content of a scroll view is scrolled up, in points.
  case scrollY
  /// The distance of the finger, or of the motion that replaces it, along x, in points of the
  /// parent.
  case translationX
  /// The distance of the finger, or of the motion that replaces it, along y.
  case translationY
  /// The rotation without the part that the tilt adds, in radians.
  case rotation
  /// The shear, dimensionless.
  case shear
  /// The scale along x, dimensionless.
  case scaleX
  /// The scale along y.
  case scaleY
  /// The opacity; values outside 0…1 are clamped when read.
  case alpha
  /// The red of the fill, 0…255; values outside are clamped when read.
  case red
  /// The green of the fill.
  case green
  /// The blue of the fill.
  case blue
}

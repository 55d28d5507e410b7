/// A number of a view that can be animated; its raw value is its number in messages.
public enum Channel: Int, CaseIterable, Sendable {
  /// The left edge of the layout frame, in points on the unscrolled screen.
  case left
  /// The top edge of the layout frame.
  case top
  /// The right edge of the layout frame.
  case right
  /// The bottom edge of the layout frame.
  case bottom
  /// How far what is in a scroll view is scrolled to the left, in points.
  case scrollX
  /// How far what is in a scroll view is scrolled up, in points.
  case scrollY
  /// The way of the finger, or of what stands in for it, along x, in points of the parent.
  case translationX
  /// The same along y.
  case translationY
  /// The rotation besides what the tilt adds, in radians.
  case rotation
  /// The shear, dimensionless.
  case shear
  /// The scale along x, dimensionless.
  case scaleX
  /// The scale along y.
  case scaleY
  /// Opacity; outside 0…1 it is held there when read out.
  case alpha
  /// The red of the fill, 0…255; outside it is held there when read out.
  case red
  /// The green of the fill.
  case green
  /// The blue of the fill.
  case blue
}

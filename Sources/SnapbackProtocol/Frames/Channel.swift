/// A number of a view that can be animated. ``MotionChannel/number`` identifies the channel in
/// messages.
public enum Channel: Int, CaseIterable, Sendable {
  /// The left edge of the view's layout rectangle, in points of the screen at scroll offsets of
  /// zero.
  case left
  /// The top edge of the layout rectangle.
  case top
  /// The right edge of the layout rectangle.
  case right
  /// The bottom edge of the layout rectangle.
  case bottom
  /// The distance by which the content of a scroll view is scrolled to the left, in points.
  case scrollX
  /// The distance by which the content of a scroll view is scrolled up, in points.
  case scrollY
  /// The translation along x by a finger, or by the motion that follows a drag, in points of the
  /// parent.
  case translationX
  /// The translation along y by a finger, or by the motion that follows a drag.
  case translationY
  /// The rotation, without the part that a tilt adds, in radians.
  case rotation
  /// The shear, dimensionless.
  case shear
  /// The scale along x, dimensionless.
  case scaleX
  /// The scale along y.
  case scaleY
  /// The opacity. Values outside 0…1 are clamped when read.
  case alpha
  /// The red component of the fill, 0…255. Values outside are clamped when read.
  case red
  /// The green component of the fill.
  case green
  /// The blue component of the fill.
  case blue
  /// The radius of the corners, in points. Values below 0 are clamped when read.
  case cornerRadius
}

/// A number of a view that can be animated.
enum Channel: Int, CaseIterable {
  /// The edges of the layout frame, in points on the screen.
  case left, top, right, bottom
  /// The way of the finger, or of what stands in for it, in points of the parent.
  case translationX, translationY
  /// The rotation besides what the tilt adds, in radians.
  case rotation
  /// The scale, dimensionless.
  case scaleX, scaleY
  /// Opacity; outside 0…1 it is held there when read out.
  case alpha

  /// Where the channel of a view stands among all channels.
  func index(view: Int) -> Int { view * Self.allCases.count + rawValue }
}

/// Ranges of numbers and counts of arrays that several keys of scenes share.
///
/// scripts/generate wire writes them from Sources/Wire/scene.json.
enum SceneRanges {
  // generated: scene ranges
  /// The range of a length in points.
  static var length: ClosedRange<Double> { -100_000...100_000 }

  /// The range of an extent in points.
  static var extent: ClosedRange<Double> { 0...100_000 }

  /// The range of a side that is not empty, in points.
  static var side: ClosedRange<Double> { 1...100_000 }

  /// The range of an angle in degrees, clockwise; 360 is a whole turn.
  static var turn: ClosedRange<Double> { -36_000...36_000 }

  /// The range of a time in seconds.
  static var seconds: ClosedRange<Double> { 0...3600 }

  /// The range of a corner radius in points.
  static var cornerRadius: ClosedRange<Double> { 0...10_000 }

  /// The range of an opacity.
  static var opacity: ClosedRange<Double> { 0...1 }

  /// The range of a blur radius in points.
  static var blur: ClosedRange<Double> { 0...1000 }

  /// The range of a border width in points.
  static var borderWidth: ClosedRange<Double> { 0...1000 }

  /// The count of the names of the values; the first is the initial one.
  static var stateValues: ClosedRange<Int> { 2...32 }

  /// The count of [least, greatest] in points; each may be a sum.
  static var bounds: ClosedRange<Int> { 2...2 }

  /// The range of a priority; 1000 is required.
  static var priorityNumber: ClosedRange<Double> { 1...1000 }

  /// The range of a number of fingers.
  static var fingerCount: ClosedRange<Int> { 1...10 }

  /// The count of the numbers in [fewest, most].
  static var fingerSpan: ClosedRange<Int> { 2...2 }

  /// The range of a distance in points.
  static var distancePoints: ClosedRange<Double> { 0...1000 }

  /// The range of a damping ratio; below the minimum, a view oscillates for too long.
  static var dampingRatio: ClosedRange<Double> { 0.05...100 }

  /// The range of the share of a velocity that remains after a millisecond.
  static var remainingVelocity: ClosedRange<Double> { 0.5...0.9999 }

  /// The range of a bound of a scale.
  static var scaleLimit: ClosedRange<Double> { 0.01...100 }

  /// The count of the bounds [least, greatest] of a scale.
  static var scaleLimits: ClosedRange<Int> { 2...2 }

  /// The count of the bounds [least, greatest] of a rotation in degrees.
  static var rotationLimits: ClosedRange<Int> { 2...2 }

  /// The count of positions to snap to.
  static var places: ClosedRange<Int> { 1...10_000 }

  /// The range of a number of runs.
  static var runs: ClosedRange<Double> { 0...1_000_000 }

  /// The range of a share of the way; 0 is the start, 1 the end.
  static var progress: ClosedRange<Double> { -1000...1000 }

  /// The range of a share of the duration.
  static var share: ClosedRange<Double> { 0...1 }

  /// The count of the control points [x1, y1, x2, y2], as in CSS's cubic-bezier().
  static var controlPoints: ClosedRange<Int> { 4...4 }

  /// The range of a number in the unit of a source or a target.
  static var mapNumber: ClosedRange<Double> { -100_000...100_000 }

  /// The count of [source, target]: a value of the source, and that of the target; a third item is
  /// the curve of the piece that ends at the point.
  static var mapPoint: ClosedRange<Int> { 2...3 }

  /// The count of [source, color]: a value of the source, and the color; a third item is the curve
  /// of the piece that ends at the point.
  static var colorPoint: ClosedRange<Int> { 2...3 }

  /// The range of a fraction of an action; 0 is its beginning, 1 its end.
  static var fraction: ClosedRange<Double> { 0...1 }

  /// The count of [source, fraction]: a value of the source, and the fraction of the action; a
  /// third item is the curve of the piece that ends at the point.
  static var progressPoint: ClosedRange<Int> { 2...3 }

  /// The count of points of a function, by rising values of the source; the first has no curve.
  static var numberMap: ClosedRange<Int> { 2...100 }

  /// The count of colors, by rising values of the source; the first has no curve.
  static var colorMap: ClosedRange<Int> { 2...100 }

  /// The count of fractions of an action, by rising values of the source; the first has no curve.
  static var progressMap: ClosedRange<Int> { 2...100 }

  /// The count of the heights at which a sheet rests.
  static var detents: ClosedRange<Int> { 1...100 }

  /// The count of keys in the order of their times.
  static var keyframes: ClosedRange<Int> { 1...1000 }

  /// The count of [x, y, width, height] in the content of a scroll view.
  static var contentRectangle: ClosedRange<Int> { 4...4 }

  /// The count of changes that one transaction makes.
  static var changes: ClosedRange<Int> { 0...10_000 }
  // end of generated
}

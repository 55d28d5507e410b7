import SnapbackDocument
import SnapbackEngine
import SnapbackLayout

// The keys of the values that gestures drive.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of drives
/// Keys of a gesture that drives a translation.
enum TranslationKeys {
  /// The point that stays with the finger: the anchor, or the grabbed point; `center` by default.
  static func follow(_ reader: inout ObjectReader) throws(DocumentError) -> PanBehavior.Follow {
    try reader.optionalOneOf("follow", aliases: ["centre": .center]) ?? .center
  }

  /// The position from which a pan starts; `presentation` by default.
  static func from(_ reader: inout ObjectReader) throws(DocumentError) -> PanBehavior.Origin {
    try reader.optionalOneOf("from") ?? .presentation
  }

  /// The motion after the release; `"snap"` needs `snap`; `spring` by default.
  static func release(_ reader: inout ObjectReader) throws(DocumentError) -> PanBehavior.Release {
    try reader.optionalOneOf("release") ?? .spring
  }

  /// How the view turns as it moves.
  static func tilt(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("tilt")
  }

  /// The spring that returns the view to its frame.
  static func spring(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spring")
  }

  /// The range of the translation.
  static func limits(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("limits")
  }

  /// The heights at which the view rests as a sheet; not allowed together with `axes`,
  /// `deceleration`, `limits`, `release` or `snap`.
  static func detents(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("detents")
  }

  /// With `detents`: whether a release can dismiss the sheet; true by default.
  static func dismisses(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("dismisses") ?? true
  }
}

/// Keys of a translation or a scroll.
enum MomentumKeys {
  /// The axes along which the view moves; `both` by default.
  static func axes(_ reader: inout ObjectReader) throws(DocumentError) -> PanBehavior.Axes {
    try reader.optionalOneOf("axes") ?? .both
  }

  /// How momentum dies out: a rate of UIScrollView, or the share of the velocity that remains
  /// after a millisecond.
  static func deceleration(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("deceleration")
  }

  /// Where it may come to rest after a release with `"snap"`.
  static func snap(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("snap")
  }
}

/// Keys of the limits of a translation.
enum LimitKeys {
  /// The translation along x, in points.
  static func x(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("x")
  }

  /// The translation along y, in points.
  static func y(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("y")
  }

  /// Whether a finger can drag the view beyond the limits, and with which rubber band.
  static func rubberBand(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("rubberBand")
  }
}

/// Keys of a rubber band.
enum RubberBandKeys {
  /// How much of the finger's movement the view follows at first; 0.55 by default.
  static func coefficient(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("coefficient", in: 0.01...1) ?? 0.55
  }

  /// The upper bound of the distance beyond a limit, in points.
  static func dimension(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("dimension", in: SceneRanges.side)
  }
}

/// Keys of a gesture that drives the constant of a constraint.
enum ConstantKeys {
  /// The constraint; one of a format is `row[0]`, `row[1]` ….
  static func constant(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("constant")
  }

  /// The axis of the finger's movement that changes the constant.
  static func axis(_ reader: inout ObjectReader) throws(DocumentError) -> ConstantBehavior.Axis {
    try reader.oneOf("axis")
  }

  /// The change of the constant per point of that movement; not 0; 1 by default.
  static func factor(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("factor", in: -100...100) ?? 1
  }

  /// The bounds of the constant.
  static func limits(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("limits")
  }

  /// Whether a finger can move the value beyond its limits, with resistance; needs `limits`;
  /// false by default.
  static func rubberBand(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("rubberBand") ?? false
  }

  /// The motion after the release; `"snap"` needs `snap`; `stay` by default.
  static func release(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ConstantBehavior.Release {
    try reader.optionalOneOf("release") ?? .stay
  }

  /// The values at which the constant may come to rest.
  static func snap(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("snap")
  }

  /// The spring that moves the constant to its target.
  static func spring(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spring")
  }
}

/// Keys of a pinch.
enum PinchKeys {
  /// How far the fingers move apart or together before it begins.
  static func slop(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("slop")
  }

  /// The bounds of the scale; they contain 1.
  static func limits(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("limits")
  }
}

/// Keys of a rotation.
enum RotationKeys {
  /// How far each finger moves around their middle before it begins.
  static func slop(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("slop")
  }

  /// The bounds of the rotation in degrees, clockwise; they contain 0.
  static func limits(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("limits")
  }
}

/// Keys of a pinch or a rotation.
enum PartKeys {
  /// Whether a finger can move the value beyond its limits, with resistance; needs `limits`;
  /// false by default.
  static func rubberBand(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("rubberBand") ?? false
  }

  /// The motion when the last finger lifts; `spring` by default.
  static func release(_ reader: inout ObjectReader) throws(DocumentError) -> PartRelease {
    try reader.optionalOneOf("release") ?? .spring
  }

  /// The spring that returns the value to its default.
  static func spring(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spring")
  }
}

/// Keys of a scroll.
enum ScrollKeys {
  /// Whether a drag can move the content beyond its ends, with UIKit's rubber band; true by
  /// default.
  static func bounces(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("bounces") ?? true
  }

  /// Whether it also yields along x if all of the content is visible along x; it needs `bounces`;
  /// false by default.
  static func alwaysBounceHorizontal(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("alwaysBounceHorizontal") ?? false
  }

  /// Whether it also yields along y if all of the content is visible along y; it needs `bounces`;
  /// false by default.
  static func alwaysBounceVertical(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("alwaysBounceVertical") ?? false
  }

  /// Insets around the content that extend the range of the scroll offset; an initial offset of 0
  /// becomes the start of the range.
  static func contentInset(_ reader: inout ObjectReader) throws(DocumentError) -> EdgeInsets {
    try reader.optionalEdgeInsets("contentInset") ?? .zero
  }

  /// Whether the safe area of the view adds to `contentInset`; false by default.
  static func addsSafeArea(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("addsSafeArea") ?? false
  }

  /// Whether the height over which the keyboard covers the view adds to the bottom of
  /// `contentInset`; false by default.
  static func avoidsKeyboard(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("avoidsKeyboard") ?? false
  }

  /// Whether a release goes to a page, a multiple of the size of the view; without `release` and
  /// `snap`; false by default.
  static func paging(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("paging") ?? false
  }

  /// Whether `touchDown` in its content is delayed by 0.15 s, or until the lift if that is
  /// earlier; true by default.
  static func delaysContentTouches(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("delaysContentTouches") ?? true
  }

  /// Whether a drag that begins along one axis scrolls along that axis only; false by default.
  static func directionalLock(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("directionalLock") ?? false
  }

  /// The pan of the sheet around this list: a pan with `detents`, or a vertical pan with `snap`;
  /// one drag moves the sheet and the list.
  static func sheet(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("sheet")
  }

  /// The view in the content that pinches scale; not allowed together with `paging`, `sheet` or
  /// `snap`.
  static func zoom(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("zoom")
  }

  /// The motion after the release; `"snap"` needs `snap`; `momentum` by default.
  static func release(_ reader: inout ObjectReader) throws(DocumentError) -> ScrollRelease {
    try reader.optionalOneOf("release") ?? .momentum
  }

  /// The spring at an end, or to a snap position.
  static func spring(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spring")
  }
}

/// Keys of a zoom of content.
enum ZoomKeys {
  /// The view in the scroll view that is scaled; its `anchor` is [0, 0].
  static func view(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("view")
  }

  /// The bounds of the scale; they contain 1.
  static func limits(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("limits")
  }

  /// Whether fingers can scale the view beyond the limits, with resistance; true by default.
  static func rubberBand(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("rubberBand") ?? true
  }
}

/// Keys of a tilt.
enum TiltKeys {
  /// The largest tilt; positive turns clockwise when the view moves right.
  static func degrees(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("degrees", in: -90...90)
  }

  /// The translation at which 76 % of the tilt is reached, in points.
  static func reach(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("reach", in: SceneRanges.side)
  }
}

/// Keys of a spring by its response.
enum ResponseSpringKeys {
  /// The period without damping, in seconds.
  static func response(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("response", in: 0.01...60)
  }

  /// 1 is critical; below 1 it overshoots.
  static func dampingRatio(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("dampingRatio", in: SceneRanges.dampingRatio)
  }
}

/// Keys of a spring by UIKit's duration.
enum DurationSpringKeys {
  /// Whether the object has `duration`, which selects this form.
  static func hasDuration(_ reader: inout ObjectReader) -> Bool {
    reader.has("duration")
  }

  /// UIKit's duration, in seconds.
  static func duration(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("duration", in: 0.01...10)
  }

  /// 1 is critical; below 1 it overshoots.
  static func dampingRatio(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("dampingRatio", in: 0.05...1)
  }
}

/// Keys of a spring by its constants.
enum ConstantsSpringKeys {
  /// Whether the object has `stiffness`, which selects this form.
  static func hasStiffness(_ reader: inout ObjectReader) -> Bool {
    reader.has("stiffness")
  }

  /// The force per distance.
  static func stiffness(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("stiffness", in: 0.001...100_000_000)
  }

  /// The force per velocity.
  static func damping(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("damping", in: 0.001...100_000_000)
  }

  /// The mass; 1 by default.
  static func mass(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("mass", in: 0.001...1_000_000) ?? 1
  }
}
// end of generated

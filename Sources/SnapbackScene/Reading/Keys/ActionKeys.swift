import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol

// The keys of actions, triggers and animations.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of actions
/// Keys of an action.
enum ActionKeys {
  /// Its name in a `completion` trigger; unique.
  static func name(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("name")
  }

  /// The triggers, each of which starts it.
  static func on(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("on")
  }

  /// The animation of the changes; without it, they are made at once.
  static func animate(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("animate")
  }

  /// The changes, as one transaction.
  static func changes(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("changes")
  }

  /// Whether the object has `steps`, which selects this form.
  static func hasSteps(_ reader: inout ObjectReader) -> Bool {
    reader.has("steps")
  }

  /// Lists of changes: each trigger applies the next list, and the first again after the last.
  static func steps(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.array("steps", count: 1...1000)
  }

  /// The condition under which its triggers start it.
  static func when(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("when")
  }

  /// When the action advances to the next step; `start` by default.
  static func advance(_ reader: inout ObjectReader) throws(DocumentError) -> SceneAction.Advance {
    try reader.optionalOneOf("advance") ?? .start
  }
}

/// Keys of a trigger of any kind.
enum FeedbackKeys {
  /// The feedback for which the trigger asks clients.
  static func feedback(_ reader: inout ObjectReader) throws(DocumentError) -> Feedback? {
    try reader.optionalOneOf("feedback")
  }
}

/// Keys of a trigger.
enum TriggerKeys {
  /// A finger lifts within 10 points of where it touched the view.
  static func tap(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("tap")
  }

  /// A finger touches the view; in a scroll view with `delaysContentTouches`, after 0.15 s or at
  /// the lift, unless a scroll begins first.
  static func touchDown(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("touchDown")
  }

  /// A finger lifts inside the view that it touched, regardless of its path.
  static func touchUpInside(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("touchUpInside")
  }

  /// A finger lifts outside the view that it touched.
  static func touchUpOutside(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("touchUpOutside")
  }

  /// After `touchDown`, a gesture takes over the finger, or the finger is found to be a palm.
  static func touchCancel(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("touchCancel")
  }

  /// A tap gives the focus to a view that did not have it.
  static func focus(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("focus")
  }

  /// A release of this gesture dismisses its sheet.
  static func dismissal(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("dismissal")
  }

  /// Another action has finished.
  static func completion(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("completion")
  }
}

/// Keys of a trigger on a gesture.
enum GestureTriggerKeys {
  /// Whether the object has `gesture`, which selects this form.
  static func hasGesture(_ reader: inout ObjectReader) -> Bool {
    reader.has("gesture")
  }

  /// A gesture reaches a phase.
  static func gesture(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("gesture")
  }

  /// The phase; by default `recognized` for a discrete gesture, `began` for others.
  static func phase(_ reader: inout ObjectReader) throws(DocumentError) -> GesturePhase? {
    try reader.optionalOneOf("phase")
  }
}

/// Keys of a trigger on a pull of content beyond an edge.
enum PullTriggerKeys {
  /// Whether the object has `pull`, which selects this form.
  static func hasPull(_ reader: inout ObjectReader) -> Bool {
    reader.has("pull")
  }

  /// Fingers pull the content of a scroll gesture beyond an edge.
  static func pull(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("pull")
  }

  /// The edge of the scroll view; `top` by default.
  static func edge(_ reader: inout ObjectReader) throws(DocumentError) -> PullTrigger.Edge {
    try reader.optionalOneOf("edge") ?? .top
  }

  /// The drawn gap at the edge, in points.
  static func distance(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("distance", in: 1...1000)
  }

  /// Whether the gap has grown to the distance, has become smaller again, or is at least as large
  /// when the fingers lift; `reached` by default.
  static func phase(_ reader: inout ObjectReader) throws(DocumentError) -> PullTrigger.Phase {
    try reader.optionalOneOf("phase") ?? .reached
  }
}

/// Keys of a trigger on the choice of a place by a release.
enum LandedTriggerKeys {
  /// Whether the object has `landed`, which selects this form.
  static func hasLanded(_ reader: inout ObjectReader) -> Bool {
    reader.has("landed")
  }

  /// A release has chosen the place where its view comes to rest.
  static func landed(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("landed")
  }

  /// The name of the place; without it, any place.
  static func at(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("at")
  }
}

/// Keys of a trigger on the arrival at the place that a release has chosen.
enum SettledTriggerKeys {
  /// Whether the object has `settled`, which selects this form.
  static func hasSettled(_ reader: inout ObjectReader) -> Bool {
    reader.has("settled")
  }

  /// The view rests at the place that the release has chosen.
  static func settled(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("settled")
  }

  /// The name of the place; without it, any place.
  static func at(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("at")
  }
}

/// Keys of a trigger on a number that crosses a threshold.
enum CrossesTriggerKeys {
  /// Whether the object has `crosses`, which selects this form.
  static func hasCrosses(_ reader: inout ObjectReader) -> Bool {
    reader.has("crosses")
  }

  /// A number of a view, a constraint, a gesture or an action crosses a threshold.
  static func crosses(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("crosses")
  }

  /// The threshold, in the unit of the number.
  static func at(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("at")
  }

  /// Whether the number rises or falls; both by default.
  static func going(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> CrossingTrigger.Direction? {
    try reader.optionalOneOf("going")
  }

  /// The distance from the threshold to which the number has to return before it can cross it
  /// again in this direction.
  static func hysteresis(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("hysteresis")
  }
}

/// Keys of an animation by a spring.
enum SpringAnimationKeys {
  /// Whether the object has `spring`, which selects this form.
  static func hasSpring(_ reader: inout ObjectReader) -> Bool {
    reader.has("spring")
  }

  /// The spring of an animation by a spring.
  static func spring(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("spring")
  }

  /// With a spring: the initial velocity; 1 is the whole distance per second; 0 by default.
  static func velocity(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("velocity", in: -1000...1000) ?? 0
  }
}

/// Keys of an animation by a Bézier curve.
enum CurveAnimationKeys {
  /// Whether the object has `curve`, which selects this form.
  static func hasCurve(_ reader: inout ObjectReader) -> Bool {
    reader.has("curve")
  }

  /// The Bézier curve of an animation by a curve.
  static func curve(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("curve")
  }
}

/// Keys of an animation by keys.
enum KeyframesAnimationKeys {
  /// Whether the object has `keyframes`, which selects this form.
  static func hasKeyframes(_ reader: inout ObjectReader) -> Bool {
    reader.has("keyframes")
  }

  /// The key values, in the order of their times; the progress starts at time 0 with 0.
  static func keyframes(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("keyframes")
  }
}

/// Keys of an animation that iOS uses.
enum NamedAnimationKeys {
  /// Whether the object has `named`, which selects this form.
  static func hasNamed(_ reader: inout ObjectReader) -> Bool {
    reader.has("named")
  }

  /// The name of an animation that iOS uses.
  static func named(_ reader: inout ObjectReader) throws(DocumentError) -> NamedAnimation {
    try reader.oneOf("named")
  }
}

/// Keys of an animation by a curve or by keys.
enum DurationKeys {
  /// The duration of one run, in seconds.
  static func duration(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("duration", in: SceneRanges.seconds)
  }
}

/// Keys of an animation of any form.
enum AnimationKeys {
  /// The time before it starts, in seconds; 0 by default.
  static func delay(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("delay", in: SceneRanges.seconds) ?? 0
  }

  /// The number of runs; a fraction ends within a run.
  static func repetition(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("repeat")
  }

  /// Whether each run goes forward and back; false by default.
  static func autoreverse(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("autoreverse") ?? false
  }

  /// How it runs under reduced motion; `crossFade` by default.
  static func reducedMotion(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> Animation.ReducedMotion {
    try reader.optionalOneOf("reducedMotion") ?? .crossFade
  }
}

/// Keys of a key of an animation.
enum KeyframeKeys {
  /// A share of the duration, greater than that of the previous key; 1 for the last key.
  static func time(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("time", in: 0...1)
  }

  /// The progress at that time; 1 for the last key.
  static func value(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("value", in: SceneRanges.progress)
  }

  /// The curve from the previous key.
  static func curve(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("curve")
  }
}
// end of generated

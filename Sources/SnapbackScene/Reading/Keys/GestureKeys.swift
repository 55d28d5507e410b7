import SnapbackDocument
import SnapbackGestures

// The keys of gestures and their recognizers.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of gestures
/// Keys of a gesture of any kind.
enum GestureKeys {
  /// The names of the keys.
  static var names: [String] {
    [
      "name", "simultaneous", "requireFailureOf", "cancelsTouches", "delaysTouchesBegan",
      "delaysTouchesEnded", "when",
    ]
  }

  /// The name of the gesture in relations, triggers, changes, bindings and messages; unique.
  static func name(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("name")
  }

  /// The gestures that may run together with this one; `true` for all gestures that have a name.
  static func simultaneous(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("simultaneous")
  }

  /// The gestures that have to fail before this one is recognized.
  static func requireFailureOf(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("requireFailureOf")
  }

  /// Whether recognition of the gesture prevents its fingers from triggering `tap`,
  /// `touchUpInside` and `focus`; true by default.
  static func cancelsTouches(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("cancelsTouches") ?? true
  }

  /// Whether the actions that its fingers trigger when they touch or lift wait until the gesture
  /// has failed; false by default.
  static func delaysTouchesBegan(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("delaysTouchesBegan") ?? false
  }

  /// Whether the actions that its fingers trigger when they lift wait until the gesture has
  /// failed; false by default.
  static func delaysTouchesEnded(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("delaysTouchesEnded") ?? false
  }

  /// The condition under which it can be recognized.
  static func when(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("when")
  }
}

/// Keys of a distance, in points or in millimeters on the glass.
enum DistanceKeys {
  /// The distance in points, if the size of the panel is not known.
  static func points(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("points", in: SceneRanges.distancePoints)
  }

  /// The distance on the glass, if the size of the panel is known.
  static func millimeters(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    let key = reader.has("millimeters") ? "millimeters" : "millimetres"
    return try reader.optionalNumber(key, in: 0...100)
  }
}

/// Keys of a tap, a long press or a swipe.
enum FingerKeys {
  /// The number of fingers at once; 1 by default.
  static func fingers(_ reader: inout ObjectReader) throws(DocumentError) -> Int {
    try reader.optionalInteger("fingers", in: SceneRanges.fingerCount) ?? 1
  }
}

/// Keys of a tap or a long press.
enum StillKeys {
  /// How far a finger may move.
  static func slop(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("slop")
  }
}

/// Keys of a tap.
enum TapKeys {
  /// The number of taps in a row; 1 by default.
  static func taps(_ reader: inout ObjectReader) throws(DocumentError) -> Int {
    try reader.optionalInteger("taps", in: 1...10) ?? 1
  }

  /// The longest time from a lift to the next touch, in seconds; 0.35 by default.
  static func interval(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("interval", in: 0.05...5) ?? 0.35
  }

  /// The longest time that the fingers stay down, in seconds.
  static func duration(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("duration", in: 0.05...60)
  }
}

/// Keys of a long press.
enum LongPressKeys {
  /// The time that the fingers have to stay, in seconds; 0.5 by default.
  static func duration(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("duration", in: 0.05...60) ?? 0.5
  }
}

/// Keys of a swipe.
enum SwipeKeys {
  /// Its direction.
  static func direction(_ reader: inout ObjectReader) throws(DocumentError) -> SwipeDirection {
    try reader.oneOf("direction")
  }

  /// The distance that each finger has to move at the start; 47 % less at the end of `duration`.
  static func distance(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("distance")
  }

  /// The longest duration of the swipe, in seconds; 0.5 by default.
  static func duration(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("duration", in: 0.05...5) ?? 0.5
  }
}

/// Keys of a pan, a pan from an edge or a scroll.
enum DragKeys {
  /// The distance that a finger moves before the pan begins.
  static func slop(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("slop")
  }

  /// The directions in which it may begin; it fails in others; `any` by default.
  static func direction(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> PanSettings.Direction {
    try reader.optionalOneOf("direction") ?? .any
  }

  /// The number of fingers.
  static func fingers(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("fingers")
  }

  /// How the velocity is computed from the last positions; `boundedFit` by default.
  static func velocity(_ reader: inout ObjectReader) throws(DocumentError) -> VelocityStrategy {
    try reader.optionalOneOf("velocity") ?? .boundedFit
  }
}

/// Keys of a gesture that may drive a value.
enum DrivesKeys {
  /// The value that it drives; by default the translation for a pan, nothing for others.
  static func drives(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("drives")
  }
}

/// Keys of a pan from an edge.
enum EdgePanKeys {
  /// The edge from which it starts.
  static func edge(_ reader: inout ObjectReader) throws(DocumentError) -> ScreenEdge {
    try reader.oneOf("edge")
  }

  /// The distance from the edge within which it starts, in points.
  static func edgeWidth(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("edgeWidth", in: 1...1000)
  }
}
// end of generated

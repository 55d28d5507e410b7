import ArgumentParser
import SnapbackBasics
import SnapbackReplay

/// `snapback synth tap`.
struct SynthTap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Fingers touch and lift.")

  @Option(help: "Where, X,Y.")
  var at: PointArgument

  @Option(help: "How often.")
  var count = 1

  @Option(help: "How long they touch, in seconds.")
  var hold = SyntheticGesture.tapTime

  @Option(help: "The time between taps, in seconds.")
  var gap = SyntheticGesture.tapGap

  @OptionGroup var hand: FingerOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--count", count, GestureRange.count)
    try SynthCheck.range("--hold", hold, GestureRange.duration)
    try SynthCheck.range("--gap", gap, GestureRange.rest)
  }

  func run() throws {
    try options.write { _ in
      .tap(at: at.point, fingers: hand.fingers, count: count, hold: hold, gap: gap)
    }
  }
}

/// `snapback synth long-press`.
struct SynthLongPress: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "long-press", abstract: "Fingers touch and stay, and may then drag.")

  @Option(help: "Where, X,Y.")
  var at: PointArgument

  @Option(help: "How long they stay, in seconds.")
  var hold = SyntheticGesture.pressTime

  @Option(help: "Where they go then, X,Y.")
  var to: PointArgument?

  @Option(help: "How long they take to go there, in seconds.")
  var duration = SyntheticGesture.dragTime

  @OptionGroup var hand: FingerOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--hold", hold, GestureRange.duration)
    try SynthCheck.range("--duration", duration, GestureRange.duration)
  }

  func run() throws {
    try options.write { _ in
      .longPress(
        at: at.point, to: to?.point, fingers: hand.fingers, hold: hold, duration: duration)
    }
  }
}

/// `snapback synth drag`.
struct SynthDrag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drag", abstract: "Fingers move to a point and come to rest there.")

  @Option(help: "From where, X,Y.")
  var from: PointArgument

  @Option(help: "To where, X,Y.")
  var to: PointArgument

  @OptionGroup var movement: MovementOptions
  @OptionGroup var hand: FingerOptions
  @OptionGroup var options: SynthOptions

  func run() throws {
    try options.write { _ in
      .stroke(
        from: from.point, to: to.point, fingers: hand.fingers, movement: movement.movement)
    }
  }
}

/// `snapback synth flick`.
struct SynthFlick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flick", abstract: "Fingers let go while they move.")

  @Option(help: "From where, X,Y.")
  var from: PointArgument

  @Option(help: "Where they lift, X,Y.")
  var to: PointArgument

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var hand: FingerOptions
  @OptionGroup var options: SynthOptions

  func run() throws {
    try options.write { _ throws(GestureFault) in
      try .flick(
        from: from.point, to: to.point, fingers: hand.fingers, duration: release.duration,
        velocity: release.velocity)
    }
  }
}

/// `snapback synth swipe`.
struct SynthSwipe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swipe", abstract: "A flick in a direction.")

  @Option(help: "Where it goes.")
  var direction: ChoiceArgument<SyntheticGesture.Direction>

  @Option(help: "From where, X,Y.")
  var from: PointArgument

  @Option(help: "How far, in points.")
  var distance = 200.0

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var hand: FingerOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--distance", distance, GestureRange.distance)
  }

  func run() throws {
    try options.write { _ throws(GestureFault) in
      try .swipe(
        direction.choice, from: from.point, distance: distance, fingers: hand.fingers,
        duration: release.duration, velocity: release.velocity)
    }
  }
}

/// `snapback synth edge-pan`.
struct SynthEdgePan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edge-pan", abstract: "A pan from an edge of the screen.",
    discussion: "It comes to rest unless --velocity gives its speed at the end.")

  @Option(help: "Which edge.")
  var edge: ChoiceArgument<SyntheticGesture.Edge>

  @Option(help: "Where along the edge, in points; the middle unless given.")
  var position: Double?

  @Option(help: "How far, in points; 60 % of the screen unless given.")
  var distance: Double?

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--position", position, GestureRange.coordinate)
    try SynthCheck.range("--distance", distance, GestureRange.distance)
  }

  func run() throws {
    try options.write { screen throws(GestureFault) in
      try .edgePan(
        edge.choice, position: position, distance: distance, on: screen, duration: release.duration,
        velocity: release.velocity)
    }
  }
}

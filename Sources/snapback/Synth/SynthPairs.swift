import ArgumentParser
import SnapbackBasics
import SnapbackReplay

/// `snapback synth pinch`.
struct SynthPinch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pinch", abstract: "Two fingers move closer together or further apart.")

  @Option(help: "The middle between them, X,Y.")
  var at: PointArgument

  @Option(help: "How far apart they touch, in points.")
  var from: Double

  @Option(help: "How far apart they end, in points.")
  var to: Double

  @Option(parsing: .unconditional, help: "The line between them, in degrees clockwise from x.")
  var angle = SyntheticGesture.pinchAngle * 180 / .pi

  @Option(parsing: .unconditional, help: "How far they turn meanwhile, in degrees clockwise.")
  var turn = 0.0

  @OptionGroup var movement: MovementOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--from", from, GestureRange.distance)
    try SynthCheck.range("--to", to, GestureRange.distance)
    try SynthCheck.range("--angle", angle, GestureRange.degrees)
    try SynthCheck.range("--turn", turn, GestureRange.degrees)
  }

  func run() throws {
    try options.write { _ in
      .pinch(
        about: at.point, span: from, end: to, angle: angle * .pi / 180, turn: turn * .pi / 180,
        movement: movement.movement)
    }
  }
}

/// `snapback synth rotate`.
struct SynthRotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Two fingers turn about their middle.")

  @Option(help: "The middle, X,Y.")
  var at: PointArgument

  @Option(parsing: .unconditional, help: "How far, in degrees clockwise.")
  var by: Double

  @Option(help: "How far apart they are, in points.")
  var span = SyntheticGesture.rotationSpan

  @Option(parsing: .unconditional, help: "Where the first one touches, in degrees from x.")
  var angle = 0.0

  @OptionGroup var movement: MovementOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--by", by, GestureRange.degrees)
    try SynthCheck.range("--span", span, GestureRange.distance)
    try SynthCheck.range("--angle", angle, GestureRange.degrees)
  }

  func run() throws {
    try options.write { _ in
      .pinch(
        about: at.point, span: span, end: span, angle: angle * .pi / 180, turn: by * .pi / 180,
        movement: movement.movement)
    }
  }
}

/// `snapback synth scroll`.
struct SynthScroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll", abstract: "Two fingers on a touchpad.",
    discussion: """
      The device is a touchpad of 100 x 60 mm unless another is given, and --size is its \
      surface: 1000x600 unless given. They come to rest unless --velocity is given.
      """)

  @Option(help: "From where on the pad, X,Y; the middle of the fingers.")
  var at: PointArgument

  @Option(parsing: .unconditional, help: "How far they go, DX,DY.")
  var by: PointArgument

  @Option(help: "How many fingers, side by side.")
  var fingers = SyntheticGesture.scrollFingers

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--fingers", fingers, GestureRange.fingers)
  }

  func run() throws {
    var options = options
    if options.device == nil, options.like == nil {
      options.device = SyntheticDevice.Kind.touchpad.rawValue
      if options.size == nil { options.size = SizeArgument(argument: "1000x600") }
    }
    let end = at.point + by.vector
    try options.write { _ throws(GestureFault) in
      guard release.velocity == nil else {
        return try .flick(
          from: at.point, to: end, fingers: fingers, duration: release.duration,
          velocity: release.velocity)
      }
      return .stroke(
        from: at.point, to: end, fingers: fingers,
        movement: .init(duration: release.duration ?? SyntheticGesture.dragTime))
    }
  }
}

/// `snapback synth wheel`.
struct SynthWheel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wheel", abstract: "Notches of a mouse's wheel.")

  @Option(
    parsing: .unconditional,
    help: "How many: positive away from the hand or to the right, or negative.")
  var notches: Int

  @Option(help: "The time between them, in seconds.")
  var every = SyntheticGesture.notchTime

  @Flag(help: "Turn the horizontal wheel.")
  var horizontal = false

  @OptionGroup var options: SynthOptions

  func validate() throws {
    try SynthCheck.range("--notches", notches, GestureRange.notches)
    try SynthCheck.range("--every", every, GestureRange.duration)
  }

  func run() throws {
    var options = options
    if options.device == nil, options.like == nil {
      options.device = SyntheticDevice.Kind.mouse.rawValue
    }
    try options.write { _ in
      .wheel(notches: notches, interval: every, isHorizontal: horizontal)
    }
  }
}

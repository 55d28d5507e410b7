import ArgumentParser
import SnapbackBasics
import SnapbackReplay

/// A position or a vector on the command line, `X,Y`.
struct PointArgument: ExpressibleByArgument {
  let point: Point

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]),
      GestureRange.coordinate.contains(x), GestureRange.coordinate.contains(y)
    else { return nil }
    point = Point(x: x, y: y)
  }

  var vector: Vector { point - .zero }
}

/// A choice from a fixed set of words on the command line.
struct ChoiceArgument<Choice>: ExpressibleByArgument
where Choice: CaseIterable & RawRepresentable<String> {
  let choice: Choice

  init?(argument: String) {
    guard let choice = Choice(rawValue: argument) else { return nil }
    self.choice = choice
  }

  static var allValueStrings: [String] { Choice.allCases.map(\.rawValue) }
}

/// The speed profiles along a path, by their names on the command line.
enum ProfileArgument: String, CaseIterable, ExpressibleByArgument {
  case minimumJerk = "minimum-jerk"
  case constant
  case lognormal

  var profile: SpeedProfile {
    switch self {
    case .minimumJerk: .toRest
    case .constant: .constant
    case .lognormal: .lognormal
    }
  }
}

/// Checks the ranges of numbers on the command line.
enum SynthCheck {
  static func range(
    _ option: String, _ number: Double?, _ range: ClosedRange<Double>
  ) throws {
    guard let number, !range.contains(number) else { return }
    let low = ReadableNumber.short(range.lowerBound, digits: 9)
    let high = ReadableNumber.short(range.upperBound, digits: 9)
    throw ValidationError("\(option) must be a number from \(low) to \(high)")
  }

  static func range(_ option: String, _ number: Int?, _ range: ClosedRange<Int>) throws {
    guard let number, !range.contains(number) else { return }
    throw ValidationError("\(option) is \(range.lowerBound) to \(range.upperBound)")
  }
}

/// The options of fingers that move and come to rest.
struct MovementOptions: ParsableArguments {
  @Option(help: "How long they move, in seconds.")
  var duration = SyntheticGesture.dragTime

  @Option(help: "How long they rest before, in seconds.")
  var hold = 0.0

  @Option(help: "How long they rest after, in seconds.")
  var rest = SyntheticGesture.restTime

  @Option(help: "How their speed changes: minimum-jerk, constant or lognormal.")
  var profile = ProfileArgument.minimumJerk

  func validate() throws {
    try SynthCheck.range("--duration", duration, GestureRange.duration)
    try SynthCheck.range("--hold", hold, GestureRange.rest)
    try SynthCheck.range("--rest", rest, GestureRange.rest)
  }

  var movement: SyntheticGesture.Movement {
    .init(profile.profile, duration: duration, hold: hold, rest: rest)
  }
}

/// The options of fingers that lift while they move.
struct ReleaseOptions: ParsableArguments {
  @Option(help: "How long they move, in seconds.")
  var duration: Double?

  @Option(help: "The speed as they lift, points a second; else 15/8 of the mean.")
  var velocity: Double?

  func validate() throws {
    try SynthCheck.range("--duration", duration, GestureRange.duration)
    try SynthCheck.range("--velocity", velocity, GestureRange.velocity)
  }
}

/// The option for several fingers side by side.
struct FingerOptions: ParsableArguments {
  @Option(help: "How many fingers, side by side.")
  var fingers = 1

  func validate() throws {
    try SynthCheck.range("--fingers", fingers, GestureRange.fingers)
  }
}

import ArgumentParser
import SnapbackDocument
import SnapbackFiles
import SnapbackReplay
import SnapbackTouches

/// The options that change how the devices of a recording are decoded.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: "A configuration of the daemon: its deviceRules and rotation apply.", completion: .json5)
  var config: String?

  @Option(
    help: """
      A rule for the devices, JSON5, after those of --config: '{ match: { name: "Goodix*" }, \
      ghosts: false }'. May be given several times.
      """)
  var rule: [String] = []

  @Option(
    help: """
      Read the devices as this kind: \(DeviceKindName.all.joined(separator: ", ")).
      """, completion: .list(DeviceKindName.all))
  var kind: DeviceKindName?

  @Option(help: "The range of x in device units, LEAST...GREATEST.")
  var xRange: RangeArgument?

  @Option(help: "The range of y in device units, LEAST...GREATEST.")
  var yRange: RangeArgument?

  @Option(
    help: "The picture's rotation on the panel, clockwise: 0, 90, 180 or 270.",
    completion: .rotations)
  var rotation: Int?

  func validate() throws {
    guard rotation.map({ PanelRotation(rawValue: $0) != nil }) ?? true else {
      throw ValidationError("--rotation is 0, 90, 180 or 270")
    }
  }

  /// Reads the rules and the rotation.
  ///
  /// The rules in the configuration `inherited` are first; `--config` replaces that configuration.
  /// Then come `rules`, then the rules from the options.
  func read(
    config inherited: String? = nil, rules: [DeviceRule] = [], rotation own: PanelRotation? = nil
  ) throws(Failure) -> DeviceReading {
    var reading = DeviceReading()
    if let path = config ?? inherited {
      let configuration = try InputFiles.configuration(path)
      reading.rules = configuration.deviceRules
      reading.rotation = configuration.rotation
    }
    reading.rules += rules
    for (index, text) in rule.enumerated() {
      let name = rule.count == 1 ? "--rule" : "--rule \(index + 1)"
      do throws(DocumentError) {
        reading.rules.append(try DeviceRule.read(DocumentNode.parse(text, file: name), file: name))
      } catch {
        throw Failure(.usage, error.description)
      }
    }
    var last = DeviceRule()
    last.kind = kind?.kind
    last.ranges = PositionRanges(x: xRange?.range, y: yRange?.range)
    if last != DeviceRule() { reading.rules.append(last) }
    let turn = rotation.flatMap { PanelRotation(rawValue: $0) } ?? own
    if let turn { reading.rotation = turn }
    return reading
  }
}

/// The settings with which the devices of a recording are decoded.
struct DeviceReading {
  /// The rules for the devices.
  var rules: [DeviceRule] = []
  /// The rotation of the picture on the panel.
  var rotation = PanelRotation.none

  /// Returns the failure for a recording without a playable device.
  func nothing(in recording: Recording, named path: String) -> Failure {
    let names = recording.streams.map { DocumentError.quoted($0.device.name) }
    let isIgnored = rules.contains { $0.isIgnored == true } ? ", or a rule ignores it" : ""
    return Failure(
      .data, "\(path): \(names.joined(separator: ", ")) reports no positions\(isIgnored)")
  }
}

/// A device kind on the command line.
struct DeviceKindName: ExpressibleByArgument {
  static let all = DeviceKind.allCases.filter(\.touches).map(\.rawValue)

  let kind: DeviceKind

  init?(argument: String) {
    guard let kind = DeviceKind(rawValue: argument), kind.touches else { return nil }
    self.kind = kind
  }
}

/// A range of device units on the command line, `0...4095`.
struct RangeArgument: ExpressibleByArgument {
  let range: ClosedRange<Int32>

  init?(argument: String) {
    guard let dots = argument.firstRange(of: "..."),
      let least = Self.number(argument[..<dots.lowerBound]),
      let greatest = Self.number(argument[dots.upperBound...]), least < greatest
    else { return nil }
    range = least...greatest
  }

  private static func number(_ text: Substring) -> Int32? {
    guard let number = Int64(text).flatMap(Int32.init(exactly:)),
      (-PositionRanges.limit...PositionRanges.limit).contains(number)
    else { return nil }
    return number
  }
}

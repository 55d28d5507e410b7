import SnapbackDocument
import SnapbackFiles
import SnapbackMotion

// Parses the options that give a timing. For text that cannot be parsed, throws a usage error with
// the option, the problem and the accepted forms.

extension CurveTiming {
  /// The named curves in the style of CSS: `ease-in-out`, `material-decelerate`.
  static let curves: [(name: String, curve: CubicBezier)] = NamedCurve.allCases.map { named in
    let words = named.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }
    return (words.joined().replacing("-emphasized", with: ""), named.curve)
  }

  /// The valid durations other than 0, in seconds.
  private static let durations = Spring.shortestResponse...1e6

  /// Parses `response=0.5,dampingRatio=0.6` or another set of parameters that defines a spring.
  ///
  /// With `response`, `damping` has the same meaning as `dampingRatio`.
  static func spring(_ text: String) throws(Failure) -> CurveTiming {
    let option = "--spring"
    let keys = ["response", "dampingRatio", "damping", "duration", "bounce", "mass", "stiffness"]
    var values: [String: Double] = [:]
    for part in parts(of: text, ",") {
      let pair = parts(of: part, "=")
      guard pair.count == 2 else {
        throw fault(option, "expected KEY=VALUE, found \"\(part)\"; \(springForms)")
      }
      guard keys.contains(pair[0]) else {
        let hint = Spelling.hint(for: pair[0], in: keys) ?? springForms
        throw fault(option, "unknown key \"\(pair[0])\"; \(hint)")
      }
      guard values[pair[0]] == nil else { throw fault(option, "\"\(pair[0])\" is given twice") }
      values[pair[0]] = try number(pair[1], option, pair[0])
    }
    func value(_ key: String) -> Double { values[key] ?? 1 }
    return try checked(option, text) { () throws(MotionError) in
      switch Set(values.keys) {
      case ["response", "dampingRatio"], ["response", "damping"]:
        let ratio = values["dampingRatio"] ?? value("damping")
        return .spring(try Spring(response: value("response"), dampingRatio: ratio), mass: 1)
      case ["duration", "bounce"]:
        return .spring(
          try Spring(duration: value("duration"), bounce: value("bounce")), mass: 1)
      case ["stiffness", "damping"], ["mass", "stiffness", "damping"]:
        let spring = try Spring(
          mass: value("mass"), stiffness: value("stiffness"), damping: value("damping"))
        return .spring(spring, mass: value("mass"))
      default: return nil
      }
    }
  }

  private static let springForms =
    "it takes response and dampingRatio, duration and bounce, or stiffness and damping with or "
    + "without mass, as in response=0.5,dampingRatio=0.6"

  /// Parses `1.0,0.33` or `1.0,0.33,2`: UIKit's duration, damping ratio and initial velocity.
  static func uikit(_ text: String) throws(Failure) -> CurveTiming {
    let option = "--uikit"
    let parts = parts(of: text, ",")
    guard parts.count == 2 || parts.count == 3 else {
      throw fault(
        option,
        "expected DURATION,DAMPING or DURATION,DAMPING,VELOCITY, as in 1.0,0.33; found \"\(text)\"")
    }
    let duration = try number(parts[0], option, "the duration")
    let damping = try number(parts[1], option, "the damping ratio")
    let velocity = parts.count == 3 ? try number(parts[2], option, "the velocity") : nil
    guard (velocity ?? 0).magnitude <= 1e6 else {
      throw fault(option, "the velocity is between -1e6 and 1e6 distances a second")
    }
    var timing = try checked(option, text) { () throws(MotionError) in
      let spring = try Spring(
        uikitDuration: duration, dampingRatio: damping, initialVelocity: velocity ?? 0)
      return .spring(spring, mass: 1)
    }
    timing.relativeVelocity = velocity
    timing.runDuration = min(max(duration, 0.01), 10)
    return timing
  }

  /// Looks up a preset spring by its name.
  static func preset(_ name: String) throws(Failure) -> CurveTiming {
    guard let spring = Spring.preset(named: name) else {
      throw unknown(name, "spring", in: Spring.presetNames, "--preset")
    }
    return CurveTiming(kind: .spring(spring, mass: 1), title: "preset \(name)")
  }

  /// Parses `x1,y1,x2,y2,duration` or `name,duration`.
  static func bezier(_ text: String) throws(Failure) -> CurveTiming {
    let option = "--bezier"
    let parts = parts(of: text, ",")
    guard parts.count == 2 || parts.count == 5 else {
      throw fault(
        option,
        "expected X1,Y1,X2,Y2,DURATION or NAME,DURATION, as in ease-in-out,0.4; found \"\(text)\"")
    }
    let duration = try duration(parts[parts.count - 1], option)
    let curve = try curve(Array(parts.dropLast()), option)
    return CurveTiming(kind: .curve(curve, duration: duration), title: title(option, text))
  }

  /// Parses `0.3:0.8,0.6:1.1:ease-out,1:1,0.9`: keys with a time, a value and optionally the curve
  /// that leads to that value, then the duration.
  static func keyframes(_ text: String) throws(Failure) -> CurveTiming {
    let option = "--keyframes"
    let items = parts(of: text, ",")
    guard items.count > 1, let last = items.last, !last.contains(":") else {
      throw fault(
        option, "expected TIME:VALUE,…,DURATION, as in 0.4:1.1,1:1,0.8; found \"\(text)\"")
    }
    let duration = try duration(last, option)
    var keys: [Keyframes.Key] = []
    for item in items.dropLast() {
      let parts = parts(of: item, ":")
      guard [2, 3, 6].contains(parts.count) else {
        throw fault(
          option,
          "expected TIME:VALUE, TIME:VALUE:CURVE or TIME:VALUE:X1:Y1:X2:Y2, found \"\(item)\""
        )
      }
      let time = try number(parts[0], option, "the time in \"\(item)\"")
      let value = try number(parts[1], option, "the value in \"\(item)\"")
      let way = Array(parts.dropFirst(2))
      let curve: CubicBezier = way.isEmpty ? .linear : try curve(way, option)
      keys.append(Keyframes.Key(time: time, value: value, curve: curve))
    }
    return try checked(option, text) { () throws(MotionError) in
      .keyframes(try Keyframes(keys), duration: duration)
    }
  }

  /// Parses `normal`, `fast`, or the fraction of the velocity that remains after a millisecond.
  static func decay(_ text: String) throws(Failure) -> CurveTiming {
    switch text {
    case "normal": return CurveTiming(kind: .decay(.normal), title: "decay normal")
    case "fast": return CurveTiming(kind: .decay(.fast), title: "decay fast")
    default:
      guard Double(text) != nil else {
        let hint = Spelling.hint(for: text, in: ["normal", "fast"]).map { "; \($0)" } ?? ""
        throw fault(
          "--decay",
          "expected normal, fast, or the fraction of the velocity left after a millisecond, as in "
            + "0.998; found \"\(text)\"\(hint)")
      }
      let share = try number(text, "--decay", "the share")
      return try checked("--decay", text) { () throws(MotionError) in
        .decay(try Decay(perMillisecond: share))
      }
    }
  }

  private static func curve(
    _ parts: [String], _ option: String
  ) throws(Failure) -> CubicBezier {
    if parts.count == 1 {
      if let named = curves.first(where: { $0.name == parts[0] }) { return named.curve }
      throw unknown(parts[0], "curve", in: curves.map(\.name), option)
    }
    var numbers: [Double] = []
    for (name, part) in zip(["x1", "y1", "x2", "y2"], parts) {
      numbers.append(try number(part, option, name))
    }
    do throws(MotionError) {
      return try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    } catch {
      throw fault(option, error.description)
    }
  }

  private static func duration(_ text: String, _ option: String) throws(Failure) -> Double {
    let duration = try number(text, option, "the duration")
    guard duration == 0 || durations.contains(duration) else {
      let range = [durations.lowerBound, durations.upperBound]
        .map { ReadableNumber.short($0, digits: 9) }.joined(separator: " to ")
      throw fault(option, "the duration is 0 or from \(range) seconds, not \(text)")
    }
    return duration
  }

  private static func number(
    _ text: String, _ option: String, _ name: String
  ) throws(Failure) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw fault(option, "\(name) is a number, not \"\(text)\"")
    }
    return number
  }

  /// Makes a timing. If `make` throws because a parameter is out of range, throws a usage error
  /// with the option's name for that parameter. If `make` returns nil, throws a usage error that
  /// lists the accepted forms.
  private static func checked(
    _ option: String, _ text: String, _ make: () throws(MotionError) -> Kind?
  ) throws(Failure) -> CurveTiming {
    var kind: Kind?
    do throws(MotionError) {
      kind = try make()
    } catch {
      let ratio = text.contains("dampingRatio") ? "dampingRatio" : "damping"
      let words = ["dampingRatio": ratio, "perMillisecond": "the share"]
      let name = words[error.parameter] ?? error.parameter
      throw fault(
        option,
        "\(name) is \(ReadableNumber.short(error.value, digits: 9)), "
          + "but must be \(error.requirement)"
      )
    }
    guard let kind else {
      throw fault(option, "\"\(text)\" has too few or too many keys; \(springForms)")
    }
    return CurveTiming(kind: kind, title: title(option, text))
  }

  private static func title(_ option: String, _ text: String) -> String {
    option.dropFirst(2) + " " + text
  }

  private static func unknown(
    _ name: String, _ kind: String, in names: [String], _ option: String
  ) -> Failure {
    let hint =
      Spelling.hint(for: name, in: names) ?? "there are \(names.joined(separator: ", "))"
    return fault(option, "no \(kind) is called \"\(name)\"; \(hint)")
  }

  private static func fault(_ option: String, _ text: String) -> Failure {
    // The text may contain a line break, but a message is one line.
    Failure(.usage, "\(option): " + String(text.map { $0.isNewline ? " " : $0 }))
  }

  private static func parts(of text: String, _ separator: Character) -> [String] {
    text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

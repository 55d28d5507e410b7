import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

/// The options that animate a change. Without these options, the change takes effect at once.
struct AnimationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A spring by UIKit's duration in seconds and damping ratio, in its order, as in 1.0,0.33.",
      valueName: "duration,damping[,velocity]"))
  var uikit: String?

  @Option(
    help: ArgumentHelp(
      "A spring by its response in seconds and damping ratio, as in 0.5,0.8.",
      valueName: "response,damping"))
  var spring: String?

  @Option(help: "How long the curve takes, in seconds.")
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The curve of --duration: linear, ease, easeIn, easeOut, easeInOut, … or x1,y1,x2,y2.",
      valueName: "curve"), completion: .curveNames)
  var curve: String?

  @Option(
    help: ArgumentHelp("An animation of iOS: keyboard or push.", valueName: "animation"),
    completion: .list(["keyboard", "push"]))
  var named: String?

  @Option(help: "The delay before views visibly move, in seconds.")
  var delay: Double?

  /// An animation in the form that messages use.
  struct Timing {
    enum Kind {
      case uikit(duration: Double, damping: Double, velocity: Double?)
      case spring(response: Double, damping: Double)
      case curve(String, duration: Double)
      case points([Double], duration: Double)
      case named(String)
    }

    var kind: Kind
    var delay: Double?

    func write(_ writer: inout JSONWriter) {
      writer.beginObject("animate")
      switch kind {
      case .uikit(let duration, let damping, let velocity):
        writer.beginObject("spring")
        writer.factor(duration, "duration")
        writer.factor(damping, "dampingRatio")
        writer.endObject()
        if let velocity { writer.factor(velocity, "velocity") }
      case .spring(let response, let damping):
        writer.beginObject("spring")
        writer.factor(response, "response")
        writer.factor(damping, "dampingRatio")
        writer.endObject()
      case .curve(let name, let duration):
        writer.string(name, "curve")
        writer.factor(duration, "duration")
      case .points(let points, let duration):
        writer.beginArray("curve")
        for point in points { writer.factor(point) }
        writer.endArray()
        writer.factor(duration, "duration")
      case .named(let name): writer.string(name, "named")
      }
      if let delay { writer.factor(delay, "delay") }
      writer.endObject()
    }
  }

  /// Returns the requested animation; nil if none was requested.
  func timing() throws(Failure) -> Timing? {
    let given = [
      uikit.map { _ in "--uikit" }, spring.map { _ in "--spring" },
      duration.map { _ in "--duration" }, named.map { _ in "--named" },
    ].compactMap(\.self)
    guard given.count <= 1 else {
      throw Failure(.usage, "\(given.joined(separator: " and ")) exclude each other")
    }
    guard curve == nil || duration != nil else {
      throw Failure(.usage, "--curve needs a --duration in seconds")
    }
    guard let kind = try kind() else {
      guard delay == nil else {
        throw Failure(.usage, "--delay needs one of --uikit, --spring, --duration and --named")
      }
      return nil
    }
    return Timing(kind: kind, delay: delay)
  }

  private func kind() throws(Failure) -> Timing.Kind? {
    if let uikit {
      let numbers = try SendNumbers.list(
        uikit, 2...3, "--uikit", "DURATION,DAMPING or DURATION,DAMPING,VELOCITY, as in 1.0,0.33")
      return .uikit(
        duration: numbers[0], damping: numbers[1], velocity: numbers.count > 2 ? numbers[2] : nil)
    }
    if let spring {
      let numbers = try SendNumbers.list(
        spring, 2...2, "--spring", "RESPONSE,DAMPING, as in 0.5,0.8")
      return .spring(response: numbers[0], damping: numbers[1])
    }
    if let named { return .named(named) }
    guard let duration else { return nil }
    guard let curve, curve.contains(",") else {
      return .curve(curve ?? "easeInOut", duration: duration)
    }
    let points = try SendNumbers.list(curve, 4...4, "--curve", "a name or X1,Y1,X2,Y2")
    return .points(points, duration: duration)
  }
}

/// Parses numbers in arguments.
enum SendNumbers {
  /// Parses numbers separated by commas.
  static func list(
    _ text: String, _ count: ClosedRange<Int>, _ what: String, _ form: String
  ) throws(Failure) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard count.contains(parts.count), numbers.count == parts.count else {
      throw fault("\(what): expected \(form); found \"\(text)\"")
    }
    return numbers
  }

  /// Parses one number.
  static func number(_ text: String, _ what: String) throws(Failure) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw fault("\(what) is a number, not \"\(text)\"")
    }
    return number
  }

  /// Returns the arguments of a verb that takes numbers. Negative numbers look like options, so the
  /// verb receives all words.
  static func words(_ words: [String], _ names: [String]) throws(Failure) -> [String] {
    let words = words.filter { $0 != "--" }
    // A word that begins like an option and is not a number was meant as an option.
    for word in words where word.hasPrefix("-") && Double(word.prefix { $0 != "," }) == nil {
      throw fault("unknown option \"\(word)\"")
    }
    guard words.count == names.count else {
      throw fault(
        "expected \(names.joined(separator: " ")), found \(words.count) of \(names.count)")
    }
    return words
  }

  static func fault(_ text: String) -> Failure {
    // The text may contain a line break, but a message is one line.
    Failure(.usage, String(text.map { $0.isNewline ? " " : $0 }))
  }
}

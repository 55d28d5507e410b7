import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A scene with a chain of three followers, products, curves, a color, sums with followers and
/// numbers of gestures, and the formulas of its bindings written a second time.
///
/// The view `head` is dragged, and a finger on `pad` moves nothing but the numbers of its gesture.
/// The views `shadow` and `twin` follow alone what is a part of a sum and of a product elsewhere.
enum FollowingScene {
  /// The bound views, 40 points wide and high, in a row at the top of the screen.
  private static let small = [
    "bead1", "bead2", "bead3", "shadow", "float", "twin", "gauge", "echo", "knob", "dial", "tail",
  ]

  private static let rules: String = small.enumerated().map { place, name in
    "\"\(name).left = \(36 * place)\", \"\(name).top = 0\", \"\(name).width = 40\", "
      + "\"\(name).height = 40\","
  }.joined(separator: "\n")

  private static let views = small.map { "{ id: \"\($0)\" }" }.joined(separator: ", ")

  static let text = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ \(views), { id: "veil" }, { id: "lamp" }, { id: "card" }, { id: "bar" },
        { id: "head" }, { id: "pad" } ],
      constraints: [ \(rules)
        "veil.left = 0", "veil.top = 60", "veil.width = 40", "veil.height = 40",
        "lamp.left = 50", "lamp.top = 60", "lamp.width = 40", "lamp.height = 40",
        "card.left = 100", "card.top = 60", "card.width = 40", "card.height = 40",
        "bar.left = 0", "bar.top = 110", { id: "bw", rule: "bar.width = 120" }, "bar.height = 20",
        "head.left = 100", "head.top = 500", "head.width = 200", "head.height = 200",
        "pad.left = 0", "pad.top = 720", "pad.width = 400", "pad.height = 80" ],
      gestures: [
        { pan: "head", name: "pull", slop: 0, spring: { response: 0.5, dampingRatio: 0.4 } },
        { pan: "pad", name: "drag", slop: 0, drives: "nothing" } ],
      bindings: [ \(followers), \(functions), \(numbers) ] }
    """

  private static let followers = """
    { from: "head.translation.x", to: "bead1.translation.x",
      follow: { response: 0.3, dampingRatio: 0.6 } },
    { from: "bead1.translation.x", to: "bead2.translation.x",
      follow: { response: 0.4, dampingRatio: 1 } },
    { from: "bead2.translation.x", to: "bead3.translation.x",
      follow: { response: 0.35, dampingRatio: 1.4 } },
    { from: "head.translation.y", to: "shadow.translation.y",
      follow: { response: 0.3, dampingRatio: 0.7 } },
    { from: "bar.frame.width", to: "twin.scale", map: [[100, 0.5], [200, 1.5]],
      follow: { response: 0.6, dampingRatio: 0.5 } }
    """

  private static let functions = """
    { from: "head.translation.y", to: "float.translation.y", combine: "add",
      follow: { response: 0.3, dampingRatio: 0.7 } },
    { from: "head.translation.x", to: "float.translation.y", combine: "add",
      map: [[-20, 6], [10, 0], [50, 15]] },
    { from: "bar.frame.width", to: "gauge.scale", map: [[100, 0.5], [200, 1.5]],
      follow: { response: 0.6, dampingRatio: 0.5 }, combine: "multiply" },
    { from: "head.translation.y", to: "gauge.scale", combine: "multiply",
      map: [[-300, 0.5], [0, 1, [0.3, -0.4, 0.6, 1.4]]] },
    { from: "head.translation.x", to: "card.scale", map: [[0, 1], [40, 0.8]],
      combine: "multiply" },
    { from: "head.translation.y", to: "card.scale", map: [[-200, 0.6], [-30, 1.1], [60, 1]],
      combine: "multiply" },
    { name: "fade", from: "head.translation.y", to: "veil.alpha",
      map: [[-300, 0.2], [-150, 0.8, [0.3, -0.4, 0.6, 1.4]], [0, 0.4, [0.4, 0, 0.2, 1]]] },
    { from: "bead1.translation.x", to: "echo.translation.y",
      map: [[-100, -20], [0, 0, [0.4, 0, 0.2, 1]], [100, 40, [0.5, 0.1, 0.9, 0.6]]] },
    { name: "turn", from: "head.translation.x", to: "knob.rotation",
      map: [[-50, 0], [0, 30], [60, -30]] },
    { name: "tint", from: "head.translation.y", to: "lamp.color",
      map: [[-200, "#ff8000"], [0, "#001040"]] }
    """

  private static let numbers = """
    { from: "drag.translation.x", to: "dial.rotation", map: [[-200, -90], [200, 90]],
      returns: { response: 0.5, dampingRatio: 0.6 } },
    { from: "drag.translation.y", to: "dial.translation.x" },
    { from: "drag.velocity.x", to: "tail.translation.x", map: [[-1000, -30], [1000, 30]],
      follow: { response: 0.15, dampingRatio: 1 } }
    """

  /// The channels that are functions of drawn values of the same moment.
  static let channels: [(view: String, channel: Channel)] = [
    ("float", .translationY), ("gauge", .scaleX), ("card", .scaleX), ("card", .scaleY),
    ("veil", .alpha), ("echo", .translationY), ("knob", .rotation),
  ]

  /// The channels that are followers.
  static let following: [(view: String, channel: Channel)] = [
    ("bead1", .translationX), ("bead2", .translationX), ("bead3", .translationX),
    ("shadow", .translationY), ("twin", .scaleX), ("tail", .translationX),
  ]

  /// The channels that are numbers of a gesture, multiplied by the slopes of their bindings.
  static let turning: [(view: String, channel: Channel)] = [
    ("dial", .rotation), ("dial", .translationX),
  ]

  // MARK: Formulas

  private static let swing = (try? CubicBezier(0.3, -0.4, 0.6, 1.4)) ?? .linear
  private static let ease = (try? CubicBezier(0.4, 0, 0.2, 1)) ?? .linear
  private static let late = (try? CubicBezier(0.5, 0.1, 0.9, 0.6)) ?? .linear

  /// A function through points, as a weighted mean of two of them. The weight is the part of the
  /// way, or the value of the curve of the later point.
  static func mean(_ x: Double, _ points: [(Double, Double)], _ curves: [Int: CubicBezier] = [:])
    -> Double
  {
    let x = min(max(x, points[0].0), points[points.count - 1].0)
    let place = points.dropFirst().dropLast().filter { $0.0 <= x }.count
    let (a, b) = (points[place], points[place + 1])
    let part = (x - a.0) / (b.0 - a.0)
    let weight = curves[place + 1].map { Textbook.bezier($0, at: part) } ?? part
    return a.1 * (1 - weight) + b.1 * weight
  }

  /// The values of ``channels``, from the drawn sources.
  static func values(_ frame: SceneFrame, of names: [String]) -> [Double] {
    func view(_ name: String) -> ViewState { frame.views[names.firstIndex(of: name) ?? 0] }
    let way = view("head").transform.translation
    let float =
      view("shadow").transform.translation.dy + mean(way.dx, [(-20, 6), (10, 0), (50, 15)])
    let gauge =
      view("twin").transform.scale.dx * mean(way.dy, [(-300, 0.5), (0, 1)], [1: swing])
    let card =
      mean(way.dx, [(0, 1), (40, 0.8)]) * mean(way.dy, [(-200, 0.6), (-30, 1.1), (60, 1)])
    let veil = mean(way.dy, [(-300, 0.2), (-150, 0.8), (0, 0.4)], [1: swing, 2: ease])
    let echo = mean(
      view("bead1").transform.translation.dx, [(-100, -20), (0, 0), (100, 40)],
      [1: ease, 2: late])
    let knob = mean(way.dx, [(-50, 0), (0, 30), (60, -30)]) * .pi / 180
    return [float, gauge, card, card, veil, echo, knob]
  }

  /// The color of the lamp before rounding, from the drawn sources.
  static func color(_ frame: SceneFrame, of names: [String]) -> [Double] {
    let way = frame.views[names.firstIndex(of: "head") ?? 0].transform.translation.dy
    return [(255.0, 0.0), (128, 16), (0, 64)].map { mean(way, [(-200, $0.0), (0, $0.1)]) }
  }

  /// The drawn state of a channel; the velocity of an opacity is not drawn.
  static func state(_ channel: Channel, _ view: ViewState) -> MotionState {
    let (way, rate) = (view.transform.translation, view.translationVelocity)
    let (scale, growth) = (view.transform.scale, view.scaleVelocity)
    return switch channel {
    case .alpha: MotionState(value: view.alpha)
    case .scaleX: MotionState(value: scale.dx, velocity: growth.dx)
    case .scaleY: MotionState(value: scale.dy, velocity: growth.dy)
    case .rotation: MotionState(value: view.transform.rotation, velocity: view.rotationVelocity)
    case .translationX: MotionState(value: way.dx, velocity: rate.dx)
    default: MotionState(value: way.dy, velocity: rate.dy)
    }
  }

  /// The drawn states of channels.
  static func drawn(
    _ list: [(view: String, channel: Channel)], _ frame: SceneFrame, of names: [String]
  ) -> [MotionState] {
    list.map { state($0.channel, frame.views[names.firstIndex(of: $0.view) ?? 0]) }
  }

  /// The first drawn value that differs from its formula by more than 1e-9 at a moment.
  static func fault(_ driver: inout EngineDriver, at moment: Instant) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let names = driver.engine.appearances.map(\.name)
    let pairs = zip(drawn(channels, frame, of: names), values(frame, of: names))
    for (place, (seen, wanted)) in pairs.enumerated()
    where !(abs(seen.value - wanted) <= 1e-9 * max(1, abs(wanted))) {
      return "\(channels[place]) is \(seen.value) and not \(wanted)"
    }
    guard let lamp = frame.views[names.firstIndex(of: "lamp") ?? 0].color else { return "no color" }
    let parts = zip([lamp.red, lamp.green, lamp.blue], color(frame, of: names))
    // A half may be rounded to either side.
    return parts.contains { abs(Double($0) - $1) > 0.5 + 1e-9 }
      ? "the color is \(lamp) and not \(color(frame, of: names))" : nil
  }
}

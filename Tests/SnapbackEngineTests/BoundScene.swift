import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A scene with bindings from a translation, a chain of three, a width, an edge in a scroll view,
/// an offset, a sum of three, and a constant, and their formulas written a second time.
enum BoundScene {
  static let text = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [
        { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" } ] },
        { id: "shade" }, { id: "dial" }, { id: "knob" }, { id: "bar" }, { id: "mark" },
        { id: "sheet" }, { id: "float" }, { id: "echo" } ],
      constraints: [
        "list.left = 0", "list.top = 0", "list.width = 400", "list.height = 300",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(3000)]|", in: "list" },
        "heading.left = rows.left", "heading.top = rows.top + 200", "heading.width = 100",
        "heading.height = 20",
        "shade.left = 0", "shade.top = 300", "shade.width = 400", "shade.height = 20",
        "dial.left = 0", "dial.top = 330", "dial.width = 40", "dial.height = 40",
        "knob.left = 60", "knob.top = 330", "knob.width = 40", "knob.height = 40",
        "bar.left = 0", "bar.top = 380", { id: "bw", rule: "bar.width = 120" },
        "bar.height = 20", "mark.left = 0", "mark.top = 410", "mark.width = 20",
        "mark.height = 20",
        "sheet.left = 50", "sheet.top = 500", "sheet.width = 300", "sheet.height = 250",
        "float.left = 120", "float.top = 330", "float.width = 40", "float.height = 40",
        "echo.left = 180", "echo.top = 330", "echo.width = 40", "echo.height = 40" ],
      gestures: [ { scroll: "list" },
        { pan: "sheet", name: "raise", slop: 0, spring: { response: 0.5, dampingRatio: 0.4 } } ],
      bindings: [
        { name: "turn", from: "dial.scale.x", to: "knob.rotation", map: [[1, 0], [1.2, 90],
          [2, -30]] },
        { name: "dim", from: "sheet.translation.y", to: "shade.alpha", map: [[-300, 0.6],
          [-40, 0.1], [0, 0]] },
        { name: "grow", from: "shade.alpha", to: "dial.scale", map: [[0, 1], [0.5, 2]],
          extend: true },
        { name: "slide", from: "bar.frame.width", to: "knob.translation.x",
          map: [[100, 0], [200, 50]], extend: true },
        { name: "stick", from: "heading.frame.top", to: "mark.translation.y",
          map: [[0, 0], [100, 30], [200, 20]] },
        { name: "fade", from: "list.scrollOffset.y", to: "mark.alpha", map: [[0, 1], [250, 0]] },
        { name: "copy", from: "sheet.translation.x", to: "dial.translation.x" },
        { name: "lift", from: "sheet.translation.y", to: "float.translation.y",
          map: [[-300, 40], [-100, -10], [0, 0]], combine: "add" },
        { name: "sway", from: "list.scrollOffset.y", to: "float.translation.y",
          map: [[0, 5], [300, 35]], extend: true, combine: "add" },
        { name: "rise", from: "dial.scale.y", to: "float.translation.y",
          map: [[1, 0], [1.4, 12], [2, 0]], combine: "add" },
        { name: "widen", from: "float.translation.y", to: "echo.scale",
          map: [[0, 1], [30, 2]], combine: "add" },
        { name: "swell", from: "shade.alpha", to: "echo.scale.x", map: [[0, 0], [1, 3]],
          combine: "add" },
        { name: "wind", from: "bw.constant", to: "echo.rotation",
          map: [[100, 0], [150, 45], [300, -30]] } ] }
    """

  /// The bound channels, by views.
  static let channels: [(view: String, channel: Channel)] = [
    ("shade", .alpha), ("dial", .scaleX), ("dial", .scaleY), ("knob", .rotation),
    ("knob", .translationX), ("mark", .translationY), ("mark", .alpha), ("dial", .translationX),
    ("float", .translationY), ("echo", .scaleX), ("echo", .scaleY), ("echo", .rotation),
  ]

  /// A function through points as a weighted mean of two of them.
  private static func mean(_ x: Double, _ points: [(Double, Double)], extends: Bool = false)
    -> Double
  {
    let x = extends ? x : min(max(x, points[0].0), points[points.count - 1].0)
    let place = points.dropFirst().dropLast().filter { $0.0 <= x }.count
    let (a, b) = (points[place], points[place + 1])
    return (a.1 * (b.0 - x) + b.1 * (x - a.0)) / (b.0 - a.0)
  }

  /// The values of ``channels``, from the drawn sources and the offset of the list.
  static func values(_ frame: SceneFrame, of names: [String], offset: Double) -> [Double] {
    func view(_ name: String) -> ViewState { frame.views[names.firstIndex(of: name) ?? 0] }
    let way = view("sheet").transform.translation
    let alpha = mean(way.dy, [(-300, 0.6), (-40, 0.1), (0, 0)])
    let scale = 1 + alpha * 2
    let turn = mean(scale, [(1, 0), (1.2, 90), (2, -30)]) * .pi / 180
    let width = view("bar").frame.size.width
    let slide = (width - 100) / 2
    let wind = mean(width, [(100, 0), (150, 45), (300, -30)]) * .pi / 180
    let top = mean(view("heading").frame.top, [(0, 0), (100, 30), (200, 20)])
    let lift = mean(way.dy, [(-300, 40), (-100, -10), (0, 0)])
    let float = lift + 5 + offset / 10 + mean(scale, [(1, 0), (1.4, 12), (2, 0)])
    let echo = mean(float, [(0, 1), (30, 2)])
    return [
      alpha, scale, scale, turn, slide, top, mean(offset, [(0, 1), (250, 0)]), way.dx, float,
      echo + 3 * alpha, echo, wind,
    ]
  }

  /// The drawn values of ``channels``.
  static func drawn(_ frame: SceneFrame, of names: [String]) -> [Double] {
    channels.map { name, channel in
      let state = frame.views[names.firstIndex(of: name) ?? 0]
      return switch channel {
      case .alpha: state.alpha
      case .scaleX: state.transform.scale.dx
      case .scaleY: state.transform.scale.dy
      case .rotation: state.transform.rotation
      case .translationX: state.transform.translation.dx
      default: state.transform.translation.dy
      }
    }
  }

  /// The first drawn value that differs from its formula by more than 1e-9 at a moment.
  static func fault(_ driver: inout EngineDriver, at moment: Instant) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let names = driver.engine.appearances.map(\.name)
    let offset = driver.seen(.scrollY, of: "list", at: moment).value
    let wanted = values(frame, of: names, offset: offset)
    for (place, (seen, wanted)) in zip(drawn(frame, of: names), wanted).enumerated()
    where !(abs(seen - wanted) <= 1e-9 * max(1, abs(wanted))) {
      let (view, channel) = channels[place]
      return "\(channel) of \(view) is \(seen) and not \(wanted)"
    }
    return nil
  }

  /// An event that happens to an engine at a time in seconds.
  typealias Event = @Sendable (inout EngineDriver, Double) throws -> Void

  /// The events of the first second, with their times: a finger drags the sheet up and lifts, the
  /// bar grows, a finger flings the list, and a finger catches the moving sheet, drags it and
  /// lifts.
  static let events: [(seconds: Double, perform: Event)] = drag + grow + fling + rest

  private static let rest: [(seconds: Double, perform: Event)] =
    [
      (0.402, { $0.lift(finger: 2, $1) }),
      (0.45, { try $0.apply([.constant("bw", 90)], .spring(.critical(response: 0.6)), $1) }),
      (0.5, { $0.finger(3, at: Point(x: 200, y: 640), $1) }),
      (0.52, { $0.finger(3, at: Point(x: 220, y: 600), $1) }),
      (0.54, { $0.finger(3, at: Point(x: 240, y: 540), $1) }),
      (0.545, { $0.lift(finger: 3, $1) }),
      (0.7, { try $0.apply([.translation("sheet", Vector(dx: 9, dy: -20))], soft, $1) }),
      (0.8, { $0.engine.setMotionRate(0.5, at: EngineDriver.moment($1)) }),
      (1, { $0.engine.setMotionRate(1, at: EngineDriver.moment($1)) }),
    ]

  private static let soft = Animation.spring(.critical(response: 0.3))

  private static let drag: [(seconds: Double, perform: Event)] = (0...24).map { scan in
    let place = Point(x: 200, y: 700 - 14 * Double(scan))
    let event: Event = { $0.finger(at: place, $1) }
    return (Double(scan) / 120, event)
  }

  private static let grow: [(seconds: Double, perform: Event)] = [
    (0.205, { $0.lift($1) }),
    (0.26, { try $0.apply([.constant("bw", 300)], .curve(.easeInOut, duration: 0.4), $1) }),
  ]

  private static let fling: [(seconds: Double, perform: Event)] = (0...12).map { scan in
    let place = Point(x: 200, y: 280 - 18 * Double(scan))
    let event: Event = { $0.finger(2, at: place, $1) }
    return (0.3 + Double(scan) / 120, event)
  }
}

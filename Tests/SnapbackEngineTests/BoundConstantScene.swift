import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport

/// A scene whose bindings set three constants, and its layout solved from scratch.
///
/// A header shrinks as the list below it scrolls, a panel grows as a sheet rises, and a foot grows
/// with the panel. Inequalities divide the layout into pieces: the title shrinks with the header
/// below 100 points, the badge follows it above 86 points, and the foot follows the panel from a
/// width of 122 points on. One kink of a map is at the end of a piece. The screen has so many
/// pixels per point that the pixel grid hardly rounds anything.
struct BoundConstantScene {
  static let text = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 1048576 },
      views: [
        { id: "header" }, { id: "title" }, { id: "list", scroll: true, views: [ { id: "rows" } ] },
        { id: "badge" }, { id: "panel" }, { id: "foot" }, { id: "bar" }, { id: "sheet" } ],
      constraints: [
        "header.left = 0", "header.top = 0", "header.width = 400",
        { id: "headerHeight", rule: "header.height = 120" },
        "title.left = 16", "title.width = 200", "title.centerY = header.centerY",
        "title.height <= header.height - 40", "title.height = 60 @ 700",
        "list.left = 0", "list.width = 400", "list.top = header.bottom",
        "list.bottom = screen.bottom - 200",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(3000)]|", in: "list" },
        "badge.left = 300", "badge.width = 40", "badge.height = 20",
        "badge.top >= header.bottom + 4", "badge.top >= 90", "badge.top = 0 @ 100",
        "panel.left = 20", "panel.top = 604", "panel.height = 20",
        { id: "panelWidth", rule: "panel.width = 50" }, "panel.width = 76 @ 100",
        "foot.left >= panel.right + 8", "foot.left >= 150", "foot.left = 0 @ 100",
        "foot.width = 20", "foot.top = 628", { id: "footHeight", rule: "foot.height = 10" },
        { id: "gap", rule: "bar.left = foot.right + 10" }, "bar.width = 10", "bar.top = 628",
        "bar.height = 10",
        "sheet.left = 50", "sheet.top = 660", "sheet.width = 300", "sheet.height = 130" ],
      gestures: [ { scroll: "list" },
        { pan: "sheet", slop: 0, spring: { response: 0.5, dampingRatio: 0.4 } } ],
      bindings: [
        { name: "open", from: "panel.frame.width", to: "footHeight.constant",
          map: [[50, 10], [250, 60]], extend: true },
        { name: "shrink", from: "list.scrollOffset.y", to: "headerHeight.constant",
          map: [[0, 120], [40, 100], [76, 44]] },
        { name: "grow", from: "sheet.translation.y", to: "panelWidth.constant",
          map: [[-200, 250], [-50, 120], [0, 50]] } ] }
    """

  /// The views whose frames are compared.
  static let views = ["header", "title", "list", "badge", "panel", "foot"]

  static var limits: SceneLimits {
    var limits = SceneLimits()
    limits.scales = 1...1_048_576
    return limits
  }

  private let layout: LayoutTree
  private let names: [String]

  init() throws {
    let document = try DocumentNode.parse(Array(Self.text.utf8), file: "test")
    let scene = try SceneReader.read(document, file: "test", limits: Self.limits)
    layout = scene.layout
    names = scene.views.map(\.appearance.name)
  }

  /// A function through points that is constant outside them.
  static func line(_ x: Double, _ points: [(Double, Double)]) -> Double {
    let x = min(max(x, points[0].0), points[points.count - 1].0)
    let place = points.dropFirst().dropLast().filter { $0.0 <= x }.count
    let (a, b) = (points[place], points[place + 1])
    return (a.1 * (b.0 - x) + b.1 * (x - a.0)) / (b.0 - a.0)
  }

  /// The frames of ``views`` and of the bar, solved from scratch for an offset of the list and a
  /// translation of the sheet.
  func frames(offset: Double, rise: Double) throws -> [String: Rect] {
    var tree = layout
    let width = Self.line(rise, [(-200, 250), (-50, 120), (0, 50)])
    try tree.setConstant(
      Self.line(offset, [(0, 120), (40, 100), (76, 44)]), of: "headerHeight")
    try tree.setConstant(width, of: "panelWidth")
    try tree.setConstant(10 + (width - 50) / 4, of: "footHeight")
    _ = tree.layoutIfNeeded()
    var frames: [String: Rect] = [:]
    for name in Self.views + ["bar"] {
      guard let place = names.firstIndex(of: name) else { continue }
      frames[name] = tree.unroundedFrame(of: ViewID(index: place))
    }
    return frames
  }

  /// The first frame that differs by more than `room` from the layout for the drawn sources.
  func fault(_ driver: inout EngineDriver, at moment: Instant, room: Double) throws -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let offset = driver.seen(.scrollY, of: "list", at: moment).value
    let rise = driver.seen(.translationY, of: "sheet", at: moment).value
    let wanted = try frames(offset: offset, rise: rise)
    for name in Self.views {
      let seen = frame.views[driver.place(of: name)].frame
      guard let rect = wanted[name], Self.distance(seen, rect) <= room else {
        return "\(name) is \(seen), not \(wanted[name] ?? .zero), at \(offset), \(rise)"
      }
    }
    return nil
  }

  static func distance(_ one: Rect, _ other: Rect) -> Double {
    max(
      max(abs(one.left - other.left), abs(one.top - other.top)),
      max(abs(one.right - other.right), abs(one.bottom - other.bottom)))
  }

  // MARK: Events

  /// A finger scrolls the list and lets go, another one drags the sheet up and lets go, and the
  /// layout changes with an animation. Then a finger flings the list back to its start, another one
  /// catches it on the way, drags it and lets go.
  static let events: [FollowingScene.Event] =
    (scroll + drag + change + back).sorted { $0.seconds < $1.seconds }

  /// The moment until which no constant has rested beside the pixel grid, in seconds.
  static let exactEnd = 4.0
  /// The moment at which the layout begins to change, and the length of the change, in seconds.
  static let changeStart = 0.3
  static let changeLength = 0.4

  private static let scroll: [FollowingScene.Event] =
    scans(1, from: Point(x: 200, y: 500), by: -6, count: 20, at: 0) + [scrollEnd]

  private static let scrollEnd: FollowingScene.Event = (0.17, { $0.lift($1) })

  private static let drag: [FollowingScene.Event] =
    scans(2, from: Point(x: 200, y: 700), by: -10, count: 15, at: 0.251) + [dragEnd]

  private static let dragEnd: FollowingScene.Event = (0.38, { $0.lift(finger: 2, $1) })

  private static let change: [FollowingScene.Event] = [
    (changeStart, { try $0.apply([.constant("gap", 60)], .curve(.linear, duration: 0.4), $1) })
  ]

  private static let back: [FollowingScene.Event] =
    scans(3, from: Point(x: 200, y: 250), by: 15, count: 20, at: 4) + caught

  private static let caught: [FollowingScene.Event] = [
    (4.17, { $0.lift(finger: 3, $1) }), (4.3, { $0.finger(4, at: Point(x: 200, y: 300), $1) }),
    (4.31, { $0.finger(4, at: Point(x: 200, y: 280), $1) }),
    (4.32, { $0.finger(4, at: Point(x: 200, y: 262), $1) }),
    (4.33, { $0.finger(4, at: Point(x: 200, y: 247), $1) }),
    (4.34, { $0.lift(finger: 4, $1) }),
  ]

  /// The touch of a finger and its movement along y, 120 scans per second.
  private static func scans(
    _ finger: UInt64, from start: Point, by way: Double, count: Int, at seconds: Double
  ) -> [FollowingScene.Event] {
    (0...count).map { scan -> FollowingScene.Event in
      let place = Point(x: start.x, y: start.y + way * Double(scan))
      let perform: BoundScene.Event = { $0.finger(finger, at: place, $1) }
      return (seconds + Double(scan) / 120, perform)
    }
  }
}

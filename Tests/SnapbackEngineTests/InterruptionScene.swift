import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The scene that is interrupted at random: shared edges, a midpoint, a chain across parents, a
/// stack, and a card that pans and tilts.
///
/// All numbers are eighths and the screen has 16 pixels per point, so the pixel grid rounds
/// nothing, not even a midpoint.
enum InterruptionScene {
  /// The most pixels per point. A pixel is a quarter of the tolerance of 1e-6 points, because a
  /// curve that overshoots enlarges a rounding difference.
  static let finestScale = 1 << 22

  static let text = """
    { snapback: 1, screen: { width: 800, height: 1200, scale: 16 },
      views: [
        { id: "left", color: "#204060" }, { id: "right" }, { id: "middle" },
        { id: "box", views: [ { id: "child", views: [ { id: "deep" } ] } ] },
        { id: "rows", stack: { axis: "vertical", spacing: 8 }, views: [
          { id: "row1", contents: { width: 60, height: 40 } },
          { id: "row2", contents: { width: 50, height: 30 } },
          { id: "row3", contents: { width: 70, height: 20 } } ] },
        { id: "tail" }, { id: "card" } ],
      constraints: [
        { id: "lx", rule: "left.left = 40" }, { id: "lw", rule: "left.width = 120" },
        { id: "lh", rule: "left.height = 50" }, "left.top = 16",
        "right.left = left.right", { id: "rw", rule: "right.width = 90" }, "right.top = left.top",
        "right.bottom = left.bottom",
        "middle.centerX = 0.5 * left.left + 0.5 * right.right",
        { id: "mw", rule: "middle.width = 64" }, "middle.top = left.bottom", "middle.height = 40",
        "box.left = middle.left", "box.top = middle.bottom", "box.width = 200",
        { id: "bh", rule: "box.height = 100" },
        "child.left = left.right + 8", "child.top = box.top + 4", "child.width = 80",
        "child.bottom = box.bottom - 4",
        "deep.right = right.right - 4", "deep.top = middle.bottom", "deep.width = 24",
        "deep.height = 12",
        "rows.left = left.left", "rows.top = box.bottom", "rows.width = 100",
        "tail.top = rows.bottom + 12", "tail.height = 10", "tail.width = 30",
        { id: "t1", rule: "tail.left = 10" },
        { id: "t2", rule: "tail.left = left.right", active: false },
        "card.left = middle.left", "card.bottom = screen.bottom - 100", "card.width = 200",
        "card.height = 240" ],
      gestures: [ { pan: "card", tilt: { degrees: 15, reach: 120 },
        spring: { response: 0.4, dampingRatio: 0.6 } } ] }
    """

  /// The scene with a handle that drives the width of the left view: a second finger holds the
  /// constant while other things happen.
  ///
  /// Drivers are not rounded to the pixel grid. The screen has ``finestScale`` pixels per point, so
  /// that the rounding of other edges stays below the tolerances of the test. A flag is to the
  /// right of the left view and of 180 points.
  static func driven(_ release: String) -> String {
    text.replacing("scale: 16", with: "scale: \(finestScale)").replacing(
      "{ id: \"card\" } ]", with: "{ id: \"card\" }, { id: \"flag\" }, { id: \"handle\" } ]"
    )
    .replacing(
      "\"card.height = 240\"",
      with: """
        "card.height = 240", "handle.left = 700", "handle.top = 0", "handle.width = 100",
        "handle.height = 60", "flag.left >= left.right + 8", "flag.left >= 180",
        "flag.left = 0 @low", "flag.top = 0", "flag.width = 16", "flag.height = 16"
        """
    )
    .replacing(
      "gestures: [",
      with: """
        gestures: [ { pan: "handle", slop: 0, drives: { constant: "lw", axis: "horizontal",
          limits: [0, 300], rubberBand: true, \(release) } },
        """)
  }

  /// The scene with a handle, and with a list whose height the handle drives and whose heading and
  /// mark follow its offset, a view that two fingers scale, and a text that a renderer measures.
  static let busy = driven("release: 'snap', snap: [0, 120, 260]")
    .replacing(
      "{ id: \"handle\" } ]",
      with: """
        { id: "handle" }, { id: "zoom" }, { id: "label", text: "Hello, world" }, { id: "under" },
        { id: "list", scroll: true, views: [ { id: "content" }, { id: "heading" },
          { id: "mark" } ] } ]
        """
    )
    .replacing(
      "\"handle.height = 60\"",
      with: """
        "handle.height = 60", "zoom.left = 560", "zoom.top = 510", "zoom.width = 200",
        "zoom.height = 80", "label.left = left.left", "label.top = tail.bottom",
        "under.left = label.left", "under.top = label.bottom + 4", "under.width = 40",
        "under.height = 8", "list.left = 560", "list.top = 100", "list.width = 200",
        "list.height = 300 + 0.25 * left.width", { format: "H:|[content(200)]|", in: "list" },
        { format: "V:|[content(1600)]|", in: "list" }, "heading.left = content.left",
        "heading.width = 200", "heading.height = 24", "heading.top = list.viewport.top",
        "mark.left = content.left", "mark.width = 20", "mark.height = 10",
        "mark.top = 0.5 * list.viewport.top"
        """
    )
    .replacing("gestures: [", with: "gestures: [ { scroll: \"list\" }, { pinch: \"zoom\" },")

  /// The scene with views that are bound to the card, to edges that the layout moves, and to each
  /// other.
  static let bound =
    text
    .replacing(
      "{ id: \"card\" } ]", with: "{ id: \"card\" }, { id: \"shade\" }, { id: \"dial\" } ]"
    )
    .replacing(
      "\"card.height = 240\"",
      with: """
        "card.height = 240", "shade.left = 0", "shade.top = 0", "shade.width = 80",
        "shade.height = 8", "dial.left = 700", "dial.top = 0", "dial.width = 80",
        "dial.height = 80"
        """
    )
    .replacing(
      "gestures: [",
      with: """
        bindings: [
          { name: "dim", from: "card.translation.x", to: "shade.alpha",
            map: [[-100, 0], [0, 0.5], [60, 1]] },
          { name: "turn", from: "shade.alpha", to: "dial.rotation", map: [[0, 0], [1, 90]],
            extend: true },
          { name: "slide", from: "left.frame.width", to: "dial.translation.y",
            map: [[40, 0], [120, 80], [200, 20]] },
          { name: "copy", from: "middle.frame.left", to: "shade.translation.x" },
          { name: "lift", from: "card.translation.y", to: "shade.translation.y",
            map: [[-80, 10], [0, 0], [50, 40]], combine: "add" },
          { name: "sink", from: "dial.translation.y", to: "shade.translation.y",
            map: [[0, 0], [80, -8]], extend: true, combine: "add" },
          { name: "grow", from: "lw.constant", to: "dial.scale", map: [[0, 1], [150, 2],
            [300, 0]] } ],
        gestures: [
        """)

  /// Additional equations that always hold in ``busy``.
  static let busyEquations = [
    Equation([(1, "heading", .top), (-1, "list", .top), (-1, "list", .scrollY)]),
    Equation([(1, "heading", .bottom), (-1, "heading", .top)], 24),
    Equation([(1, "mark", .top), (-1, "list", .top), (-0.5, "list", .scrollY)]),
    Equation(
      [
        (1, "list", .bottom), (-1, "list", .top), (-0.25, "left", .right), (0.25, "left", .left),
      ], 300),
    Equation([(1, "label", .left), (-1, "left", .left)]),
    Equation([(1, "label", .top), (-1, "tail", .bottom)]),
    Equation([(1, "under", .top), (-1, "label", .bottom)], 4),
    Equation([(1, "under", .bottom), (-1, "under", .top)], 8),
  ]

  /// Σ factor × edge = constant, which always holds in the scene.
  struct Equation {
    var terms: [(factor: Double, view: String, edge: Channel)]
    var constant: Double

    init(_ terms: [(Double, String, Channel)], _ constant: Double = 0) {
      self.terms = terms.map { (factor: $0.0, view: $0.1, edge: $0.2) }
      self.constant = constant
    }
  }

  static let equations = [
    Equation([(1, "right", .left), (-1, "left", .right)]),
    Equation([(1, "right", .top), (-1, "left", .top)]),
    Equation([(1, "right", .bottom), (-1, "left", .bottom)]),
    Equation([
      (0.5, "middle", .left), (0.5, "middle", .right), (-0.5, "left", .left),
      (-0.5, "right", .right),
    ]),
    Equation([(1, "middle", .top), (-1, "left", .bottom)]),
    Equation([(1, "box", .left), (-1, "middle", .left)]),
    Equation([(1, "box", .top), (-1, "middle", .bottom)]),
    Equation([(1, "box", .right), (-1, "box", .left)], 200),
    Equation([(1, "child", .left), (-1, "left", .right)], 8),
    Equation([(1, "child", .bottom), (-1, "box", .bottom)], -4),
    Equation([(1, "deep", .right), (-1, "right", .right)], -4),
    Equation([(1, "deep", .top), (-1, "middle", .bottom)]),
    Equation([(1, "deep", .right), (-1, "deep", .left)], 24),
    Equation([(1, "rows", .top), (-1, "box", .bottom)]),
    Equation([(1, "row1", .top), (-1, "rows", .top)]),
    Equation([(1, "row3", .bottom), (-1, "rows", .bottom)]),
    Equation([(1, "tail", .top), (-1, "rows", .bottom)], 12),
    Equation([(1, "card", .left), (-1, "middle", .left)]),
    Equation([(1, "card", .bottom), (-1, "screen", .bottom)], -100),
  ]
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A whole number of eighths.
  mutating func eighths(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range, using: &self)) / 8
  }

  /// Returns true once in `count` calls on average.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// An animation of any kind; every run of it ends.
  mutating func animation() throws -> Animation {
    var animation = try run()
    if once(in: 3) { animation.delay = number(0...0.4) }
    guard once(in: 5) else { return animation }
    animation.repeatCount = [2, 1.5, 3].randomElement(using: &self) ?? 2
    animation.autoreverses = once(in: 2)
    return animation
  }

  private mutating func run() throws -> Animation {
    let kind = Int.random(in: 0..<6, using: &self)
    guard kind == 1 else { return Animation(try timing(kind)) }
    let duration = number(0.2...1)
    var animation = Animation.spring(
      try Spring(uikitDuration: duration, dampingRatio: number(0.2...1)))
    animation.runDuration = duration
    return animation
  }

  private mutating func timing(_ kind: Int) throws -> TimingFunction {
    switch kind {
    case 0: .spring(try Spring(response: number(0.1...0.8), dampingRatio: number(0.15...1.5)))
    case 2: .spring(.critical(response: number(0.1...0.6)))
    case 3: .curve(.easeInOut, duration: number(0.1...1))
    case 4:
      .curve(
        try CubicBezier(number(0...1), number(-1...2), number(0...1), number(-1...2)),
        duration: number(0.05...0.7))
    default:
      .keyframes(
        try Keyframes([
          .init(time: 0.25, value: number(-0.5...1.5), curve: .easeOut),
          .init(time: 0.5, value: number(-0.5...1.5)), .init(time: 1, value: 1, curve: .easeIn),
        ]), duration: number(0.1...0.9))
    }
  }

  /// Up to four changes. `isDirect` allows those that bypass the layout.
  mutating func changes(isDirect: Bool) -> [SceneChange] {
    (0..<Int.random(in: 1...4, using: &self)).flatMap { _ in
      isDirect && once(in: 2) ? [directChange()] : layoutChange()
    }
  }

  private mutating func layoutChange() -> [SceneChange] {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: [.constant("lx", eighths(-400...2400))]
    case 1: [.constant("lw", eighths(0...2400))]
    case 2: [.constantBy("lh", eighths(-80...80))]
    case 3: [.constant("rw", eighths(0...1600)), .constant("mw", eighths(0...800))]
    case 4: [.constant("bh", eighths(80...1600))]
    case 5: [.toggleHidden("row2")]
    case 6: [.contents("row1", PerAxis(horizontal: 60, vertical: eighths(0...800)))]
    case 7:
      [[.active("t1", false), .active("t2", true)], [.active("t2", false), .active("t1", true)]]
        .randomElement(using: &self) ?? []
    case 8: [.screenSize(Size(width: 800, height: eighths(4800...12_000)))]
    default:
      [
        .replaceConstraint(
          "rw",
          LayoutConstraint(
            identifier: "rw", first: Anchor(ViewID(index: 2), .width), constant: eighths(0...1600)))
      ]
    }
  }

  private mutating func directChange() -> SceneChange {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: .alpha("card", number(0.2...1))
    case 1: .color("left", Color(red: UInt8.random(in: 0...255, using: &self), green: 9, blue: 0))
    case 2: .translation("card", Vector(dx: number(-200...200), dy: number(-200...200)))
    case 3: .rotation("card", number(-2...2))
    case 4: .scale("middle", Vector(dx: number(-1...2), dy: number(-1...2)))
    case 5: .rotation("middle", number(-4...4))
    case 6:
      .transform(
        "card",
        TransformComponents(
          translation: Vector(dx: number(-100...100), dy: number(-100...100)),
          rotation: number(-1...1), shear: number(-0.2...0.2),
          scale: Vector(dx: number(0.5...1.5), dy: number(0.5...1.5))))
    default: .translation("middle", Vector(dx: number(-50...50), dy: number(-50...50)))
    }
  }
}

import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// A bundled scene after a layout pass.
struct LaidOut {
  private(set) var tree: LayoutTree
  private(set) var report: LayoutReport
  private let names: [String]

  /// Reads `configs/scenes/NAME.json5` and lays it out, by default on the scene's own screen.
  init(
    _ name: String, _ size: Size? = nil, traits: (inout LayoutTraits) -> Void = { _ in }
  ) throws {
    let bytes = try Fixture.bytes("\(Fixture.repository)/configs/scenes/\(name).json5")
    let scene = try SceneReader.read(bytes, file: "\(name).json5", size: size)
    names = scene.views.map(\.appearance.name)
    tree = scene.layout
    report = LayoutReport()
    var changed = tree.traits
    traits(&changed)
    try tree.setTraits(changed)
    pass()
  }

  /// Changes the tree and lays it out again.
  mutating func change(_ change: (inout LayoutTree) throws -> Void) throws {
    try change(&tree)
    pass()
  }

  private mutating func pass() {
    report = tree.layoutIfNeeded() ?? report
  }

  /// The view with a name; the screen if none has it.
  func view(_ name: String) -> ViewID {
    ViewID(index: names.firstIndex(of: name) ?? 0)
  }

  /// The frame of a view on the screen, before rounding to pixels.
  func frame(_ name: String) -> Rect { tree.exactFrame(of: view(name)) }

  /// Expects a view at x, y with a width and height, in points, within 10⁻⁶.
  func expect(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let frame = frame(name)
    #expect(frame.isAt(x, y, width, height), "\(name) is at \(frame)", sourceLocation: place)
  }

  /// Expects a layout without conflicts and ambiguities.
  mutating func expectClean(_ place: SourceLocation = #_sourceLocation) {
    #expect(report.warnings == [], sourceLocation: place)
    let ambiguities = tree.ambiguities()
    #expect(ambiguities.map(\.description) == [], sourceLocation: place)
  }
}

extension Rect {
  /// Whether the frame has this position and size, in points, within 10⁻⁶.
  func isAt(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
    zip([left, top, right - left, bottom - top], [x, y, width, height])
      .allSatisfy { ($0 - $1).magnitude <= 1e-6 }
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Constraints own the frame, gestures own the transform, and neither changes the other's.
@Suite struct SeparationTests {
  private static let bundled: [String] = {
    let folder = Fixture.repository + "/configs/scenes"
    return Files.names(in: folder).filter { $0.hasSuffix(".json5") }
  }()

  private static func scene(_ file: String) throws -> SceneBlueprint {
    try SceneReader.read(
      Fixture.bytes(Fixture.repository + "/configs/scenes/" + file), file: file)
  }

  @Test(arguments: bundled) func aPanOverAnySceneCostsNoLayoutPass(file: String) throws {
    let scene = try Self.scene(file)
    var driver = try EngineDriver(panning: scene)
    let before = (driver.engine.layoutPasses, driver.engine.layoutSolves)
    var pans = 0
    for (step, view) in scene.views.dropFirst().enumerated() {
      let time = Double(step) * 1.5
      let state = driver.see(view.appearance.name, time)
      let size = state.frame.size
      let start = state.toScreen(Point(x: size.width / 2, y: size.height / 2))
      driver.drag(from: start, to: start + Vector(dx: 60, dy: -90), time...(time + 0.2))
      driver.updateFrame(at: EngineDriver.moment(time + 0.2))
      driver.lift(time + 0.21)
      driver.updateFrame(at: EngineDriver.moment(time + 1.4))
      pans += driver.phases().count { $0 == .began }
    }
    #expect(pans > 0, "nothing was panned")
    #expect((driver.engine.layoutPasses, driver.engine.layoutSolves) == before)
  }

  private static let panel = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "panel", color: "#336699", alpha: 0.7,
                 views: [ { id: "label", color: "#aa0000" } ] } ],
      constraints: [
        { id: "x", rule: "panel.left = 20" }, "panel.top = 30", "panel.height = 100",
        { id: "w", rule: "panel.width = 200" }, "label.width = 0.5 * panel.width",
        "label.centerX = panel.centerX", "label.height = 10" ],
      gestures: [ { pan: "panel" } ] }
    """

  /// The animatable properties that layout does not set.
  private static func ownProperties(_ state: ViewState) -> [Double] {
    let transform = state.transform
    return [
      transform.translation.dx, transform.translation.dy, transform.rotation,
      transform.scale.dx, transform.scale.dy, state.alpha,
    ]
  }

  @Test func aLayoutPassTouchesNeitherTransformNorAlphaNorColor() throws {
    var driver = try EngineDriver(scene: Self.panel)
    try driver.engine.apply(
      [.rotation("panel", 0.3), .alpha("label", 0.4)], animatedBy: nil, at: .zero)
    // A pan continues while the frame moves elsewhere.
    driver.drag(from: Point(x: 120, y: 80), to: Point(x: 190, y: 110), 0...0.2)
    let panel = Self.ownProperties(driver.see("panel", 0.2))
    let label = Self.ownProperties(driver.see("label", 0.2))
    let colors = driver.engine.appearances.map(\.color)
    #expect(panel[0] > 40 && panel[2] > 0)
    #expect(panel[5] == 0.7 && label[5] == 0.4)
    let passes = driver.engine.layoutPasses
    try driver.engine.apply(
      [.constant("x", 77), .constant("w", 300), .screenSize(Size(width: 500, height: 700))],
      animatedBy: nil, at: EngineDriver.moment(0.2))
    #expect(driver.engine.layoutPasses == passes + 1)
    #expect(driver.see("panel", 0.2).frame == Rect(x: 77, y: 30, width: 300, height: 100))
    #expect(driver.see("label", 0.2).frame == Rect(x: 75, y: 0, width: 150, height: 10))
    #expect(Self.ownProperties(driver.see("panel", 0.2)) == panel)
    #expect(Self.ownProperties(driver.see("label", 0.2)) == label)
    #expect(driver.engine.appearances.map(\.color) == colors)
  }

  @Test func aFrameSetFromOutsideLastsUntilTheNextPass() throws {
    var driver = try EngineDriver(scene: Self.panel)
    let solved = driver.see("panel", 0).frame
    let moved = Rect(x: 1, y: 2, width: 3, height: 4)
    try driver.engine.apply([.frame("panel", moved)], animatedBy: nil, at: .zero)
    #expect(driver.see("panel", 0.1).frame == moved)
    driver.drag(from: Point(x: 2, y: 3), to: Point(x: 90, y: 90), 0.2...0.4)
    #expect(driver.see("panel", 0.4).frame == moved)
    // The pass is caused by another view; the solved frame of this one has not changed.
    try driver.engine.apply(
      [.hidden("label", true)], animatedBy: nil, at: EngineDriver.moment(0.5))
    try driver.engine.apply([.active("x", false)], animatedBy: nil, at: EngineDriver.moment(0.5))
    try driver.engine.apply([.active("x", true)], animatedBy: nil, at: EngineDriver.moment(0.5))
    #expect(driver.see("panel", 0.5).frame == solved)
  }

  @Test func aHiddenViewIsNeitherSeenNorTouched() throws {
    var driver = try EngineDriver(scene: Self.panel)
    try driver.engine.apply([.hidden("panel", true)], animatedBy: nil, at: .zero)
    #expect(driver.see("panel", 0).alpha == 0)
    driver.drag(from: Point(x: 60, y: 60), to: Point(x: 130, y: 90), 0...0.2)
    #expect(driver.phases().isEmpty)
    try driver.engine.apply(
      [.hidden("panel", false)], animatedBy: nil, at: EngineDriver.moment(0.3))
    #expect(driver.see("panel", 0.3).alpha == 0.7)
  }

  @Test func whatIsScrolledIsDrawnByTheOffsetAtNoCost() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "list", scroll: [0, 120], views: [ { id: "row" } ] } ],
        constraints: [ "list.width = 400", "list.height = 300", "list.top = 50",
          "row.top = list.top + 200", "row.left = list.left", "row.width = list.width",
          "row.height = 44", "list.content.height = 1000", "list.content.width = list.width" ] }
      """
    var driver = try EngineDriver(scene: text)
    #expect(driver.see("row", 0).frame == Rect(x: 0, y: 80, width: 400, height: 44))
    #expect(driver.see("row", 0).toScreen(.zero) == Point(x: 0, y: 130))
    #expect(driver.engine.layoutPasses == 1)
  }
}

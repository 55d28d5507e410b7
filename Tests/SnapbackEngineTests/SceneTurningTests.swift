import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// A picture that is rotated on its panel: the screen, the safe area and the touches.
@Suite struct SceneTurningTests {
  private static let text = """
    {
      snapback: 1,
      screen: { width: 400, height: 700, safeArea: { left: 1, top: 20, right: 3, bottom: 40 },
        sizeClass: { width: 'compact', height: 'regular' } },
      views: [{ id: 'card' }, { id: 'bar' }],
      constraints: [
        'card.left = screen.safeArea.left', 'card.top = screen.safeArea.top',
        'card.right = screen.safeArea.right', 'card.bottom = screen.safeArea.bottom',
        'bar.left = screen.left', 'bar.width = 0.5 * screen.width',
        'bar.top = screen.top', { id: 'barHeight', rule: 'bar.height = 10' },
      ],
      gestures: [{ pan: 'card', follow: 'center', spring: { response: 0.4, dampingRatio: 1 } }],
      actions: [{ on: 'rotate', changes: [{ constraint: 'barHeight', constant: 30 }] }],
    }
    """

  private func blueprint() throws -> SceneBlueprint {
    try SceneReader.read(Array(Self.text.utf8), file: "test")
  }

  /// The safe area's insets in the rotated picture, which must stay at the panel's edges.
  @Test(
    arguments: [
      (.none, 400, 700, [1, 20, 3, 40]), (.clockwise90, 700, 400, [20, 3, 40, 1]),
      (.half, 400, 700, [3, 40, 1, 20]), (.clockwise270, 700, 400, [40, 1, 20, 3]),
    ] as [(PanelRotation, Double, Double, [Double])])
  func theSafeAreaStaysAtThePanelsEdges(
    rotation: PanelRotation, width: Double, height: Double, insets: [Double]
  ) throws {
    let turned = try blueprint().turned(by: rotation)
    #expect(turned.screen.size == Size(width: width, height: height))
    let area = turned.layout.traits.safeArea
    #expect([area.left, area.top, area.right, area.bottom] == insets)
    let isLying = rotation.swapsSides
    #expect(turned.layout.traits.widthClass == (isLying ? .regular : .compact))
    #expect(turned.layout.traits.heightClass == (isLying ? .compact : .regular))
    var driver = EngineDriver(turned)
    let frame = driver.see("card", 0).frame
    #expect(frame.left == insets[0] && frame.top == insets[1])
    #expect(frame.right == width - insets[2] && frame.bottom == height - insets[3])
  }

  /// A point of the panel near an edge of the safe area is near it in every rotation of the
  /// picture.
  @Test(arguments: PanelRotation.allCases)
  func aFingerOnAPlaceOfThePanelIsOnTheSameEdgeOfTheSafeArea(rotation: PanelRotation) throws {
    let axes = AxisRange(minimum: 0, maximum: 99_999)
    let turned = try blueprint().turned(by: rotation)
    let mapping = SurfaceMapping(
      x: axes, y: axes, screen: turned.screen.size, rotation: rotation)
    var driver = EngineDriver(turned)
    let card = driver.see("card", 0).frame
    // In the middle of the panel's bottom edge, 39 and 41 of 700 points up.
    let outside = mapping.point(x: 50_000, y: Int32(100_000 - 100_000 * 39 / 700))
    let inside = mapping.point(x: 50_000, y: Int32(100_000 - 100_000 * 41 / 700))
    #expect(!card.contains(outside) && card.contains(inside))
  }

  @Test func turningAnEngineEndsWhereOneStartsThatIsTurned() throws {
    let scene = try blueprint()
    for from in PanelRotation.allCases {
      for to in PanelRotation.allCases {
        var driver = EngineDriver(scene.turned(by: from))
        try driver.engine.turn(to: to, of: scene, at: EngineDriver.moment(1))
        var fresh = EngineDriver(scene.turned(by: to))
        #expect(driver.engine.screen == fresh.engine.screen)
        #expect(driver.see("card", 2).frame == fresh.see("card", 2).frame)
        // The scene reacts to a rotation of the screen, and to nothing else.
        let height = driver.see("bar", 2).frame.size.height
        #expect(height == (from.swapsSides == to.swapsSides ? 10 : 30))
      }
    }
  }

  /// A reload with another rotation: the new scene replaces the old one and is then rotated.
  @Test func aRotationOfANewSceneUsesItsRehearsal() throws {
    let scene = try blueprint()
    var laidOut = scene.turned(by: .half)
    laidOut.layOut()
    let rehearsal = try #require(
      LayoutRehearsal(turningTo: .clockwise90, of: scene, from: laidOut))
    var driver = EngineDriver(scene.turned(by: .half))
    _ = driver.engine.replaceScene(laidOut)
    let fits = rehearsal.fits(driver.engine)
    #expect(fits)
    try driver.engine.turn(
      to: .clockwise90, of: scene, rehearsal: rehearsal, at: EngineDriver.moment(1))
    var fresh = EngineDriver(scene.turned(by: .clockwise90))
    #expect(driver.engine.screen == fresh.engine.screen)
    #expect(driver.see("card", 2).frame == fresh.see("card", 2).frame)
  }

  @Test func aHeldFingerIsCancelledAndCountsAgainWhenItHasLifted() throws {
    let scene = try blueprint()
    var driver = EngineDriver(scene)
    driver.drag(from: Point(x: 200, y: 300), to: Point(x: 260, y: 300), 0...0.2)
    #expect(driver.phases().first == .began)
    try driver.engine.turn(to: .clockwise90, of: scene, at: EngineDriver.moment(0.21))
    #expect(driver.phases() == [.cancelled])
    #expect(driver.engine.touches.isEmpty == true)
    // The finger keeps moving, in the new coordinates, but no gesture has it.
    for step in 0..<20 {
      driver.finger(at: Point(x: 300 + 5 * Double(step), y: 200), 0.22 + Double(step) / 120)
    }
    #expect(driver.phases().isEmpty)
    driver.lift(0.5)
    #expect(driver.phases().isEmpty)
    #expect(driver.see("card", 5).transform.translation == .zero)
    #expect(driver.engine.isAtRest == true)
    driver.drag(from: Point(x: 300, y: 200), to: Point(x: 360, y: 200), 6...6.2)
    #expect(driver.phases().first == .began)
  }
}

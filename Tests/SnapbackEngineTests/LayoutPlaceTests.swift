import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Snap positions, detents and limits that depend on the layout, before and after the screen turns.
@Suite struct LayoutPlaceTests {
  private static let portrait = Size(width: 400, height: 800)
  private static let landscape = Size(width: 800, height: 400)

  /// A card of 100 points at the top left corner, and a sheet over the lower part of the screen.
  private static func scene(_ gestures: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 }, metrics: { gap: 20 },
      views: [ { id: "panel" }, { id: "sheet", views: [{ id: "header" }] }, { id: "card" } ],
      constraints: [
        "card.left = 0", "card.top = 0", "card.width = 100", "card.height = 100",
        "sheet.left = 0", "sheet.width = screen.width", "sheet.bottom = screen.bottom",
        "sheet.height = screen.height - 100", "header.height = 0.1 * sheet.height",
        "header.top = sheet.top", "header.left = sheet.left", "header.width = 60",
        "panel.left = 150", "panel.width = 50", "panel.top = 0",
        { id: "high", rule: "panel.height = 80" } ],
      gestures: [\(gestures)] }
    """
  }

  private static func turn(
    _ driver: inout EngineDriver, to size: Size, _ seconds: Double, _ animation: Animation? = nil
  ) throws {
    try driver.engine.apply(
      [.screenSize(size)], animation: animation, at: EngineDriver.moment(seconds))
  }

  /// Drags slowly by a distance beyond the slop of 10 points, rests and lifts.
  private static func drag(
    _ driver: inout EngineDriver, from start: Point, by way: Vector, _ seconds: Double
  ) {
    func slop(_ way: Double) -> Double { way == 0 ? 0 : way < 0 ? -10 : 10 }
    let travel = Vector(dx: way.dx + slop(way.dx), dy: way.dy + slop(way.dy))
    driver.drag(from: start, to: start + travel, seconds...seconds + 1)
    driver.lift(seconds + 1.2)
  }

  private static func x(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("card", seconds).transform.translation.dx
  }

  private static func y(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("sheet", seconds).transform.translation.dy
  }

  private static let start = Point(x: 50, y: 50)

  /// The right edge of the screen is at 300 points of translation, and then at 700.
  @Test func aSnapPositionMovesWithTheScreen() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal",
          snap: { x: [0, "screen.width - card.width"] } }
        """))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 200, dy: 0), 0)
    #expect(Self.x(&driver, 5) == 300)
    try Self.turn(&driver, to: Self.landscape, 5)
    #expect(Self.x(&driver, 5) == 700)
    // The next release uses the positions of the present layout: 320 is nearer to 0 than to 700.
    Self.drag(&driver, from: Point(x: 750, y: 50), by: Vector(dx: -380, dy: 0), 6)
    #expect(Self.x(&driver, 12) == 0)
    Self.drag(&driver, from: Self.start, by: Vector(dx: 380, dy: 0), 12)
    #expect(Self.x(&driver, 18) == 700)
    try Self.turn(&driver, to: Self.portrait, 18)
    #expect(Self.x(&driver, 18) == 300)
    #expect(driver.engine.isAtRest == true)
  }

  /// With an animation, the card moves by its curve.
  @Test func theAnimationOfTheTurnMovesWhatRests() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal",
          snap: { x: [0, "screen.width - card.width - 2 * gap"] } }
        """))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 200, dy: 0), 0)
    #expect(Self.x(&driver, 5) == 260)
    try Self.turn(&driver, to: Self.landscape, 5, .curve(.linear, duration: 1))
    for share in [0.0, 0.25, 0.5, 0.75, 1] {
      #expect(abs(Self.x(&driver, 5 + share) - (260 + 400 * share)) < 1e-9, "\(share)")
    }
  }

  @Test func numbersAndOtherPositionsStay() throws {
    for (places, rest) in [("0, 300", 300.0), ("0, 300, 'screen.width - 50'", 300)] {
      var driver = try EngineDriver(
        scene: Self.scene(
          "{ pan: 'card', release: 'snap', axes: 'horizontal', snap: { x: [\(places)] } }"))
      Self.drag(&driver, from: Self.start, by: Vector(dx: 260, dy: 0), 0)
      #expect(Self.x(&driver, 5) == rest)
      try Self.turn(&driver, to: Self.landscape, 5)
      #expect(Self.x(&driver, 5) == rest)
    }
    // A change moves the card to a value that is no snap position: it stays there.
    var driver = try EngineDriver(
      scene: Self.scene("{ pan: 'card', release: 'snap', snap: { x: ['screen.width - 100'] } }"))
    try driver.engine.apply([.translation("card", Vector(dx: 123, dy: 0))], at: .zero)
    try Self.turn(&driver, to: Self.landscape, 1)
    #expect(Self.x(&driver, 1) == 123)
  }

  /// A release has its goal in the old layout when the screen turns, and ends in the new one.
  @Test func aMotionToAPlaceEndsWhereThePlaceIsThen() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal",
          snap: { x: [0, "screen.width - card.width"] } }
        """))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 200, dy: 0), 0)
    let seen = Self.x(&driver, 1.3)
    #expect(seen > 200 && seen < 299)
    try Self.turn(&driver, to: Self.landscape, 1.3, .curve(.linear, duration: 0.5))
    // Nothing jumps.
    #expect(abs(Self.x(&driver, 1.3) - seen) < 1e-9)
    #expect(Self.x(&driver, 6) == 700)
  }

  /// A finger keeps the card; its release goes to a place of the new layout.
  @Test func whatAFingerHoldsDoesNotMove() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal",
          snap: { x: [0, "screen.width - card.width"] } }
        """))
    driver.drag(from: Self.start, to: Self.start + Vector(dx: 290, dy: 0), 0...1)
    #expect(Self.x(&driver, 1) == 280)
    try Self.turn(&driver, to: Self.landscape, 1.1, .curve(.linear, duration: 0.5))
    #expect(Self.x(&driver, 1.1) == 280)
    #expect(Self.x(&driver, 1.4) == 280)
    driver.lift(1.5)
    #expect(Self.x(&driver, 6) == 0)
  }

  /// A finger that stops a moving card, and lifts without a pan, lets it go on to the new place.
  @Test func aCardThatAFingerStoppedGoesOnToTheNewPlace() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal",
          snap: { x: [0, "screen.width - card.width"] } }
        """))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 200, dy: 0), 0)
    let seen = Self.x(&driver, 1.3)
    driver.finger(at: Point(x: seen + 50, y: 50), 1.3)
    let stopped = Self.x(&driver, 1.4)
    try Self.turn(&driver, to: Self.landscape, 1.4)
    #expect(abs(Self.x(&driver, 1.4) - stopped) < 1e-9)
    driver.lift(1.5)
    #expect(Self.x(&driver, 6) == 700)
  }

  /// The sheet is as high as the screen without 100 points, its header a tenth of that. A detent is
  /// a height, and the translation is the maximum minus the height.
  @Test(arguments: [
    ("'header.height'", 630.0, 270.0), ("{ height: 'header.height + gap' }", 610, 250),
    ("'0.5 * screen.height'", 300, 100), ("'screen.height - header.height - 200'", 170, 130),
    ("'medium'", 308, 132), ("{ fraction: 0.25 }", 525, 225), ("{ height: 280 }", 420, 20),
    ("'large'", 0, 0),
  ])
  func aSheetRestsAtItsDetentAfterATurn(detent: String, upright: Double, wide: Double) throws {
    var driver = try EngineDriver(
      scene: Self.scene("{ pan: 'sheet', detents: [\(detent)], dismisses: false }"))
    Self.drag(&driver, from: Point(x: 200, y: 300), by: Vector(dx: 0, dy: 50), 0)
    #expect(abs(Self.y(&driver, 5) - upright) <= 0.5)
    try Self.turn(&driver, to: Self.landscape, 5)
    #expect(abs(Self.y(&driver, 5) - wide) <= 0.5)
    try Self.turn(&driver, to: Self.portrait, 6, .curve(.easeInOut, duration: 0.4))
    #expect(abs(Self.y(&driver, 7) - upright) <= 0.5)
  }

  /// A dismissed sheet stays below the screen.
  @Test func aDismissedSheetStaysBelowTheScreen() throws {
    var driver = try EngineDriver(
      scene: Self.scene("{ pan: 'sheet', detents: ['large', 'header.height'] }"))
    Self.drag(&driver, from: Point(x: 200, y: 150), by: Vector(dx: 0, dy: 690), 0)
    #expect(Self.y(&driver, 5) == 700)
    try Self.turn(&driver, to: Self.landscape, 5)
    #expect(Self.y(&driver, 5) == 300)
  }

  /// Without a snap position, a card stays where it is, but not outside its new limits. In the
  /// second case, the upright limits are 0 and −200: the least one is then the only value.
  @Test(arguments: [("card.width", 300.0, 650.0), ("600", 0, 200)])
  func limitsMoveWithTheScreen(gap: String, upright: Double, wide: Double) throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "card", release: "stay", axes: "horizontal",
          limits: { x: [0, "screen.width - \(gap)"] } }
        """))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 340, dy: 0), 0)
    #expect(Self.x(&driver, 3) == upright)
    try Self.turn(&driver, to: Self.landscape, 3)
    #expect(Self.x(&driver, 3) == upright)
    let card = Self.start + Vector(dx: upright, dy: 0)
    Self.drag(&driver, from: card, by: Vector(dx: 350, dy: 0), 4)
    #expect(Self.x(&driver, 8) == wide)
    try Self.turn(&driver, to: Self.portrait, 8)
    #expect(Self.x(&driver, 8) == upright)
  }

  /// The constant of a constraint has snap values and limits, too; the layout follows.
  @Test func aConstantMovesWithItsSnapValues() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "panel", drives: { constant: "high", axis: "vertical", release: "snap",
          limits: [40, "screen.height - gap"],
          snap: [80, "0.5 * screen.height", "screen.height - gap"] } }
        """))
    func height(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
      driver.see("panel", seconds).frame.size.height
    }
    func pull(_ driver: inout EngineDriver, _ way: Double, _ seconds: Double) {
      Self.drag(&driver, from: Point(x: 170, y: 60), by: Vector(dx: 0, dy: way), seconds)
    }
    pull(&driver, 300, 0)
    #expect(abs(height(&driver, 6) - 400) < 1e-6)
    try Self.turn(&driver, to: Self.landscape, 6)
    #expect(abs(height(&driver, 6) - 200) < 1e-6)
    try Self.turn(&driver, to: Self.portrait, 7, .curve(.linear, duration: 1))
    #expect(abs(height(&driver, 9) - 400) < 1e-6)
    // Beyond the limit, which is 780 points.
    pull(&driver, 700, 10)
    #expect(abs(height(&driver, 16) - 780) < 1e-6)
  }

  /// The limits are 0...400 upright and 400...800 sideways. A constant that starts outside its
  /// limits keeps its value until the limits have contained it.
  @Test(arguments: [(0.0, 400.0), (100, 400), (500, 500)])
  func newLimitsMoveAConstantThatTheyExclude(initial: Double, sideways: Double) throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        """
        { pan: "panel", drives: { constant: "high", axis: "vertical",
          limits: ["screen.width - 400", "screen.width"] } }
        """
      ).replacing("panel.height = 80", with: "panel.height = \(initial)"))
    #expect(driver.see("panel", 0).frame.size.height == initial)
    try Self.turn(&driver, to: Self.landscape, 1)
    #expect(driver.see("panel", 1).frame.size.height == sideways)
    try Self.turn(&driver, to: Self.portrait, 2)
    #expect(driver.see("panel", 2).frame.size.height == 400)
  }

  /// Pages of a list as shares of the list.
  @Test func aScrollOffsetMovesWithItsSnapPositions() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "list", scroll: true, views: [{ id: "rows" }] } ],
          constraints: [ "list.left = 0", "list.top = 0", "list.width = screen.width",
            "list.height = screen.height", "rows.left = list.left", "rows.top = list.top",
            "rows.right = list.right", "rows.bottom = list.bottom",
            "rows.width = list.width", "rows.height = 3000" ],
          gestures: [ { scroll: "list", release: "snap",
            snap: { y: [0, "list.height / 2", "list.height", 2200] } } ] }
        """)
    driver.drag(from: Point(x: 200, y: 700), to: Point(x: 200, y: 340), 0...1)
    driver.lift(1.2)
    #expect(driver.see("rows", 6).frame.top == -400)
    try Self.turn(&driver, to: Self.landscape, 6)
    #expect(driver.see("rows", 6).frame.top == -200)
  }

  @Test func aSceneThatReplacesAnotherUsesItsOwnPlaces() throws {
    func text(_ place: String) -> String {
      Self.scene(
        """
        { pan: "card", release: "snap", axes: "horizontal", snap: { x: [0, "\(place)"] } }
        """)
    }
    var driver = try EngineDriver(scene: text("screen.width - card.width"))
    try driver.replaceScene(by: text("screen.width - card.width - 60"))
    Self.drag(&driver, from: Self.start, by: Vector(dx: 200, dy: 0), 0)
    #expect(Self.x(&driver, 5) == 240)
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Scroll views in scroll views: which of them a drag scrolls, and by how much.
///
/// The expected offsets follow from three rules: the travel less 10 points, the ends of the
/// content, and UIKit's band d·(1 − 1/(1 + 0.55·x/d)).
@Suite struct ScrollNestingTests {
  /// A page of 390 × 844 points that scrolls by 2156, with an inner scroll view of 390 × 400 points
  /// at y = 100, whose content has the given size.
  private static func scene(
    _ width: Double, _ height: Double, inner: String = "", outer: String = ""
  ) -> String {
    """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "page", scroll: true, views: [ { id: "rows", views: [
        { id: "box", scroll: true, views: [ { id: "cells" } ] } ] } ] } ],
      constraints: [ "page.left = 0", "page.top = 0", "page.width = 390", "page.height = 844",
        { format: "H:|[rows(390)]|", in: "page" }, { format: "V:|[rows(3000)]|", in: "page" },
        "box.left = rows.left", "box.top = rows.top + 100", "box.width = 390", "box.height = 400",
        { format: "H:|[cells(\(width))]|", in: "box" },
        { format: "V:|[cells(\(height))]|", in: "box" } ],
      gestures: [ { scroll: "page", name: "page", \(outer) },
        { scroll: "box", name: "box", \(inner) } ] }
    """
  }

  /// A finger in the inner scroll view.
  private let start = Point(x: 195, y: 300)

  /// Drags from the start by a way within 0.2 s, and rests the finger for 0.1 s.
  private func drag(_ driver: inout EngineDriver, by way: Vector, _ seconds: Double = 0) {
    driver.drag(from: start, to: start + way, seconds...seconds + 0.2)
  }

  private func page(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("rows", seconds).frame.top
  }

  private func box(_ driver: inout EngineDriver, _ seconds: Double) -> Vector {
    let cells = driver.see("cells", seconds).frame
    return Vector(dx: -cells.left, dy: -cells.top)
  }

  /// The displacement that UIKit's band shows `way` points beyond an end of a view of a length.
  private func band(_ way: Double, _ length: Double) -> Double {
    length * (1 - 1 / (1 + 0.55 * way / length))
  }

  private func expect(
    _ driver: inout EngineDriver, page: Double, box: Vector, _ seconds: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let seen = (self.page(&driver, seconds), self.box(&driver, seconds))
    #expect(abs(seen.0 - page) < 1e-9, "page \(seen.0)", sourceLocation: location)
    #expect((seen.1 - box).length < 1e-9, "box \(seen.1)", sourceLocation: location)
  }

  @Test func contentThatFitsLeavesTheFingerToTheOuterView() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 200))
    drag(&driver, by: Vector(dx: 0, dy: -150))
    expect(&driver, page: 140, box: .zero, 0.2)
    #expect(driver.turns() == ["page began"])
  }

  @Test func aCarouselLeavesVerticalDragsToTheOuterView() throws {
    var driver = try EngineDriver(scene: Self.scene(2000, 400))
    drag(&driver, by: Vector(dx: 5, dy: -150))
    expect(&driver, page: 140, box: .zero, 0.2)
    #expect(driver.turns() == ["page began"])
  }

  @Test func aCarouselScrollsByHorizontalDrags() throws {
    var driver = try EngineDriver(scene: Self.scene(2000, 400))
    drag(&driver, by: Vector(dx: -150, dy: 5))
    expect(&driver, page: 0, box: Vector(dx: 140, dy: 0), 0.2)
    #expect(driver.turns() == ["box began"])
  }

  @Test func anInnerListScrollsBeforeTheOuterOne() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    drag(&driver, by: Vector(dx: 0, dy: -150))
    expect(&driver, page: 0, box: Vector(dx: 0, dy: 140), 0.2)
  }

  @Test func atItsEndTheNextDragScrollsTheOuterOne() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    drag(&driver, by: Vector(dx: 0, dy: -800))
    // 790 points, of which 190 are beyond the end at 600, all by the inner list.
    expect(&driver, page: 0, box: Vector(dx: 0, dy: 600 + band(190, 400)), 0.2)
    driver.lift(0.4)
    #expect(box(&driver, 5) == Vector(dx: 0, dy: 600))
    #expect(driver.turns() == ["box began", "box ended"])
    drag(&driver, by: Vector(dx: 0, dy: -150), 5)
    expect(&driver, page: 140, box: Vector(dx: 0, dy: 600), 5.2)
    #expect(driver.turns() == ["page began"])
    driver.lift(5.4)
    // Back again: the inner list can move down.
    drag(&driver, by: Vector(dx: 0, dy: 60), 8)
    expect(&driver, page: 140, box: Vector(dx: 0, dy: 550), 8.2)
  }

  @Test func atTheTopOfBothTheInnerOneYields() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    drag(&driver, by: Vector(dx: 0, dy: 110))
    expect(&driver, page: 0, box: Vector(dx: 0, dy: -band(100, 400)), 0.2)
    #expect(driver.turns() == ["box began"])
  }

  @Test func atItsTopTheOuterOneGoesBackFirst() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    driver.drag(from: Point(x: 195, y: 700), to: Point(x: 195, y: 550), 0...0.2)
    driver.lift(0.4)
    expect(&driver, page: 140, box: .zero, 1)
    drag(&driver, by: Vector(dx: 0, dy: 60), 1)
    expect(&driver, page: 90, box: .zero, 1.2)
  }

  @Test func acrossItsAxisOnlyTheOuterOneMoves() throws {
    // The inner view scrolls both ways, but is at its left end; the outer page scrolls both ways.
    let scene = Self.scene(2000, 1000).replacing("rows(390)", with: "rows(1000)")
    var driver = try EngineDriver(scene: scene)
    driver.drag(from: Point(x: 195, y: 700), to: Point(x: 45, y: 700), 0...0.2)
    driver.lift(0.4)
    #expect(-driver.see("rows", 1).frame.left == 140)
    driver.drag(from: Point(x: 100, y: 300), to: Point(x: 160, y: 300), 1...1.2)
    #expect(abs(-driver.see("rows", 1.2).frame.left - 90) < 1e-9)
    #expect(box(&driver, 1.2) == .zero)
  }

  @Test func aListWhoseContentFitsDoesNotTakeTheFinger() throws {
    var driver = try EngineDriver(
      scene: GestureScrollTests.scene().replacing("rows(2000)", with: "rows(300)"))
    driver.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 600), 0...0.2)
    #expect(driver.turns() == [])
    #expect(driver.see("rows", 0.2).frame.top == 0)
  }

  @Test func onlyTravelAlongItsAxisBeginsAScroll() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    driver.finger(at: start, 0)
    driver.finger(at: start + Vector(dx: 80, dy: -9), 0.1)
    #expect(driver.turns() == [])
    driver.finger(at: start + Vector(dx: 80, dy: -30), 0.2)
    expect(&driver, page: 0, box: Vector(dx: 0, dy: 20), 0.2)
    #expect(driver.turns() == ["box began"])
  }

  @Test func aDirectionalLockKeepsTheAxisOfTheSlop() throws {
    for (isLocked, across) in [(false, 85.0), (true, 0)] {
      var driver = try EngineDriver(
        scene: Self.scene(2000, 1000, inner: "directionalLock: \(isLocked)"))
      driver.finger(at: start, 0)
      driver.finger(at: start + Vector(dx: -5, dy: -12), 0.05)
      driver.finger(at: start + Vector(dx: -85, dy: -110), 0.1)
      expect(&driver, page: 0, box: Vector(dx: across, dy: 100), 0.1)
    }
    // A drag that reaches the slop along both axes at once is not locked.
    var driver = try EngineDriver(
      scene: Self.scene(2000, 1000, inner: "directionalLock: true"))
    driver.finger(at: start, 0)
    driver.finger(at: start + Vector(dx: -30, dy: -30), 0.05)
    expect(&driver, page: 0, box: Vector(dx: 20, dy: 20), 0.05)
  }

  @Test func aLockedDragIsReleasedAlongItsAxisOnly() throws {
    var driver = try EngineDriver(
      scene: Self.scene(2000, 5000, inner: "directionalLock: true"))
    driver.drag(from: start, to: start + Vector(dx: -100, dy: -200), 0...0.2)
    driver.lift(0.2)
    let seen = box(&driver, 2)
    #expect(seen.dx == 0 && seen.dy > 190)
  }

  @Test func aWheelScrollsTheViewThatCanMove() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 1000))
    for step in 0..<20 {
      driver.scroll(.step, by: Vector(dx: 0, dy: -40), at: start, Double(step))
    }
    // 15 steps take the inner list to its end at 600, and five more scroll the page.
    expect(&driver, page: 200, box: Vector(dx: 0, dy: 600), 25)
  }

  @Test func aTouchpadKeepsTheViewThatItBeganToScroll() throws {
    var driver = try EngineDriver(scene: Self.scene(390, 200))
    driver.scroll(.began, by: Vector(dx: 0, dy: -10), at: start, 0)
    driver.scroll(.changed, by: Vector(dx: 0, dy: -30), at: start, 0.1)
    expect(&driver, page: 40, box: .zero, 0.1)
    #expect(driver.turns() == ["page began"])
  }
}

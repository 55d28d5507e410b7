import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Pulling content beyond an edge, and insets that keep a gap open.
///
/// The gap that a finger draws is UIKit's band, 500·(1 − 1/(1 + 0.55·x/500)) for a travel x beyond
/// the edge. It is 60 for x = 500·60/(0.55·440), 123.97 points, which a finger has after 133.97.
@Suite struct PullTests {
  private static let phases: [PullTrigger.Phase] = [.reached, .returned, .released]

  /// A view of 300 × 500 points whose content has 1200 points.
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "reached" }, { id: "returned" }, { id: "released" },
        { id: "box", scroll: true, views: [ { id: "cells" } ] } ],
      constraints: [ { format: "H:|[reached(1)][returned(1)][released(1)]" },
        { format: "V:|[reached(1)]" }, { format: "V:|[returned(1)]" },
        { format: "V:|[released(1)]" },
        "box.left = 50", "box.top = 100", "box.width = 300", "box.height = 500",
        { format: "H:|[cells(300)]|", in: "box" }, { format: "V:|[cells(1200)]|", in: "box" } ],
      gestures: [ { scroll: "box", name: "scroll" } ] }
    """

  /// An engine whose marks count the phases of a pull by their rotations. Each phase in `insets`
  /// also sets the inset above the content.
  private func driver(
    _ edge: PullTrigger.Edge = .top, distance: Double = 60,
    insets: [PullTrigger.Phase: Double] = [:]
  ) throws -> EngineDriver {
    var blueprint = try SceneReader.read(Array(Self.scene.utf8), file: "test")
    for phase in Self.phases {
      let inset = insets[phase].map { [SceneChange.contentInset("box", EdgeInsets(top: $0))] }
      blueprint.actions.append(
        SceneAction(
          name: phase.rawValue,
          triggers: blueprint.gestures.indices.map {
            .pull(PullTrigger($0, edge: edge, distance: distance, phase: phase))
          },
          steps: (1...9).map { [.rotation(phase.rawValue, Double($0))] + (inset ?? []) }))
    }
    return EngineDriver(blueprint)
  }

  private let start = Point(x: 200, y: 300)

  /// Moves the finger to a distance below its start.
  private func pull(_ driver: inout EngineDriver, _ way: Double, _ seconds: Double) {
    driver.finger(at: start + Vector(dx: 0, dy: way), seconds)
  }

  private func counts(_ driver: inout EngineDriver, _ seconds: Double) -> [Double] {
    Self.phases.map { driver.see($0.rawValue, seconds).transform.rotation }
  }

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("cells", seconds).frame.top
  }

  @Test func theGapReachesTheDistanceAndReturns() throws {
    var driver = try driver()
    pull(&driver, 0, 0)
    for (step, (way, wanted)) in [
      (133.9, [0.0, 0, 0]), (134, [1, 0, 0]), (150, [1, 0, 0]), (133.9, [1, 1, 0]),
      (134, [2, 1, 0]),
    ].enumerated() {
      let now = 0.1 * Double(step + 1)
      pull(&driver, way, now)
      #expect(counts(&driver, now) == wanted, "\(way)")
    }
    driver.lift(0.6)
    #expect(counts(&driver, 0.6) == [2, 1, 1])
    // The way back is no pull, and the next drag begins with none.
    #expect(driver.rest(of: "cells", after: 0.6).frame.top == 0)
    #expect(counts(&driver, 5) == [2, 1, 1])
    pull(&driver, 0, 6)
    pull(&driver, 134, 6.1)
    driver.lift(6.2, phase: .cancelled)
    #expect(counts(&driver, 7) == [3, 2, 1])
  }

  @Test func aReleaseBeforeTheDistanceTriggersNothing() throws {
    var driver = try driver()
    pull(&driver, 0, 0)
    pull(&driver, 133.9, 0.1)
    driver.lift(0.2)
    #expect(counts(&driver, 5) == [0, 0, 0])
  }

  @Test func momentumIsNoPull() throws {
    var driver = try driver(distance: 2)
    try driver.apply([.scrollOffset("box", Vector(dx: 0, dy: 100))], nil, 0)
    driver.drag(from: start, to: start + Vector(dx: 0, dy: 60), 0...0.03)
    driver.lift(0.03)
    var least = 0.0
    for step in 1...60 { least = min(least, offset(&driver, 0.03 + Double(step) / 60)) }
    #expect(least < -10)
    #expect(counts(&driver, 5) == [0, 0, 0])
  }

  @Test func theOtherEndHasADistanceOfItsOwn() throws {
    var driver = try driver(.bottom)
    try driver.apply([.scrollOffset("box", Vector(dx: 0, dy: 700))], nil, 0)
    pull(&driver, 0, 0)
    pull(&driver, -133.9, 0.1)
    #expect(counts(&driver, 0.1) == [0, 0, 0])
    pull(&driver, -134, 0.2)
    #expect(counts(&driver, 0.2) == [1, 0, 0])
    pull(&driver, 300, 0.3)
    #expect(counts(&driver, 0.3) == [1, 1, 0])
  }

  @Test func aTouchpadPullsToo() throws {
    var driver = try driver()
    driver.scroll(.began, by: Vector(dx: 0, dy: 10), at: start, 0)
    driver.scroll(.changed, by: Vector(dx: 0, dy: 113.9), at: start, 0.1)
    #expect(counts(&driver, 0.1) == [0, 0, 0])
    driver.scroll(.changed, by: Vector(dx: 0, dy: 0.1), at: start, 0.2)
    driver.scroll(.ended, at: start, 0.3)
    #expect(counts(&driver, 0.3) == [1, 0, 1])
  }

  @Test(arguments: [PullTrigger.Phase.reached, .released])
  func anInsetKeepsTheGapOpenUntilItIsRemoved(phase: PullTrigger.Phase) throws {
    var driver = try driver(insets: [phase: 60])
    pull(&driver, 0, 0)
    pull(&driver, 150, 0.1)
    let held = offset(&driver, 0.1)
    // The gap for the new end continues where the old one was.
    #expect(abs(held + 500 * (1 - 1 / (1 + 0.55 * 140 / 500))) < 1e-9)
    pull(&driver, 160, 0.2)
    #expect(offset(&driver, 0.2) < held)
    driver.lift(0.3)
    #expect(counts(&driver, 0.3) == [1, 0, 1])
    #expect(driver.rest(of: "cells", after: 0.3).frame.top == 60)
    try driver.apply([.contentInset("box", .zero)], .curve(.linear, duration: 1), 10)
    #expect(abs(offset(&driver, 10.5) + 30) < 1e-9)
    #expect(offset(&driver, 11) == 0)
  }

  /// Whether an action sets the inset before the release or at it, the content returns to the new
  /// end as to every end: x = x₀·(1 + t)·e^{−ωt} without a velocity of the finger, as UIScrollView.
  /// The motion approaches a point 0.4 points past the end, and stops at the end.
  @Test(arguments: [PullTrigger.Phase.reached, .released])
  func contentReturnsToTheGapWithoutPassingIt(phase: PullTrigger.Phase) throws {
    var driver = try driver(insets: [phase: 60])
    pull(&driver, 0, 0)
    pull(&driver, 300, 0.1)
    driver.lift(0.5)
    let first = offset(&driver, 0.5) + 60
    #expect(abs(first - (60 - 500 * (1 - 1 / (1 + 0.55 * 290 / 500)))) < 1e-9)
    let rate = 2 * Double.pi / 0.575
    for step in 1...90 {
      let time = Double(step) / 60
      let (seen, wanted) = (
        offset(&driver, 0.5 + time) + 60, first * (1 + time) * exp(-rate * time)
      )
      #expect(seen >= wanted - 1e-6 && seen <= wanted + 0.4, "\(time) s: \(seen), \(wanted)")
      #expect(seen <= 1e-9, "\(time) s")
    }
    #expect(offset(&driver, 2.5) == -60)
  }

  @Test func anInsetIsUndoneWithItsTransaction() throws {
    var driver = try driver()
    let id = try driver.apply(
      [.contentInset("box", EdgeInsets(top: 60)), .scrollOffset("box", Vector(dx: 0, dy: -60))],
      .curve(.linear, duration: 1), isControlled: true, 0)
    #expect(abs(offset(&driver, 0.5) + 30) < 1e-9)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.5))
    #expect(driver.rest(of: "cells", after: 0.5).frame.top == 0)
    // The range is that of the start again.
    let top = SceneChange.scrollToVisible("box", .rect(Rect(x: 0, y: -99, width: 1, height: 1)))
    try driver.apply([.scrollOffset("box", Vector(dx: 0, dy: 50)), top], nil, 10)
    #expect(offset(&driver, 10) == 0)
  }

  @Test func insetsThatAreNoneAreRefused() throws {
    var driver = try driver()
    #expect(throws: EngineError.layout(.notScrolling("cells"))) {
      try driver.apply([.contentInset("cells", .zero)], nil, 0)
    }
    #expect(throws: EngineError.outOfRange("an inset of \"box\"", 2e6, limit: 1e6)) {
      try driver.apply([.contentInset("box", EdgeInsets(top: 2e6))], nil, 0)
    }
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The names of the places where releases bring views, contents and constants to rest.
@Suite struct PlaceNameTests {
  /// A release, and the names of the place that it chooses.
  struct Release: CustomTestStringConvertible, Sendable {
    /// The gesture in the scene, which is on the card unless it names another view.
    let gesture: String
    /// The travel of the finger in half a second. It lifts at once if `isFlick`, otherwise after a
    /// rest of 0.3 s.
    let travel: Vector
    var isFlick = false
    let names: Set<String>

    var testDescription: String { "\(gesture) by \(travel)" }

    init(_ gesture: String, _ dx: Double, _ dy: Double, flick: Bool = false, _ names: Set<String>) {
      (self.gesture, self.names, isFlick) = (gesture, names, flick)
      travel = Vector(dx: dx, dy: dy)
    }
  }

  private static let candidates = [
    "home", "dismissed", "left", "right", "top", "bottom", "least", "greatest", "page1", "page2",
    "page3", "medium", "large", "small", "open", "half",
  ]

  private static let limited = "pan: 'card', slop: 0, limits: { x: [-100, 100], y: [0, 200] }, "
  private static let snapping = "pan: 'card', slop: 0, release: 'snap', "
  private static let sheet =
    "pan: 'card', slop: 0, detents: ['medium', 'large', { height: 100, name: 'small' }]"
  private static let constant =
    "pan: 'box', slop: 0, drives: { constant: 'wide', axis: 'horizontal', limits: [100, 300], "

  /// The card is 400 points high. So its detents are at translations of 0, 176 and 300 points, and
  /// it is dismissed at 400. The content of the box is 1200 points high, so its offset is 0 to 700.
  private static let releases = [
    Release("pan: 'card'", 60, 40, ["home"]),
    Release("pan: 'card', slop: 0, release: 'stay'", 60, 40, []),
    Release(limited + "release: 'stay'", 60, 40, []),
    Release(limited + "release: 'stay'", 150, 40, ["right"]),
    Release(limited + "release: 'stay'", -150, 250, ["left", "bottom"]),
    Release(limited + "release: 'stay'", -150, -20, ["left", "top"]),
    Release(limited + "release: 'momentum'", 0, 150, flick: true, ["bottom"]),
    Release(limited + "release: 'reset'", 60, 40, ["top", "home"]),
    Release(snapping + "snap: { x: [{ at: 200, name: 'open' }], y: [0] }", 120, 0, ["open"]),
    Release(
      snapping + "snap: { x: [{ at: 0, name: 'half' }, 200], y: [0, { at: 100, name: 'open' }] }",
      20, 90, ["half", "open"]),
    // Two names of one position, and two positions of one name.
    Release(
      snapping + "snap: { x: [{ at: 90, name: 'open' }, { at: 90, name: 'half' }], y: [0] }", 80,
      0, ["open", "half"]),
    Release(
      snapping + "snap: { x: [{ at: -90, name: 'open' }, { at: 90, name: 'open' }], y: [0] }",
      -80, 0, ["open"]),
    // A name that the scene gives does not stand for the usual place as well.
    Release(
      snapping + "limits: { x: [-50, 50] }, snap: { x: [-50, { at: 50, name: 'left' }] }", -40, 0,
      []),
    Release(
      snapping + "limits: { x: [-50, 50] }, snap: { x: [-50, { at: 50, name: 'left' }] }", 40, 0,
      ["left", "right"]),
    Release(sheet, 0, 30, ["large"]),
    Release(sheet, 0, 170, ["medium"]),
    Release(sheet, 0, 290, ["small"]),
    Release(sheet, 0, 390, ["dismissed"]),
    Release("scroll: 'box', slop: 0, paging: true", 0, -300, ["page2"]),
    Release("scroll: 'box', slop: 0, paging: true", 0, 20, ["page1", "top"]),
    Release("scroll: 'box', slop: 0", 0, -450, flick: true, ["bottom"]),
    Release("scroll: 'box', slop: 0", 0, -100, []),
    Release(
      "scroll: 'box', slop: 0, release: 'snap', snap: { y: [0, { at: 130, name: 'half' }] }", 0,
      -100, ["half"]),
    Release(
      constant + "release: 'snap', snap: [100, { at: 220, name: 'open' }] }", 20, 0, ["open"]),
    Release(constant + "release: 'snap', snap: [100, 220] }", -80, 0, ["least"]),
    Release(constant + "}", 400, 0, ["greatest"]),
    Release(constant + "}", 20, 0, []),
  ]

  private static func scene(_ gesture: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "box", scroll: true, views: [ { id: "cells" } ] },
        { id: "mark" } ],
      constraints: [ "card.left = 100", "card.top = 0", "card.width = 100", "card.height = 400",
        "box.left = 0", "box.top = 200", { id: "wide", rule: "box.width = 200" },
        "box.height = 500", "cells.left = box.content.left", "cells.right = box.content.right",
        "cells.width = box.viewport.width", { format: "V:|[cells(1200)]|", in: "box" },
        { format: "H:[mark(1)]|" }, { format: "V:[mark(1)]|" } ],
      gestures: [ { \(gesture) } ] }
    """
  }

  @Test(arguments: releases)
  func aReleaseIsAtThePlacesOfItsGoals(release: Release) throws {
    let text = Self.scene(release.gesture)
    let blueprint = try SceneReader.read(Array(text.utf8), file: "test")
    var found: Set<String> = []
    for name in Self.candidates {
      var scene = blueprint
      scene.actions = [
        SceneAction(
          name: "mark",
          triggers: scene.gestures.indices.map { .landing(LandingTrigger($0, at: name)) },
          steps: [[.rotation("mark", 1)]])
      ]
      var driver = EngineDriver(scene)
      let start = Point(x: 150, y: release.gesture.contains("'box'") ? 600 : 50)
      driver.drag(from: start, to: start + release.travel, 0...0.5)
      driver.lift(release.isFlick ? 0.5 : 0.8)
      if driver.see("mark", 0.9).transform.rotation != 0 { found.insert(name) }
    }
    #expect(found == release.names)
  }

  @Test func theReaderKnowsTheNamesThatAGestureHas() throws {
    for release in Self.releases {
      let text = Self.scene(release.gesture)
      let scene = try SceneReader.read(Array(text.utf8), file: "test")
      for name in release.names {
        #expect(scene.gestures.allSatisfy { $0.binding.canLand(at: name) }, "\(name) of \(text)")
      }
    }
  }
}

import SnapbackBasics
import SnapbackLayout
import Testing

/// `table.json5`: a height that grows as far as there is room.
@Suite struct TableSceneTests {
  /// A screen, its safe area, and the table's position and maximum height.
  private struct Case: Sendable {
    var size: Size
    var safeArea: EdgeInsets
    /// The safe area's inset and 16 points, or 20 where the width is regular.
    var x: Double
    var width: Double
    /// Screen height − guides − (8 + 64 + 8 + 8 + 64 + 8).
    var room: Double
  }

  private static let cases = [
    // 844 − (47 + 34) − 160.
    Case(
      size: Size(width: 390, height: 844), safeArea: EdgeInsets(top: 47, bottom: 34), x: 16,
      width: 358, room: 603),
    // 667 − 20 − 160.
    Case(
      size: Size(width: 375, height: 667), safeArea: EdgeInsets(top: 20), x: 16, width: 343,
      room: 487),
    // 390 − 21 − 160; from 47 + 16 to 844 − 63.
    Case(
      size: Size(width: 844, height: 390),
      safeArea: EdgeInsets(left: 47, right: 47, bottom: 21), x: 63, width: 718, room: 209),
    // 768 − (24 + 20) − 160.
    Case(
      size: Size(width: 1024, height: 768), safeArea: EdgeInsets(top: 24, bottom: 20), x: 20,
      width: 984, room: 564),
  ]

  private static func scene(_ place: Case) throws -> LaidOut {
    try LaidOut("table", place.size) { $0.safeArea = place.safeArea }
  }

  /// The header is 8 below the guide and 64 high, the table 8 below it, the footer 8 below that.
  private static func expect(_ scene: inout LaidOut, _ place: Case, height: Double) {
    let (top, x, width) = (place.safeArea.top, place.x, place.width)
    scene.expect("header", x, top + 8, width, 64)
    scene.expect("table", x, top + 80, width, height)
    scene.expect("footer", x, top + 80 + height + 8, width, 64)
    scene.expectClean()
  }

  @Test(arguments: cases)
  private func theTableHasItsHeight(_ place: Case) throws {
    var scene = try Self.scene(place)
    Self.expect(&scene, place, height: 100)
    // "Tides" at 22 points is 26.254 high, so 79 thirds, and 158 thirds wide.
    let middle = place.safeArea.top + 8 + 32
    scene.expect("heading", place.x + 16, middle - 79.0 / 6, 158.0 / 3, 79.0 / 3)
    // "Updated at noon" at 13 points is 15.514 high, so 47 thirds, and 311 thirds wide.
    let bottom = place.safeArea.top + 80 + 100 + 8
    let left = place.x + place.width / 2 - 311.0 / 6
    scene.expect("note", left, bottom + 32 - 47.0 / 6, 311.0 / 3, 47.0 / 3)
  }

  @Test(arguments: cases)
  private func aHeightBeyondTheRoomPullsAndIsNotIgnored(_ place: Case) throws {
    var scene = try Self.scene(place)
    try scene.change { try $0.setConstant(99999, of: "tableHeight") }
    Self.expect(&scene, place, height: place.room)
    // The footer is 8 above the bottom guide.
    let guide = place.size.height - place.safeArea.bottom
    scene.expect("footer", place.x, guide - 72, place.width, 64)
    try scene.change { try $0.setConstant(100, of: "tableHeight") }
    Self.expect(&scene, place, height: 100)
  }

  @Test(arguments: cases)
  private func theTableTakesTheHeightOfItsContent(_ place: Case) throws {
    var scene = try Self.scene(place)
    // 12 rows of 44, as wide as the table.
    let content = try #require(scene.tree.contentSize(of: scene.view("table")))
    #expect(content == Size(width: place.width, height: 528))
    try scene.change { try $0.setConstant(content.height, of: "tableHeight") }
    Self.expect(&scene, place, height: min(528, place.room))
    let top = place.safeArea.top + 80
    scene.expect("rows", place.x, top, place.width, 528)
    scene.expect("row1", place.x, top, place.width, 44)
    scene.expect("row12", place.x, top + 484, place.width, 44)
  }
}

/// `three.json5`: duplicate constraints, and a middle view that disappears.
@Suite struct ThreeSceneTests {
  /// A screen, and the row's position and width.
  private struct Case: Sendable {
    var size: Size
    var x: Double
    var y: Double
    var width: Double
  }

  private static let cases = [
    // (844 − 144) / 2.
    Case(size: Size(width: 390, height: 844), x: 16, y: 350, width: 358),
    Case(size: Size(width: 320, height: 568), x: 16, y: 212, width: 288),
    Case(size: Size(width: 1024, height: 768), x: 20, y: 312, width: 984),
  ]

  /// left 8 middle 8 right fill the row but for 12 at each end.
  private static func expectThree(_ scene: inout LaidOut, _ place: Case) {
    let (x, y) = (place.x + 12, place.y + 12)
    // 109, 74 and 422.
    let side = (place.width - 24 - 8 - 100 - 8) / 2
    scene.expect("row", place.x, place.y, place.width, 144)
    scene.expect("left", x, y, side, 120)
    scene.expect("middle", x + side + 8, y, 100, 120)
    scene.expect("right", x + side + 116, y, side, 120)
    scene.expectClean()
  }

  @Test(arguments: cases)
  private func aStatementMadeTwiceIsTakenCalmly(_ place: Case) throws {
    var scene = try LaidOut("three", place.size)
    Self.expectThree(&scene, place)
    // Either of the two is enough.
    for twice in ["third", "fifth", "sixth", "seventh"] {
      try scene.change { try $0.setActive(false, of: twice) }
      Self.expectThree(&scene, place)
      try scene.change { try $0.setActive(true, of: twice) }
      Self.expectThree(&scene, place)
    }
  }

  @Test(arguments: cases)
  private func withoutTheMiddleAndItsGapLeftAndRightAreNeighbors(_ place: Case) throws {
    var scene = try LaidOut("three", place.size)
    try scene.change {
      try $0.setConstant(0, of: "fourth")
      try $0.setActive(false, ofAll: ["third", "fifth"])
    }
    let (x, y) = (place.x + 12, place.y + 12)
    // 163, 128 and 476, with one gap of 8.
    let side = (place.width - 24 - 8) / 2
    scene.expect("left", x, y, side, 120)
    scene.expect("middle", x + side, y, 0, 120)
    scene.expect("right", x + side + 8, y, side, 120)
    scene.expectClean()
    try scene.change {
      try $0.setActive(true, ofAll: ["third", "fifth"])
      try $0.setConstant(100, of: "fourth")
    }
    Self.expectThree(&scene, place)
  }

  @Test func aGapThatIsSaidTwiceStaysUntilBothAreInactive() throws {
    var scene = try LaidOut("three")
    try scene.change {
      try $0.setConstant(0, of: "fourth")
      try $0.setActive(false, of: "third")
    }
    // (358 − 24 − 8 − 8) / 2 = 159: the fifth constraint keeps the gap before the empty middle.
    scene.expect("left", 28, 362, 159, 120)
    scene.expect("middle", 195, 362, 0, 120)
    scene.expect("right", 203, 362, 159, 120)
    scene.expectClean()
  }

  @Test func statementsThatNoLongerAgreeAreReported() throws {
    var scene = try LaidOut("three")
    try scene.change { try $0.setConstant(9, of: "third") }
    #expect(scene.report.conflicts.map(\.victim) == ["fifth"])
    #expect(scene.report.conflicts.map(\.others) == [["third"]])
    // (358 − 24 − 9 − 100 − 8) / 2 = 108.5.
    scene.expect("left", 28, 362, 108.5, 120)
    scene.expect("middle", 145.5, 362, 100, 120)
    scene.expect("right", 253.5, 362, 108.5, 120)
    try scene.change { try $0.setConstant(8, of: "third") }
    Self.expectThree(&scene, Self.cases[0])
  }

  @Test func readFromTheRightTheLeftOneIsOnTheRight() throws {
    var scene = try LaidOut("three") { $0.direction = .rightToLeft }
    // 390 − 28 − 109 = 253.
    scene.expect("left", 253, 362, 109, 120)
    scene.expect("middle", 145, 362, 100, 120)
    scene.expect("right", 28, 362, 109, 120)
    scene.expectClean()
  }
}

/// `slider.json5`: a wrapper that closes from either edge.
@Suite struct SliderSceneTests {
  /// A screen, the left edge and the width of all views, and the height of the picture.
  private struct Case: Sendable {
    var size: Size
    var safeArea: EdgeInsets
    var x: Double
    var width: Double
    /// Screen height − safe area − (8 + 8 + 96 + 8 + 49 + 8).
    var picture: Double
  }

  private static let cases = [
    // 844 − 81 − 177.
    Case(
      size: Size(width: 390, height: 844), safeArea: EdgeInsets(top: 47, bottom: 34), x: 16,
      width: 358, picture: 586),
    // 667 − 20 − 177.
    Case(
      size: Size(width: 375, height: 667), safeArea: EdgeInsets(top: 20), x: 16, width: 343,
      picture: 470),
    // 390 − 21 − 177.
    Case(
      size: Size(width: 844, height: 390),
      safeArea: EdgeInsets(left: 47, right: 47, bottom: 21), x: 63, width: 718, picture: 192),
  ]

  private static func scene(_ place: Case) throws -> LaidOut {
    try LaidOut("slider", place.size) { $0.safeArea = place.safeArea }
  }

  /// Closes the wrapper to a height; the constraint is created on first use.
  private static func close(
    _ scene: inout LaidOut, to height: Double = 0, inactive tie: String
  ) throws {
    let wrapper = scene.view("wrapper")
    try scene.change { tree in
      if tree.constraint("closed") == nil {
        try tree.add(LayoutConstraint(identifier: "closed", first: Anchor(wrapper, .height)))
      }
      try tree.setConstant(height, of: "closed")
      try tree.setActive(true, of: "closed")
      try tree.setActive(false, of: tie)
    }
  }

  private static func open(_ scene: inout LaidOut) throws {
    try scene.change {
      try $0.setActive(false, of: "closed")
      try $0.setActive(true, ofAll: ["tieAbove", "tieBelow"])
    }
  }

  /// Expects a wrapper of a height, with the picture making room for it, and the area `shift` below
  /// the wrapper's top. The area is always 96 high.
  private static func expect(
    _ scene: inout LaidOut, _ place: Case, wrapper height: Double, shift: Double
  ) {
    let (top, x, width) = (place.safeArea.top + 8, place.x, place.width)
    let picture = place.picture + 96 - height
    let wrapper = top + picture + 8
    scene.expect("picture", x, top, width, picture)
    scene.expect("wrapper", x, wrapper, width, height)
    scene.expect("area", x, wrapper + shift, width, 96)
    scene.expect("track", x + 24, wrapper + shift + 46, width - 48, 4)
    let thumb = x + 24 + 0.75 * (width - 48) - 14
    scene.expect("thumb", thumb, wrapper + shift + 34, 28, 28)
    scene.expect("tools", x, place.size.height - place.safeArea.bottom - 57, width, 49)
    scene.expectClean()
  }

  @Test(arguments: cases)
  private func theWrapperIsAsHighAsTheArea(_ place: Case) throws {
    var scene = try Self.scene(place)
    Self.expect(&scene, place, wrapper: 96, shift: 0)
  }

  @Test(arguments: cases)
  private func itClosesFromBelowWithoutTheTieBelow(_ place: Case) throws {
    var scene = try Self.scene(place)
    try Self.close(&scene, inactive: "tieBelow")
    Self.expect(&scene, place, wrapper: 0, shift: 0)
    try Self.open(&scene)
    Self.expect(&scene, place, wrapper: 96, shift: 0)
  }

  @Test(arguments: cases)
  private func theAreaSlidesOutByTheTopWithoutTheTieAbove(_ place: Case) throws {
    var scene = try Self.scene(place)
    // Half closed, the lower half of the area is in the wrapper.
    try Self.close(&scene, to: 48, inactive: "tieAbove")
    Self.expect(&scene, place, wrapper: 48, shift: -48)
    try Self.close(&scene, inactive: "tieAbove")
    Self.expect(&scene, place, wrapper: 0, shift: -96)
    try Self.open(&scene)
    Self.expect(&scene, place, wrapper: 96, shift: 0)
    // The height constraint again, with the other edge tied.
    try Self.close(&scene, inactive: "tieBelow")
    Self.expect(&scene, place, wrapper: 0, shift: 0)
  }

  @Test func withBothTiesAClosedWrapperLeavesTheAreaOpen() throws {
    var scene = try LaidOut("slider")
    try Self.close(&scene, inactive: "tieBelow")
    var ambiguities: [LayoutAmbiguity] = []
    try scene.change {
      try $0.setActive(true, of: "tieBelow")
      ambiguities = $0.ambiguities()
    }
    // Together they are off by 96 for every position of the area from −96 to 0.
    #expect(scene.report.warnings == [])
    #expect(
      ambiguities.map(\.description)
        == ["area", "track", "thumb"].map {
          "\($0): top could differ; constraints of equal priority tie"
        })
    scene.expect("wrapper", 16, 745, 358, 0)
  }
}

import SnapbackBasics
import SnapbackLayout
import Testing

/// `baselines.json5`: a standard spacing from baseline to baseline, at every text size.
///
/// A line at p points is 1.193359375 p high, with its baseline 0.9521484375 p below its top: the
/// line height and the ascent of `UIFont`. A label ends on a pixel, a third of a point.
@Suite struct BaselinesSceneTests {
  /// The published values of the Human Interface Guidelines for a text size, and the result.
  private struct Row: Sendable {
    var category: ContentSizeCategory
    /// Point size and leading of `title2`.
    var title: (size: Double, leading: Double)
    /// Point size and leading of `body`.
    var body: (size: Double, leading: Double)
    /// The offset from the top of the column to the title's last baseline.
    var upper: Double { (1.193359375 + 0.9521484375) * title.size }
    /// The offset to the top of the note, whose baseline is a leading lower.
    var offset: Double { upper + body.leading - 0.9521484375 * body.size }

    /// The height of a label of `count` lines.
    static func height(_ count: Double, _ size: Double) -> Double {
      (3 * count * 1.193359375 * size).rounded(.up) / 3
    }
  }

  private static let rows = [
    Row(category: .xSmall, title: (19, 24), body: (14, 19)),
    Row(category: .small, title: (20, 25), body: (15, 20)),
    Row(category: .medium, title: (21, 26), body: (16, 21)),
    Row(category: .large, title: (22, 28), body: (17, 22)),
    Row(category: .xLarge, title: (24, 30), body: (19, 24)),
    Row(category: .xxLarge, title: (26, 32), body: (21, 26)),
    Row(category: .xxxLarge, title: (28, 34), body: (23, 29)),
    Row(category: .accessibility1, title: (34, 41), body: (28, 34)),
    Row(category: .accessibility2, title: (39, 47), body: (33, 40)),
    Row(category: .accessibility3, title: (44, 52), body: (40, 48)),
    Row(category: .accessibility4, title: (50, 59), body: (47, 56)),
    Row(category: .accessibility5, title: (56, 66), body: (53, 62)),
  ]

  /// Expects the labels in a column from `x`, with the safe area down to `top`.
  private func expect(
    _ scene: inout LaidOut, _ row: Row, x: Double, width: Double, screen: Double, top: Double
  ) {
    let column = top + 20
    let (title, body) = (Row.height(2, row.title.size), Row.height(1, row.body.size))
    scene.expect("column", x, column, width, row.offset + body)
    scene.expect("title", x, column, width, title)
    scene.expect("note", x, column + row.offset, width, body)
    // The lines are 1 high and end on the baselines.
    let upper = column + row.upper
    scene.expect("upper", 0, upper - 1, screen, 1)
    scene.expect("lower", 0, upper + row.body.leading - 1, screen, 1)
    scene.expectClean()
  }

  @Test func everyTextSizeIsThere() {
    #expect(Self.rows.map(\.category) == ContentSizeCategory.allCases)
  }

  @Test(arguments: rows)
  private func theBaselinesAreALeadingApart(_ row: Row) throws {
    var scene = try LaidOut("baselines") { $0.contentSize = row.category }
    expect(&scene, row, x: 16, width: 358, screen: 390, top: 47)
    scene = try LaidOut("baselines", Size(width: 320, height: 568)) {
      $0.contentSize = row.category
      $0.safeArea = EdgeInsets(top: 20)
    }
    expect(&scene, row, x: 16, width: 288, screen: 320, top: 20)
    // The margins of a regular width are 20.
    scene = try LaidOut("baselines", Size(width: 1024, height: 768)) {
      $0.contentSize = row.category
      $0.safeArea = EdgeInsets(top: 24, bottom: 20)
    }
    expect(&scene, row, x: 20, width: 984, screen: 1024, top: 24)
  }

  @Test func anotherTextSizeAtRunTimeMovesTheNote() throws {
    var scene = try LaidOut("baselines")
    for row in Self.rows + Self.rows.reversed() {
      var traits = scene.tree.traits
      traits.contentSize = row.category
      try scene.change { try $0.setTraits(traits) }
      expect(&scene, row, x: 16, width: 358, screen: 390, top: 47)
    }
  }
}

/// `spacer.json5`: a hidden spacer of 70 %, a baseline on its bottom, and columns in fifths.
@Suite struct SpacerSceneTests {
  /// A screen and the expected positions.
  private struct Case: Sendable {
    var size: Size
    var safeArea: EdgeInsets
    /// The columns' left edge and width: 16 within the safe area.
    var x: Double
    var width: Double
    /// The bottom of the spacer: 0.7 × the height of the screen.
    var ofScreen: Double
    /// The bottom of the spacer: the safe area's top + 0.7 × its height.
    var ofSafeArea: Double
  }

  private static let cases = [
    // 0.7 × 844; 47 + 0.7 × 763.
    Case(
      size: Size(width: 390, height: 844), safeArea: EdgeInsets(top: 47, bottom: 34), x: 16,
      width: 358, ofScreen: 590.8, ofSafeArea: 581.1),
    // 0.7 × 568; 20 + 0.7 × 548.
    Case(
      size: Size(width: 320, height: 568), safeArea: EdgeInsets(top: 20), x: 16, width: 288,
      ofScreen: 397.6, ofSafeArea: 403.6),
    // 0.7 × 390; 0.7 × 369.
    Case(
      size: Size(width: 844, height: 390),
      safeArea: EdgeInsets(left: 47, right: 47, bottom: 21), x: 63, width: 718, ofScreen: 273,
      ofSafeArea: 258.3),
  ]

  /// Expects the frames that follow from the spacer's position.
  private static func expect(
    _ scene: inout LaidOut, _ place: Case, top: Double, bottom: Double
  ) {
    scene.expect("spacer", place.safeArea.left, top, 20, bottom - top)
    #expect(scene.tree.isHidden(scene.view("spacer")))
    // `title1` has 28 points: an ascent of 26.66015625 and a height of 33.414, in thirds 101.
    // "Seventy" has advances of 98.30078125 in `UIFont`, in thirds 295.
    let label = bottom - 26.66015625
    scene.expect("label", place.x, label, 295.0 / 3, 101.0 / 3)
    let columns = label + 101.0 / 3 + 8
    let height = place.size.height - place.safeArea.bottom - 8 - columns
    let fifth = place.width / 5
    scene.expect("columns", place.x, columns, place.width, height)
    scene.expect("one", place.x, columns, fifth, height)
    scene.expect("two", place.x + fifth, columns, 2 * fifth, height)
    scene.expect("three", place.x + 3 * fifth, columns, 2 * fifth, height)
    scene.expectClean()
  }

  @Test(arguments: cases)
  private func theBaselineIsAt70PercentOfTheScreen(_ place: Case) throws {
    var scene = try LaidOut("spacer", place.size) { $0.safeArea = place.safeArea }
    Self.expect(&scene, place, top: 0, bottom: place.ofScreen)
  }

  @Test(arguments: cases)
  private func twoConstraintsTakeTheSpacerToTheSafeArea(_ place: Case) throws {
    var scene = try LaidOut("spacer", place.size) { $0.safeArea = place.safeArea }
    try scene.change {
      try $0.setActive(false, ofAll: ["topOfScreen", "shareOfScreen"])
      try $0.setActive(true, ofAll: ["topOfSafeArea", "shareOfSafeArea"])
    }
    Self.expect(&scene, place, top: place.safeArea.top, bottom: place.ofSafeArea)
    try scene.change {
      try $0.setActive(true, ofAll: ["topOfScreen", "shareOfScreen"])
      try $0.setActive(false, ofAll: ["topOfSafeArea", "shareOfSafeArea"])
    }
    Self.expect(&scene, place, top: 0, bottom: place.ofScreen)
  }

  @Test func aLargerTextKeepsTheBaseline() throws {
    var scene = try LaidOut("spacer") { $0.contentSize = .xLarge }
    // 30 points: an ascent of 28.564453125, a height of 35.8, and 30 / 28 of the width, 105.322.
    scene.expect("label", 16, 590.8 - 28.564453125, 316.0 / 3, 36)
    scene.expectClean()
  }

  @Test func readFromTheRightTheFirstColumnIsOnTheRight() throws {
    var scene = try LaidOut("spacer") { $0.direction = .rightToLeft }
    // 374 − 98.333, and columns of 71.6, 143.2 and 143.2 from 374 to the left.
    let columns = 590.8 - 26.66015625 + 101.0 / 3 + 8
    scene.expect("label", 374 - 295.0 / 3, 590.8 - 26.66015625, 295.0 / 3, 101.0 / 3)
    scene.expect("one", 302.4, columns, 71.6, 802 - columns)
    scene.expect("two", 159.2, columns, 143.2, 802 - columns)
    scene.expect("three", 16, columns, 143.2, 802 - columns)
    scene.expectClean()
  }
}

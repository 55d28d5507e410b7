import SnapbackBasics
import SnapbackLayout
import Testing

/// Margins, the safe area, the old layout guides and alignment rectangles.
@Suite struct MarginsTests {
  /// A screen with bars of 47 and 34 points and notches of 10 and 6.
  private static func barred() throws -> Sketch {
    var sketch = try Sketch(390, 844)
    try sketch.setTraits {
      $0.safeArea = EdgeInsets(left: 10, top: 47, right: 6, bottom: 34)
    }
    return sketch
  }

  /// Adds a view that fills the margins of another.
  private static func fillMargins(
    of parent: String, by name: String, in sketch: inout Sketch
  ) throws {
    try sketch.add(name, in: parent)
    try sketch.rules(
      "\(name).left = \(parent).leftMargin", "\(name).right = \(parent).rightMargin",
      "\(name).top = \(parent).topMargin", "\(name).bottom = \(parent).bottomMargin")
  }

  // MARK: Margins

  @Test func theScreenHasSixteenPointsAtItsSidesOrTwenty() throws {
    var phone = try Sketch(390, 844)
    try Self.fillMargins(of: "screen", by: "page", in: &phone)
    phone.expect("page", 16, 0, 358, 844)
    phone.expectClean()
    try phone.tree.setScreenSize(Size(width: 768, height: 1024))
    phone.expect("page", 20, 0, 728, 1024)
    try phone.setTraits { $0.widthClass = .compact }
    phone.expect("page", 16, 0, 736, 1024)
  }

  @Test func theScreensMarginsAreMeasuredFromTheSafeArea() throws {
    var sketch = try Self.barred()
    try Self.fillMargins(of: "screen", by: "page", in: &sketch)
    // 16 + 10 and 16 + 6 at the sides, 47 and 34 above and below.
    sketch.expect("page", 26, 47, 342, 763)
    sketch.expectClean()
    try sketch.setProperties(of: "screen") { $0.insetsMarginsFromSafeArea = false }
    sketch.expect("page", 16, 0, 358, 844)
    try sketch.setProperties(of: "screen") { $0.margins = DirectionalInsets(5) }
    sketch.expect("page", 5, 5, 380, 834)
    try sketch.setProperties(of: "screen") { $0.insetsMarginsFromSafeArea = true }
    sketch.expect("page", 15, 52, 364, 753)
    sketch.expectClean()
  }

  @Test func aViewHasEightPointsAllRound() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 200, 100)
    try Self.fillMargins(of: "panel", by: "label", in: &sketch)
    sketch.expect("label", 45, 99, 184, 84)
    try sketch.setProperties(of: "panel") {
      $0.margins = DirectionalInsets(leading: 1, top: 2, trailing: 3, bottom: 4)
    }
    sketch.expect("label", 38, 93, 196, 94)
    try sketch.setTraits { $0.direction = .rightToLeft }
    sketch.expect("label", 40, 93, 196, 94)
    sketch.expectClean()
  }

  @Test func attributesWithMarginsAreThoseOfTheMarginsGuide() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel") {
      $0.margins = DirectionalInsets(leading: 10, top: 20, trailing: 30, bottom: 60)
    }
    try sketch.place("panel", 37, 91, 200, 100)
    for name in ["one", "other"] { try sketch.add(name, in: "panel") }
    try sketch.rules(
      "one.centerX = panel.centerXWithinMargins", "one.centerY = panel.centerYWithinMargins",
      "one.width = 10", "one.height = 10", "other.leading = panel.leadingMargin",
      "other.trailing = panel.margins.trailing", "other.top = panel.margins.top",
      "other.height = panel.margins.height")
    // Within the panel the margins leave x 10 to 170 and y 20 to 40.
    sketch.expect("one", 37 + 90 - 5, 91 + 30 - 5, 10, 10)
    sketch.expect("other", 47, 111, 160, 20)
    sketch.expectClean()
    // Measured in the panel: half of 90.
    try sketch.tree.remove("one.centerX = panel.centerXWithinMargins")
    try sketch.rules("one.centerX = 0.5 * panel.centerXWithinMargins")
    sketch.expect("one", 37 + 45 - 5, 91 + 30 - 5, 10, 10)
  }

  @Test func marginsAreMeasuredFromWhatOfTheSafeAreaReachesIntoAView() throws {
    var sketch = try Self.barred()
    try sketch.add("panel")
    // 20 from the top, 4 from the left, away from the other edges: 27 and 6 of the safe area
    // overlap.
    try sketch.place("panel", 4, 20, 200, 100)
    try Self.fillMargins(of: "panel", by: "label", in: &sketch)
    sketch.expect("label", 4 + 6 + 8, 20 + 27 + 8, 200 - 14 - 8, 100 - 35 - 8)
    try sketch.tree.setConstant(300, of: "panel top")
    sketch.expect("label", 18, 308, 178, 84)
    try sketch.tree.setConstant(-10, of: "panel top")
    // The overlap is limited to the height of the bar.
    sketch.expect("label", 18, -10 + 47 + 8, 178, 100 - 55 - 8)
    try sketch.setProperties(of: "panel") { $0.insetsMarginsFromSafeArea = false }
    sketch.expect("label", 12, -2, 184, 84)
    sketch.expectClean()
  }

  @Test func marginsMayBeAtLeastThoseOfTheParent() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.rules(
      "panel.left = 4", "panel.right = screen.right - 12", "panel.top = 50", "panel.height = 100")
    try Self.fillMargins(of: "panel", by: "label", in: &sketch)
    sketch.expect("label", 12, 58, 358, 84)
    // The screen's 16 leave 16 − 4 = 12 on the left, and 4, less than 8, on the right.
    try sketch.setProperties(of: "panel") { $0.preservesParentMargins = true }
    sketch.expect("label", 16, 58, 354, 84)
    try sketch.tree.setConstant(30, of: "panel.left = 4")
    sketch.expect("label", 38, 58, 332, 84)
    sketch.expectClean()
  }

  // MARK: The safe area

  @Test func theSafeAreaPassesFromParentToChild() throws {
    var sketch = try Self.barred()
    try sketch.add("page") { $0.additionalSafeArea = EdgeInsets(top: 30) }
    try sketch.rules(
      "page.left = screen.left", "page.right = screen.right", "page.top = screen.top",
      "page.bottom = screen.bottom")
    try sketch.add("panel", in: "page")
    try sketch.place("panel", 3, 40, 100, 200)
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.left = panel.safeArea.left", "label.right = panel.safeArea.right",
      "label.top = panel.safeArea.top", "label.bottom = panel.safeArea.bottom")
    // Of 47 + 30 = 77 above, 37 reach into the panel; of 10 on the left, 7.
    sketch.expect("label", 10, 77, 93, 163)
    try sketch.add("content", in: "page")
    try sketch.rules(
      "content.left = page.safeArea.left", "content.width = page.safeArea.width",
      "content.centerY = page.safeArea.centerY", "content.height = 10")
    // From 77 to 844 − 34 = 810: the middle is at 443.5.
    sketch.expect("content", 10, 438.5, 374, 10)
    sketch.expectClean()
  }

  @Test func aSafeAreaIsFollowedFromABillionthOfItsSizeOn() throws {
    var sketch = try Sketch(1000, 4000)
    try sketch.setTraits { $0.safeArea = EdgeInsets(top: 1000) }
    try sketch.add("panel")
    try sketch.place("panel", 0, 0, 200, 3000)
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.left = panel.left", "label.top = panel.safeArea.top", "label.width = 100",
      "label.height = 10")
    sketch.expect("label", 0, 1000, 100, 10)
    // A billionth of 1000 is 10⁻⁶: half of it counts as rounding, and the pass solves once. Five
    // times as much changes the overlap with the panel, and the pass solves a second time.
    for (top, solves) in [(5e-7, 1), (5e-6, 2)] {
      let before = sketch.tree.statistics.solves
      try sketch.tree.setConstant(top, of: "panel top")
      sketch.expect("label", 0, 1000, 100, 10)
      #expect(sketch.tree.statistics.solves - before == solves, "\(top)")
    }
  }

  @Test func theOldLayoutGuidesStandForTheSafeArea() throws {
    var sketch = try Self.barred()
    for name in ["bar", "page", "tool"] {
      try sketch.add(name)
      try sketch.rules("\(name).left = screen.left", "\(name).right = screen.right")
    }
    try sketch.rules(
      "bar.top = screen.topLayoutGuide.top", "bar.bottom = screen.topLayoutGuide.bottom",
      "page.top = screen.topLayoutGuide.bottom", "page.bottom = screen.bottomLayoutGuide.top",
      "tool.top = screen.bottomLayoutGuide.top", "tool.bottom = screen.bottomLayoutGuide.bottom")
    sketch.expect("bar", 0, 0, 390, 47)
    sketch.expect("page", 0, 47, 390, 763)
    sketch.expect("tool", 0, 810, 390, 34)
    try sketch.setTraits { $0.safeArea = EdgeInsets(top: 20) }
    sketch.expect("bar", 0, 0, 390, 20)
    sketch.expect("page", 0, 20, 390, 824)
    sketch.expect("tool", 0, 844, 390, 0)
    sketch.expectClean()
  }

  // MARK: Alignment rectangles

  @Test func constraintsSpeakOfTheAlignmentRectangle() throws {
    var sketch = try Sketch(390, 844)
    let insets = EdgeInsets(left: 5, top: 3, right: 7, bottom: 9)
    try sketch.add("card") { $0.alignmentInsets = insets }
    try sketch.place("card", 100, 50, 80, 40)
    // The frame extends beyond the alignment rectangle by the insets: a shadow, a badge.
    sketch.expect("card", 95, 47, 92, 52)
    try sketch.add("label")
    try sketch.rules(
      "label.left = card.right", "label.centerY = card.centerY", "label.width = card.width",
      "label.height = 10")
    sketch.expect("label", 180, 65, 80, 10)
    sketch.expectClean()
  }

  @Test func contentsFillTheAlignmentRectangle() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("button") {
      $0.alignmentInsets = EdgeInsets(left: 5, top: 3, right: 7, bottom: 9)
      $0.intrinsicSize = PerAxis(horizontal: 60, vertical: 30)
    }
    try sketch.rules("button.centerX = 200", "button.bottom = 100")
    // The alignment rectangle is 170 to 230 and 70 to 100.
    sketch.expect("button", 165, 67, 72, 42)
    try sketch.add("dot", in: "button")
    try sketch.rules(
      "dot.left = button.left", "dot.top = button.top", "dot.width = 2 * button.width",
      "dot.height = 0.5 * button.height")
    sketch.expect("dot", 170, 70, 120, 15)
    sketch.expectClean()
  }
}

import SnapbackBasics
import SnapbackLayout
import Testing

/// Springs and struts: frames that follow their parent's size without explicit constraints.
@Suite struct AutoresizingTests {
  /// A frame of [20, 10, 50, 40] in a parent of 100 × 80 at (37, 91).
  private static func sketch(_ flexible: Set<Autoresizing.Part>) throws -> Sketch {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 100, 80)
    try sketch.add("box", in: "panel") {
      $0.autoresizing = Autoresizing(
        frame: Rect(x: 20, y: 10, width: 50, height: 40),
        parentSize: Size(width: 100, height: 80), flexible: flexible)
    }
    return sketch
  }

  /// Along x, 20, 50 and 30 are left, width and right; the parent grows from 100 to 200. The
  /// flexible parts share the 100 in proportion.
  @Test(
    arguments: [
      ([], 20, 50),
      ([.right], 20, 50),
      ([.left], 120, 50),
      ([.width], 20, 150),
      // 20 : 30, so 40 and 60.
      ([.left, .right], 60, 50),
      // 20 : 50, so 200 / 7 and 500 / 7.
      ([.left, .width], 20 + 200.0 / 7, 50 + 500.0 / 7),
      // 50 : 30, so 62.5 and 37.5.
      ([.width, .right], 20, 112.5),
      ([.left, .width, .right], 40, 100),
    ] as [(Set<Autoresizing.Part>, Double, Double)])
  func theFlexiblePartsAlongXShareTheChange(
    _ flexible: Set<Autoresizing.Part>, _ x: Double, _ width: Double
  ) throws {
    var sketch = try Self.sketch(flexible)
    sketch.expect("box", 57, 101, 50, 40)
    try sketch.tree.setConstant(200, of: "panel width")
    sketch.expect("box", 37 + x, 101, width, 40)
    sketch.expectClean()
    try sketch.tree.setConstant(100, of: "panel width")
    sketch.expect("box", 57, 101, 50, 40)
  }

  /// Along y 10, 40 and 30 are top, height and bottom; the parent grows from 80 to 150, by 70.
  @Test(
    arguments: [
      ([], 10, 40),
      ([.bottom], 10, 40),
      ([.top], 80, 40),
      ([.height], 10, 110),
      // 10 : 30, so 17.5 and 52.5.
      ([.top, .bottom], 27.5, 40),
      // 10 : 40, so 14 and 56.
      ([.top, .height], 24, 96),
      // 40 : 30, so 40 and 30.
      ([.height, .bottom], 10, 80),
      // 10 : 40 : 30, so 8.75, 35 and 26.25.
      ([.top, .height, .bottom], 18.75, 75),
    ] as [(Set<Autoresizing.Part>, Double, Double)])
  func theFlexiblePartsAlongYShareTheChange(
    _ flexible: Set<Autoresizing.Part>, _ y: Double, _ height: Double
  ) throws {
    var sketch = try Self.sketch(flexible)
    try sketch.tree.setConstant(150, of: "panel height")
    sketch.expect("box", 57, 91 + y, 50, height)
    sketch.expectClean()
  }

  @Test func bothAxesFollowAtOnceAndAParentMayShrink() throws {
    var sketch = try Self.sketch([.width, .top])
    try sketch.tree.setConstant(70, of: "panel width")
    try sketch.tree.setConstant(75, of: "panel height")
    // 30 narrower, 5 lower.
    sketch.expect("box", 57, 91 + 5, 20, 40)
    sketch.expectClean()
  }

  @Test func flexiblePartsWithoutExtentShareEqually() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("fill") {
      $0.autoresizing = Autoresizing(
        frame: Rect(x: 0, y: 0, width: 300, height: 0),
        parentSize: Size(width: 300, height: 0), flexible: [.left, .right, .top, .height, .bottom])
    }
    // 390 − 300 = 90 is shared by two, 844 by three.
    sketch.expect("fill", 45, 844.0 / 3, 300, 844.0 / 3)
    sketch.expectClean()
  }

  @Test func whatFollowsIsNamedAndRequired() throws {
    let sketch = try Self.sketch([.left, .width, .right])
    var tree = sketch.tree
    tree.layoutIfNeeded()
    let generated = tree.constraintStatuses(of: sketch.view("box"))
    #expect(
      generated.map(\.constraint.identifier) == [
        "box.autoresizing.left", "box.autoresizing.width", "box.autoresizing.top",
        "box.autoresizing.height",
      ])
    #expect(generated.allSatisfy { $0.isGenerated && $0.isActive && $0.isTight })
    #expect(generated.allSatisfy { $0.constraint.priority.isRequired })
    // 20 of 100 and 50 of 100 are shares of the width; along y the bottom alone is flexible.
    #expect(
      generated.map(\.text) == [
        "box.left = panel.left + 0.2 * panel.width", "box.width = 0.5 * panel.width",
        "box.top = panel.top + 10", "box.height = 40",
      ])
    #expect(!tree.constraintIdentifiers.contains { $0.contains("autoresizing") })
  }

  @Test func aConstraintThatContradictsAFrameIsNamedWithIt() throws {
    var sketch = try Self.sketch([])
    sketch.expectClean()
    try sketch.rules("box.width = 60")
    let report = sketch.tree.layoutIfNeeded()
    let conflict = try #require(report?.conflicts.first)
    #expect(report?.conflicts.count == 1)
    #expect(
      Set([conflict.victim] + conflict.others) == ["box.width = 60", "box.autoresizing.width"])
  }

  @Test func framesStayWhereTheyAreWhicheverWayOneReads() throws {
    var sketch = try Self.sketch([.width])
    try sketch.setTraits { $0.direction = .rightToLeft }
    sketch.expect("box", 57, 101, 50, 40)
  }

  @Test func constraintsMayBuildOnAFrame() throws {
    var sketch = try Self.sketch([.left, .width, .right])
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.left = box.right + 4", "label.top = box.top", "label.width = box.width",
      "label.height = 12")
    try sketch.tree.setConstant(300, of: "panel width")
    // The box reaches from 60 to 210.
    sketch.expect("label", 37 + 214, 101, 150, 12)
    try sketch.setProperties(of: "box") { $0.autoresizing?.frame.left = 30 }
    // A narrower frame at 30: 30, 40 and 30 times three, 90 to 210.
    sketch.expect("box", 37 + 90, 101, 120, 40)
    sketch.expect("label", 37 + 214, 101, 120, 12)
    sketch.expectClean()
  }
}

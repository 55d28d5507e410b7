import SnapbackBasics
import SnapbackLayout
import Testing

/// `grid.json5`: nested stacks, and views that appear and disappear with the size class.
@Suite struct GridSceneTests {
  /// Expects the upright form with its corner at (10, top) and images of a width.
  ///
  /// The images should be 90 high at priority 750, and the label at most 22 at 250. As all three
  /// are equal, they are 90. The total is 90 + 30 + 90 + gap + 90.
  private func expectUpright(
    _ scene: inout LaidOut, top: Double, image: Double, gap: Double = 8
  ) {
    let width = 2 * image + 10
    scene.expect("outer", 10, top, width, 300 + gap)
    scene.expect("grid", 10, top, width, 300 + gap)
    scene.expect("upperRow", 10, top, width, 90)
    scene.expect("image1", 10, top, image, 90)
    scene.expect("image2", 20 + image, top, image, 90)
    scene.expect("lowerRow", 10, top + 120, width, 90)
    scene.expect("image3", 10, top + 120, image, 90)
    scene.expect("image4", 20 + image, top + 120, image, 90)
    scene.expect("label", 10, top + 210 + gap, width, 90)
    #expect(!scene.tree.isHidden(scene.view("label")))
    #expect(scene.tree.isHidden(scene.view("notes")))
    scene.expectClean()
  }

  @Test func uprightTheGridHasTheWidthForItself() throws {
    // (390 − 20 − 10) / 2, below 47 + 10.
    var scene = try LaidOut("grid")
    expectUpright(&scene, top: 57, image: 180)
    // (320 − 20 − 10) / 2.
    scene = try LaidOut("grid", Size(width: 320, height: 568)) {
      $0.safeArea = EdgeInsets(top: 20)
    }
    expectUpright(&scene, top: 30, image: 145)
    // (1024 − 20 − 10) / 2.
    scene = try LaidOut("grid", Size(width: 1024, height: 768)) {
      $0.safeArea = EdgeInsets(top: 24, bottom: 20)
    }
    expectUpright(&scene, top: 34, image: 497)
  }

  /// Expects the form for compact heights, on 844 × 390 with a notch.
  private func expectSideways(_ scene: inout LaidOut) {
    // From 47 + 10 to 844 − 57; 90 + 30 + 90 high without the label.
    scene.expect("outer", 57, 10, 730, 210)
    // (730 − 10) / 2, and (360 − 10) / 2 for an image.
    scene.expect("grid", 57, 10, 360, 210)
    scene.expect("image1", 57, 10, 175, 90)
    scene.expect("image2", 242, 10, 175, 90)
    scene.expect("image3", 57, 130, 175, 90)
    scene.expect("image4", 242, 130, 175, 90)
    scene.expect("notes", 427, 10, 360, 210)
    #expect(scene.tree.isHidden(scene.view("label")))
    #expect(!scene.tree.isHidden(scene.view("notes")))
    scene.expectClean()
  }

  private static let notch = EdgeInsets(left: 47, right: 47, bottom: 21)

  @Test func sidewaysTheLabelGoesAndTheTextComes() throws {
    var scene = try LaidOut("grid", Size(width: 844, height: 390)) { $0.safeArea = Self.notch }
    expectSideways(&scene)
    // A smaller phone: (568 − 20 − 10) / 2 = 269 and (269 − 10) / 2 = 129.5.
    scene = try LaidOut("grid", Size(width: 568, height: 320)) { $0.safeArea = .zero }
    scene.expect("outer", 10, 10, 548, 210)
    scene.expect("image1", 10, 10, 129.5, 90)
    scene.expect("image4", 149.5, 130, 129.5, 90)
    scene.expect("notes", 289, 10, 269, 210)
    scene.expectClean()
  }

  @Test func theSizeClassDecidesAndNotTheSize() throws {
    var scene = try LaidOut("grid") { $0.heightClass = .compact }
    // (370 − 10) / 2 = 180 and (180 − 10) / 2 = 85: equal halves take precedence over the images'
    // size.
    scene.expect("grid", 10, 57, 180, 210)
    scene.expect("image2", 105, 57, 85, 90)
    scene.expect("notes", 200, 57, 180, 210)
    scene.expectClean()
  }

  @Test func turningThereAndBackLeavesNothingBehind() throws {
    var scene = try LaidOut("grid")
    let upright = scene.tree.traits
    var sideways = upright
    sideways.safeArea = Self.notch
    for _ in 0..<3 {
      try scene.change {
        try $0.setScreenSize(Size(width: 844, height: 390))
        try $0.setTraits(sideways)
      }
      expectSideways(&scene)
      try scene.change {
        try $0.setScreenSize(Size(width: 390, height: 844))
        try $0.setTraits(upright)
      }
      expectUpright(&scene, top: 57, image: 180)
    }
  }

  @Test func theStandardGapGrowsWithTheText() throws {
    // 8 × 19 / 17 = 8.94, rounded to 9.
    var scene = try LaidOut("grid") { $0.contentSize = .xLarge }
    expectUpright(&scene, top: 57, image: 180, gap: 9)
    // 8 × 53 / 17 = 24.94, rounded to 25; the label needs 62 and has 90.
    scene = try LaidOut("grid") { $0.contentSize = .accessibility5 }
    expectUpright(&scene, top: 57, image: 180, gap: 25)
  }

  @Test func readFromTheRightTheTextIsOnTheLeft() throws {
    var scene = try LaidOut("grid", Size(width: 844, height: 390)) {
      $0.safeArea = Self.notch
      $0.direction = .rightToLeft
    }
    scene.expect("notes", 57, 10, 360, 210)
    scene.expect("grid", 427, 10, 360, 210)
    scene.expect("image1", 612, 10, 175, 90)
    scene.expect("image2", 427, 10, 175, 90)
    scene.expectClean()
  }
}

/// `grid-conflict.json5`: required constraints that contradict each other, by name.
@Suite struct GridConflictSceneTests {
  private static let pins: Set = ["pinLeft", "pinTop", "pinRight", "pinBottom"]

  /// Expects a conflict of one constraint with the pins and the screen, and nothing else.
  private func expectConflict(
    of victims: [String], in scene: LaidOut, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(scene.report.conflicts.map(\.victim) == victims, sourceLocation: place)
    for conflict in scene.report.conflicts {
      #expect(conflict.others.count == 5, sourceLocation: place)
      #expect(Set(conflict.others) == Self.pins.union(["screen"]), sourceLocation: place)
    }
    #expect(scene.report.warnings.count == victims.count, sourceLocation: place)
  }

  private static let sizes = [
    Size(width: 390, height: 844), Size(width: 320, height: 568),
    Size(width: 844, height: 390), Size(width: 1024, height: 768),
  ]

  @Test(arguments: sizes)
  func theAspectGivesWayToThePinsAndTheScreen(_ size: Size) throws {
    var scene = try LaidOut("grid-conflict", size)
    expectConflict(of: ["aspect"], in: scene)
    // 20 from left and right, 40 from top and bottom: the rest is satisfied.
    scene.expect("image", 20, 40, size.width - 40, size.height - 80)
    try scene.change { try $0.setActive(false, of: "aspect") }
    scene.expect("image", 20, 40, size.width - 40, size.height - 80)
    scene.expectClean()
    try scene.change { try $0.setActive(true, of: "aspect") }
    expectConflict(of: ["aspect"], in: scene)
  }

  @Test(arguments: sizes)
  func theSquareInsteadOfTheAspectGivesWayAsWell(_ size: Size) throws {
    var scene = try LaidOut("grid-conflict", size)
    try scene.change {
      try $0.setActive(false, of: "aspect")
      try $0.setActive(true, of: "square")
    }
    expectConflict(of: ["square"], in: scene)
    scene.expect("image", 20, 40, size.width - 40, size.height - 80)
    try scene.change { try $0.setActive(true, of: "aspect") }
    expectConflict(of: ["aspect", "square"], in: scene)
    scene.expect("image", 20, 40, size.width - 40, size.height - 80)
    try scene.change { try $0.setActive(false, ofAll: ["aspect", "square"]) }
    scene.expectClean()
  }

  /// 390 − 40 = 350 wide needs 350 × 226 / 193 = 409.84 of height.
  private static let height = 350.0 * 226.0 / 193.0
  /// 844 − 80 = 764 high needs 764 × 193 / 226 = 652.44 of width.
  private static let width = 764.0 * 193.0 / 226.0

  /// The image's frame without one of its pins, determined by the others and the aspect ratio.
  private static let withoutPins: [(pin: String, frame: Rect)] = [
    ("pinTop", Rect(x: 20, y: 804 - height, width: 350, height: height)),
    ("pinBottom", Rect(x: 20, y: 40, width: 350, height: height)),
    ("pinLeft", Rect(x: 370 - width, y: 40, width: width, height: 764)),
    ("pinRight", Rect(x: 20, y: 40, width: width, height: 764)),
  ]

  @Test(arguments: withoutPins)
  func withoutAnyOneOfThePinsTheOthersHold(_ pin: String, frame: Rect) throws {
    var scene = try LaidOut("grid-conflict")
    try scene.change { try $0.setActive(false, of: pin) }
    scene.expect(
      "image", frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top)
    scene.expectClean()
    try scene.change { try $0.setActive(true, of: pin) }
    expectConflict(of: ["aspect"], in: scene)
    scene.expect("image", 20, 40, 350, 764)
  }

  @Test func onAScreenOfTheRightShapeThereIsNoContradiction() throws {
    // 2 × 193 + 40 by 2 × 226 + 80.
    var scene = try LaidOut("grid-conflict", Size(width: 426, height: 532))
    scene.expect("image", 20, 40, 386, 452)
    scene.expectClean()
    // 400 − 40 by 440 − 80 is a square.
    try scene.change {
      try $0.setScreenSize(Size(width: 400, height: 440))
      try $0.setActive(false, of: "aspect")
      try $0.setActive(true, of: "square")
    }
    scene.expect("image", 20, 40, 360, 360)
    scene.expectClean()
  }
}

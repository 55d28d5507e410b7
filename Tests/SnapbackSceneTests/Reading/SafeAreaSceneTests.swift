import SnapbackBasics
import SnapbackLayout
import Testing

/// `safe-area.json5`: views that reach the edges of the screen, and views that avoid them.
@Suite struct SafeAreaSceneTests {
  private func scene(_ size: Size, _ safeArea: EdgeInsets) throws -> LaidOut {
    try LaidOut("safe-area", size) { $0.safeArea = safeArea }
  }

  @Test func uprightTheBarsReachUnderTheNotchAndTheHomeIndicator() throws {
    var scene = try LaidOut("safe-area")
    scene.expect("background", 0, 0, 390, 844)
    // 47 + 44 at the top, 34 + 49 at the bottom.
    scene.expect("topBar", 0, 0, 390, 91)
    scene.expect("bottomBar", 0, 761, 390, 83)
    // 844 − 91 − 83 = 670; its middle is at 91 + 335 = 426.
    scene.expect("content", 0, 91, 390, 670)
    scene.expect("badge", 147, 378, 96, 96)
    // The sheet ends 10 above the screen's bottom, and 83 − 10 = 73 of it are under the bar.
    scene.expect("sheet", 10, 714, 200, 120)
    scene.expect("note", 10, 714, 200, 47)
    scene.expectClean()
  }

  @Test func sidewaysTheNotchTakesFromBothSides() throws {
    var scene = try scene(
      Size(width: 844, height: 390), EdgeInsets(left: 47, right: 47, bottom: 21))
    scene.expect("background", 0, 0, 844, 390)
    scene.expect("topBar", 0, 0, 844, 44)
    // 21 + 49.
    scene.expect("bottomBar", 0, 320, 844, 70)
    scene.expect("content", 47, 44, 750, 276)
    // The middle is at 422 and 44 + 138 = 182.
    scene.expect("badge", 374, 134, 96, 96)
    // 47 − 10 = 37 at the left and 70 − 10 = 60 at the bottom are unsafe, nothing at the right.
    scene.expect("sheet", 10, 260, 200, 120)
    scene.expect("note", 47, 260, 163, 60)
    scene.expectClean()
  }

  @Test(arguments: [
    // The notch at the left: from 47 to 844, the middle at 445.5; 37 of the sheet are unsafe.
    (EdgeInsets(left: 47, bottom: 21), 47.0, 397.5, 47.0, 163.0),
    // At the right: from 0 to 797, the middle at 398.5; the sheet is far from it.
    (EdgeInsets(right: 47, bottom: 21), 0, 350.5, 10, 200),
  ])
  func aNotchOnOneSideMovesTheMiddle(
    _ safeArea: EdgeInsets, content: Double, badge: Double, note: Double, width: Double
  ) throws {
    var scene = try scene(Size(width: 844, height: 390), safeArea)
    scene.expect("background", 0, 0, 844, 390)
    scene.expect("content", content, 44, 797, 276)
    scene.expect("badge", badge, 134, 96, 96)
    scene.expect("note", note, 260, width, 60)
    scene.expectClean()
  }

  @Test func aStatusBarAloneIsEnoughForATopInset() throws {
    var scene = try scene(Size(width: 320, height: 568), EdgeInsets(top: 20))
    scene.expect("background", 0, 0, 320, 568)
    scene.expect("topBar", 0, 0, 320, 64)
    scene.expect("bottomBar", 0, 519, 320, 49)
    // 568 − 64 − 49 = 455; the middle is at 64 + 227.5 = 291.5.
    scene.expect("content", 0, 64, 320, 455)
    scene.expect("badge", 112, 243.5, 96, 96)
    // 49 − 10 = 39 are under the bar.
    scene.expect("sheet", 10, 438, 200, 120)
    scene.expect("note", 10, 438, 200, 81)
    scene.expectClean()
  }

  @Test func aTabletHasLittleInsetsAtTopAndBottom() throws {
    var scene = try scene(Size(width: 1024, height: 768), EdgeInsets(top: 24, bottom: 20))
    scene.expect("background", 0, 0, 1024, 768)
    scene.expect("topBar", 0, 0, 1024, 68)
    scene.expect("bottomBar", 0, 699, 1024, 69)
    // 768 − 68 − 69 = 631; the middle is at 68 + 315.5 = 383.5.
    scene.expect("content", 0, 68, 1024, 631)
    scene.expect("badge", 464, 335.5, 96, 96)
    // 69 − 10 = 59 are under the bar.
    scene.expect("sheet", 10, 638, 200, 120)
    scene.expect("note", 10, 638, 200, 61)
    scene.expectClean()
  }

  @Test func withoutInsetsOnlyTheBarsTakeSomething() throws {
    var scene = try scene(Size(width: 400, height: 400), .zero)
    scene.expect("content", 0, 44, 400, 307)
    // The middle is at 44 + 153.5.
    scene.expect("badge", 152, 149.5, 96, 96)
    scene.expect("note", 10, 270, 200, 81)
    scene.expectClean()
  }

  @Test func aSafeAreaIsWhatTheViewSharesWithTheUnsafeBand() throws {
    var scene = try LaidOut("safe-area")
    // From the bottom edge of the screen up to 844 − 761 = 83 it is unsafe.
    for (distance, unsafe) in [(0.0, 83.0), (10, 73), (82, 1), (83, 0), (100, 0)] {
      try scene.change { try $0.setConstant(-distance, of: "sheetBottom") }
      let top = 844 - distance - 120
      scene.expect("sheet", 10, top, 200, 120)
      scene.expect("note", 10, top, 200, 120 - unsafe)
      scene.expectClean()
    }
    // At the top, 0 to 91 is unsafe: 41 of a sheet that starts at 50.
    try scene.change { try $0.setConstant(-674, of: "sheetBottom") }
    scene.expect("sheet", 10, 50, 200, 120)
    scene.expect("note", 10, 91, 200, 79)
    scene.expectClean()
  }

  @Test func turningTheScreenGivesWhatANewOneWouldHave() throws {
    var turned = try LaidOut("safe-area")
    var traits = turned.tree.traits
    traits.safeArea = EdgeInsets(left: 47, right: 47, bottom: 21)
    try turned.change {
      try $0.setScreenSize(Size(width: 844, height: 390))
      try $0.setTraits(traits)
    }
    turned.expect("content", 47, 44, 750, 276)
    turned.expect("badge", 374, 134, 96, 96)
    turned.expect("note", 47, 260, 163, 60)
    turned.expectClean()
  }
}

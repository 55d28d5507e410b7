import SnapbackBasics
import SnapbackLayout
import Testing

/// The bundled scenes on screens of three sizes; the frames are computed by hand.
@Suite struct SceneLayoutTests {
  private static let smallPhone = Size(width: 320, height: 568)
  private static let phone = Size(width: 390, height: 844)
  private static let sidewaysPhone = Size(width: 844, height: 390)
  private static let tablet = Size(width: 768, height: 1024)

  // MARK: login
  // The form is 33.5 (title1 has lines of 33.41) + 32 + 48 + 12 + 48 + 24 + 48 = 245.5 high.
  // Within it the fields are at 65.5, 125.5 and 197.5.
  // The advances of "Welcome" in `UIFont` are 114.32, so 114.5.

  @Test func theLoginFormIsInTheMiddleWhileThereIsNoKeyboard() throws {
    // Width 320 − 48 = 272, y (568 − 245.5) / 2 = 161.25.
    var small = try LaidOut("login", Self.smallPhone)
    small.expect("form", 24, 161.25, 272, 245.5)
    small.expect("title", 102.75, 161.25, 114.5, 33.5)
    small.expect("email", 24, 226.75, 272, 48)
    small.expect("password", 24, 286.75, 272, 48)
    small.expect("logIn", 24, 358.75, 272, 48)
    small.expectClean()
    // Width 390 − 48 = 342, y (844 − 245.5) / 2 = 299.25.
    var phone = try LaidOut("login", Self.phone)
    phone.expect("form", 24, 299.25, 342, 245.5)
    phone.expect("title", 137.75, 299.25, 114.5, 33.5)
    phone.expect("email", 24, 364.75, 342, 48)
    phone.expect("password", 24, 424.75, 342, 48)
    phone.expect("logIn", 24, 496.75, 342, 48)
    phone.expectClean()
    // Width 360 as 768 − 48 is more, x (768 − 360) / 2 = 204, y (1024 − 245.5) / 2 = 389.25.
    var tablet = try LaidOut("login", Self.tablet)
    tablet.expect("form", 204, 389.25, 360, 245.5)
    tablet.expect("title", 326.75, 389.25, 114.5, 33.5)
    tablet.expect("email", 204, 454.75, 360, 48)
    tablet.expect("password", 204, 514.75, 360, 48)
    tablet.expect("logIn", 204, 586.75, 360, 48)
    tablet.expectClean()
  }

  @Test func theLoginFormStaysTwentyPointsClearOfTheKeyboard() throws {
    // The keyboard's top is 568 − 253 = 315; the form ends at 295 and begins at 49.5.
    var small = try LaidOut("login", Self.smallPhone) { $0.keyboardHeight = 253 }
    small.expect("form", 24, 49.5, 272, 245.5)
    small.expect("title", 102.75, 49.5, 114.5, 33.5)
    small.expect("logIn", 24, 247, 272, 48)
    small.expectClean()
    // 844 − 336 − 20 = 488.
    var phone = try LaidOut("login", Self.phone) { $0.keyboardHeight = 336 }
    phone.expect("form", 24, 242.5, 342, 245.5)
    phone.expect("email", 24, 308, 342, 48)
    phone.expect("logIn", 24, 440, 342, 48)
    phone.expectClean()
    // 1024 − 313 − 20 = 691 is below the centered form's end, 634.75: the form does not move.
    var tablet = try LaidOut("login", Self.tablet) { $0.keyboardHeight = 313 }
    tablet.expect("form", 204, 389.25, 360, 245.5)
    tablet.expectClean()
  }

  @Test func theKeyboardComesAndGoes() throws {
    var scene = try LaidOut("login", Self.phone)
    var traits = scene.tree.traits
    traits.keyboardHeight = 336
    try scene.change { try $0.setTraits(traits) }
    scene.expect("form", 24, 242.5, 342, 245.5)
    traits.keyboardHeight = 0
    try scene.change { try $0.setTraits(traits) }
    scene.expect("form", 24, 299.25, 342, 245.5)
    // Without a keyboard its guide is at the bottom of the safe area: 844 − 300 − 20 = 524.
    traits.safeArea.bottom = 300
    try scene.change { try $0.setTraits(traits) }
    scene.expect("form", 24, 278.5, 342, 245.5)
    scene.expectClean()
  }

  // MARK: todo
  // Twelve rows of 44 and eleven gaps of 1 are 539 high; row n is at 45 × (n − 1).
  // "Packing List" is a headline of 17 points: 20.287 high, so 61 thirds, and 293 thirds wide.

  @Test(arguments: [smallPhone, phone, sidewaysPhone])
  func theListFillsWhatTheBarLeaves(_ size: Size) throws {
    var scene = try LaidOut("todo", size)
    for height in [60.0, 200, 60] {
      try scene.change { try $0.setConstant(height, of: "barHeight") }
      scene.expect("bar", 0, 0, size.width, height)
      scene.expect("title", (size.width - 293.0 / 3) / 2, 30 - 61.0 / 6, 293.0 / 3, 61.0 / 3)
      scene.expect("list", 0, height, size.width, size.height - height)
      scene.expect("rows", 0, height, size.width, 539)
      for row in 1...12 {
        scene.expect("row\(row)", 0, height + 45 * Double(row - 1), size.width, 44)
      }
      #expect(
        scene.tree.contentSize(of: scene.view("list")) == Size(width: size.width, height: 539))
      scene.expectClean()
    }
  }

  @Test func theListUnderAnOpenBarInNumbers() throws {
    var small = try LaidOut("todo", Self.smallPhone)
    small.expect("list", 0, 60, 320, 508)
    small.expect("row12", 0, 555, 320, 44)
    try small.change { try $0.setConstant(200, of: "barHeight") }
    small.expect("list", 0, 200, 320, 368)
    small.expect("row12", 0, 695, 320, 44)
    var phone = try LaidOut("todo", Self.phone)
    phone.expect("list", 0, 60, 390, 784)
    try phone.change { try $0.setConstant(200, of: "barHeight") }
    phone.expect("list", 0, 200, 390, 644)
    phone.expect("title", 195 - 293.0 / 6, 30 - 61.0 / 6, 293.0 / 3, 61.0 / 3)
    var sideways = try LaidOut("todo", Self.sidewaysPhone)
    sideways.expect("list", 0, 60, 844, 330)
    try sideways.change { try $0.setConstant(200, of: "barHeight") }
    sideways.expect("list", 0, 200, 844, 190)
  }

  // MARK: title
  // The bar is at 50 and ends 20 before the screen: widths 250, 320 and 698. The title has 80.

  @Test func aMultiplierActsInTheCoordinatesOfTheBar() throws {
    // 0.5 × 250 / 2 = 62.5 within the bar, less 40 for half the title, and the bar's 50: 72.5.
    // 1.5 × 250 / 2 = 187.5: 197.5.
    var small = try LaidOut("title", Self.smallPhone)
    small.expect("bar", 50, 70, 250, 100)
    small.expect("title", 72.5, 105, 80, 30)
    small.expectClean()
    try small.change {
      try $0.setActive(false, of: "early")
      try $0.setActive(true, of: "late")
    }
    small.expect("title", 197.5, 105, 80, 30)
    small.expectClean()
    // 0.5 × 160 = 80 and 1.5 × 160 = 240: 90 and 250.
    var phone = try LaidOut("title", Self.phone)
    phone.expect("title", 90, 105, 80, 30)
    try phone.change {
      try $0.setActive(true, of: "late")
      try $0.setActive(false, of: "early")
    }
    phone.expect("title", 250, 105, 80, 30)
    phone.expectClean()
    // 0.5 × 349 = 174.5 and 1.5 × 349 = 523.5: 184.5 and 533.5.
    var tablet = try LaidOut("title", Self.tablet)
    tablet.expect("bar", 50, 70, 698, 100)
    tablet.expect("title", 184.5, 105, 80, 30)
    try tablet.change {
      try $0.remove("early")
      try $0.setActive(true, of: "late")
    }
    tablet.expect("title", 533.5, 105, 80, 30)
    tablet.expectClean()
  }

  @Test(arguments: [smallPhone, phone, tablet])
  func aTitleThatNothingHoldsFallsToTheEdgeOfItsBarAndIsReported(_ size: Size) throws {
    var scene = try LaidOut("title", size)
    try scene.change { try $0.remove("early") }
    // At 0 within the bar, which is at 50.
    scene.expect("title", 50, 105, 80, 30)
    #expect(scene.report.warnings == [])
    var tree = scene.tree
    let ambiguities = tree.ambiguities()
    #expect(ambiguities.map(\.view) == [scene.view("title")])
    #expect(ambiguities.map(\.attributes) == [[.left]])
    #expect(ambiguities.map(\.cause) == [.missing])
    try scene.change { try $0.setActive(true, of: "late") }
    scene.expectClean()
  }

  // MARK: detail
  // The labels are 34 + 10 + 22 + 10 + 18 = 94 high and 200 wide; with the picture of 240 × 160
  // above them 160 + 10 + 94 = 264.

  @Test func theDetailPageIsCenteredOnAPhoneHeldUpright() throws {
    // Margins of 16: 358 wide, the middle is at 195.
    var scene = try LaidOut("detail", Self.phone)
    scene.expect("page", 16, 20, 358, 264)
    scene.expect("picture", 75, 20, 240, 160)
    scene.expect("labels", 95, 190, 200, 94)
    scene.expect("title", 95, 190, 200, 34)
    scene.expect("subtitle", 120, 234, 150, 22)
    scene.expect("date", 150, 266, 90, 18)
    scene.expectClean()
    // The middle is at 160.
    var small = try LaidOut("detail", Self.smallPhone)
    small.expect("page", 16, 20, 288, 264)
    small.expect("picture", 40, 20, 240, 160)
    small.expect("subtitle", 85, 234, 150, 22)
    small.expectClean()
  }

  @Test func theLabelsAreBesideThePictureOnAPhoneHeldSideways() throws {
    // 844 − 32 = 812 wide; the labels have 812 − 240 − 10 = 562, from 16 + 240 + 10 = 266 on.
    var scene = try LaidOut("detail", Self.sidewaysPhone)
    scene.expect("page", 16, 20, 812, 160)
    scene.expect("picture", 16, 20, 240, 160)
    scene.expect("labels", 266, 20, 562, 94)
    scene.expect("title", 266, 20, 200, 34)
    scene.expect("subtitle", 266, 64, 150, 22)
    scene.expect("date", 266, 96, 90, 18)
    scene.expectClean()
    // A large phone has a regular width and margins of 20: 932 − 40 − 250 = 642.
    var large = try LaidOut("detail", Size(width: 932, height: 430))
    large.expect("page", 20, 20, 892, 160)
    large.expect("labels", 270, 20, 642, 94)
    large.expectClean()
  }

  @Test func theDetailPageBeginsWhereReadingDoesOnATablet() throws {
    // Margins of 20.
    var scene = try LaidOut("detail", Self.tablet)
    scene.expect("page", 20, 20, 728, 264)
    scene.expect("picture", 20, 20, 240, 160)
    scene.expect("labels", 20, 190, 200, 94)
    scene.expect("subtitle", 20, 234, 150, 22)
    scene.expect("date", 20, 266, 90, 18)
    scene.expectClean()
    // From the right, everything ends at 748.
    var mirrored = try LaidOut("detail", Self.tablet) { $0.direction = .rightToLeft }
    mirrored.expect("picture", 508, 20, 240, 160)
    mirrored.expect("labels", 548, 190, 200, 94)
    mirrored.expect("date", 658, 266, 90, 18)
    mirrored.expectClean()
  }

  @Test func turningAPhoneTurnsThePage() throws {
    var scene = try LaidOut("detail", Self.phone)
    try scene.change { try $0.setScreenSize(Self.sidewaysPhone) }
    scene.expect("labels", 266, 20, 562, 94)
    scene.expectClean()
    try scene.change { try $0.setScreenSize(Self.phone) }
    scene.expect("labels", 95, 190, 200, 94)
    scene.expect("page", 16, 20, 358, 264)
    scene.expectClean()
  }

  // MARK: zoom

  @Test func theZoomIsAShareOfTheScreenPlusAConstant() throws {
    // 160 and 142, and 100 more; the button's corner is 8 inside: 240 − 8 − 44 = 188 and
    // 355 − 8 − 44 = 303.
    var small = try LaidOut("zoom", Self.smallPhone)
    small.expect("zoom", 80, 213, 160, 142)
    small.expect("button", 188, 303, 44, 44)
    small.expectClean()
    try small.setZoom(100)
    small.expect("zoom", 30, 163, 260, 242)
    small.expect("button", 238, 353, 44, 44)
    small.expectClean()
    // 195 and 211.
    var phone = try LaidOut("zoom", Self.phone)
    phone.expect("zoom", 97.5, 316.5, 195, 211)
    phone.expect("button", 240.5, 475.5, 44, 44)
    phone.expectClean()
    try phone.setZoom(100)
    phone.expect("zoom", 47.5, 266.5, 295, 311)
    phone.expect("button", 290.5, 525.5, 44, 44)
    phone.expectClean()
    // 384 and 256.
    var tablet = try LaidOut("zoom", Self.tablet)
    tablet.expect("zoom", 192, 384, 384, 256)
    tablet.expect("button", 524, 588, 44, 44)
    tablet.expectClean()
    try tablet.setZoom(100)
    tablet.expect("zoom", 142, 334, 484, 356)
    tablet.expect("button", 574, 638, 44, 44)
    tablet.expectClean()
    try tablet.setZoom(0)
    tablet.expect("zoom", 192, 384, 384, 256)
  }

  // MARK: stack

  @Test func fourViewsShareARowAndThreeWithoutTheLast() throws {
    // The margins leave 288, 358 and 728; less three gaps of 8 and by four: 66, 83.5 and 176. Less
    // two gaps and by three: 272 / 3, 114 and 712 / 3.
    let rows: [(Size, Double, Double, Double, Double)] = [
      (Self.smallPhone, 16, 224, 66, 272.0 / 3), (Self.phone, 16, 362, 83.5, 114),
      (Self.tablet, 20, 452, 176, 712.0 / 3),
    ]
    for (size, x, y, quarter, third) in rows {
      var scene = try LaidOut("stack", size)
      scene.expect("row", x, y, size.width - 2 * x, 120)
      for (place, view) in ["one", "two", "three", "last"].enumerated() {
        scene.expect(view, x + Double(place) * (quarter + 8), y, quarter, 120)
      }
      scene.expectClean()
      try scene.change { try $0.setHidden(true, of: ViewID(index: 5)) }
      for (place, view) in ["one", "two", "three"].enumerated() {
        scene.expect(view, x + Double(place) * (third + 8), y, third, 120)
      }
      // At its entry position: at the end, with no width.
      scene.expect("last", size.width - x, y, 0, 120)
      scene.expectClean()
    }
  }

  // MARK: width

  @Test func theBoxGrowsAndShrinksAboutItsMiddle() throws {
    let middles = [
      (Self.smallPhone, 160.0, 284.0), (Self.phone, 195, 422), (Self.tablet, 384, 512),
    ]
    for (size, x, y) in middles {
      var scene = try LaidOut("width", size)
      scene.expect("box", x - 50, y - 50, 100, 100)
      try scene.change { try $0.setConstant(200, of: "boxWidth") }
      scene.expect("box", x - 100, y - 50, 200, 100)
      try scene.change { try $0.setConstant(100, of: "boxWidth") }
      scene.expect("box", x - 50, y - 50, 100, 100)
      scene.expectClean()
    }
  }
}

extension LaidOut {
  fileprivate mutating func setZoom(_ constant: Double) throws {
    try change {
      try $0.setConstant(constant, of: "zoomWidth")
      try $0.setConstant(constant, of: "zoomHeight")
    }
  }
}

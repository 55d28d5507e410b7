import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The inset of scroll views under the keyboard.
///
/// The expected insets are the heights that rectangles share, computed by hand: a keyboard of 336
/// points on a screen of 800 begins at 464.
@Suite struct KeyboardInsetTests {
  /// A view of 500 points at `top` whose content has 1200 points and a field from 560 to 600.
  private static func scene(_ keys: String, top: Double = 100, screen: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, \(screen) },
      views: [ { id: "form", scroll: true, views: [ { id: "cells", views: [ { id: "field" } ] } ] },
        { id: "bar" } ],
      constraints: [ "form.left = 0", "form.top = \(top)", "form.width = 400",
        "form.height = 500", { format: "H:|[cells(400)]|", in: "form" },
        { format: "V:|[cells(1200)]|", in: "form" }, "field.left = cells.left",
        "field.width = 400", "field.top = cells.top + 560", "field.height = 40",
        "bar.left = 0", "bar.width = 400", "bar.height = 50", "bar.bottom = screen.keyboard.top" ],
      gestures: [ { scroll: "form", \(keys) } ] }
    """
  }

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("cells", seconds).frame.top
  }

  /// The end of the range of the offset.
  private func end(_ driver: inout EngineDriver, _ seconds: Double) throws -> Double {
    let rect = Rect(x: 0, y: 5000, width: 1, height: 1)
    try driver.apply([.scrollToVisible("form", .rect(rect))], nil, seconds)
    return offset(&driver, seconds)
  }

  @Test(arguments: [
    // Without a keyboard, the end is at 1200 − 500.
    ("avoidsKeyboard: true", 100.0, 0.0, 700.0),
    // The view ends at 600, 136 points below the top of the keyboard.
    ("avoidsKeyboard: true", 100, 336, 836), ("", 100, 336, 700),
    ("avoidsKeyboard: true, contentInset: { bottom: 30 }", 100, 336, 866),
    // A keyboard of 200 points begins at 600, one of 210 at 590.
    ("avoidsKeyboard: true", 100, 200, 700), ("avoidsKeyboard: true", 100, 210, 710),
    // The keyboard covers the whole view, which then shows the content after its end.
    ("avoidsKeyboard: true", 300, 600, 1200),
    // Of a safe area of 34 points and the keyboard, the larger one counts.
    ("avoidsKeyboard: true, addsSafeArea: true", 300, 336, 1036),
    ("avoidsKeyboard: true, addsSafeArea: true", 300, 20, 734),
  ])
  func theCoveredPartIsAnInset(
    keys: String, top: Double, keyboard: Double, end: Double
  ) throws {
    let screen = "safeArea: { bottom: 34 }"
    var driver = try EngineDriver(scene: Self.scene(keys, top: top, screen: screen))
    try driver.apply([.keyboardHeight(keyboard)], nil, 0)
    #expect(try self.end(&driver, 0) == end)
    // The same holds for a scene that begins with the keyboard.
    let shown = screen + ", keyboardHeight: \(keyboard)"
    driver = try EngineDriver(scene: Self.scene(keys, top: top, screen: shown))
    #expect(try self.end(&driver, 0) == end)
  }

  @Test func noConstraintHasToDependOnTheKeyboard() throws {
    let scene = Self.scene("avoidsKeyboard: true")
      .replacing("screen.keyboard.top", with: "screen.bottom")
    var driver = try EngineDriver(scene: scene)
    try driver.apply([.keyboardHeight(336)], nil, 0)
    #expect(try end(&driver, 0) == 836)
    try driver.apply([.keyboardHeight(0)], .curve(.linear, duration: 1), 1)
    #expect(abs(offset(&driver, 1.5) - 768) < 1e-9)
    #expect(offset(&driver, 2) == 700)
  }

  @Test func oneChangeShowsTheKeyboardAndTheField() throws {
    var driver = try EngineDriver(scene: Self.scene("avoidsKeyboard: true"))
    try driver.apply(
      [.keyboardHeight(336), .scrollToVisible("form", .view("field"))],
      .curve(.linear, duration: 0.5), 0)
    // The field ends at 600, and comes to 364 points below the top of the view.
    #expect(abs(offset(&driver, 0.25) - 118) < 1e-9)
    #expect(offset(&driver, 0.5) == 236)
    #expect(driver.see("field", 0.5).toScreen.ty + 40 == 464)
    // The bar moves with the keyboard, in the same time.
    #expect(driver.see("bar", 0.5).frame.bottom == 464)
    try driver.apply([.keyboardHeight(0)], .curve(.linear, duration: 0.5), 1)
    #expect(offset(&driver, 2) == 236)
  }

  @Test func contentThatAFingerHoldsStaysUnderIt() throws {
    var driver = try EngineDriver(scene: Self.scene("avoidsKeyboard: true"))
    try driver.apply([.keyboardHeight(336)], nil, 0)
    #expect(try end(&driver, 0) == 836)
    let start = Point(x: 200, y: 200)
    driver.drag(from: start, to: start + Vector(dx: 0, dy: 20), 1...1.2)
    #expect(abs(offset(&driver, 1.2) - 826) < 1e-9)
    try driver.apply([.keyboardHeight(0)], .curve(.linear, duration: 0.2), 1.3)
    #expect(abs(offset(&driver, 1.6) - 826) < 1e-6)
    driver.lift(1.7)
    #expect(driver.rest(of: "cells", after: 1.7).frame.top == -700)
  }
}

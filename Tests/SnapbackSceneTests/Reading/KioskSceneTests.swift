import SnapbackBasics
import SnapbackLayout
import Testing

/// The layout of the scene `kiosk-app` on a phone, a tablet and a wide panel, computed by hand.
///
/// Lines of the styles `headline` and `body` are 21 points high, and lines of `footnote` 16. A card
/// has 8 points around its picture, whose height is 0.46 of its width, and 69 points of texts and
/// gaps below the picture; so has the frame of the photo, with 0.68.
@Suite struct KioskSceneTests {
  @Test func aPhoneHasOneColumnOfCards() throws {
    var phone = try LaidOut("kiosk-app", Size(width: 390, height: 844))
    phone.expectClean()
    // 0.46 · 342 = 157.32, and 77 more.
    let (first, second) = (phone.frame("card1"), phone.frame("card2"))
    #expect(abs(first.right - first.left - 358) < 1e-6)
    #expect(abs(first.bottom - first.top - 234.32) < 1e-6)
    #expect(abs(second.left - first.left) < 1e-6)
    #expect(abs(second.top - first.top - 250.32) < 1e-6)
    phone.expect("header", 0, 0, 390, 132)
    phone.expect("sheet", 0, 284, 390, 560)
    phone.expect("tabs", 0, 764, 390, 80)
    phone.expect("tabGallery", 130, 764, 130, 80)
    phone.expect("pill", 33, 776, 64, 32)
    // The other tabs are at the right. 0.68 · 342 = 232.56.
    phone.expect("frame", 406, 148, 358, 309.56)
    phone.expect("swatches", 406, 473.56, 358, 80)
    phone.expect("relock", 796, 311, 358, 56)
    // 0.75 · 334 = 250.5, and 56 more for the rim and the caption.
    phone.expect("photo", 16, 268.75, 358, 306.5)
    phone.expect("wall", 0, 0, 390, 844)
    phone.expect("knob", 37, 713, 62, 62)
  }

  @Test func aTabletHasTwoColumnsOfCards() throws {
    var tablet = try LaidOut("kiosk-app", Size(width: 768, height: 1024))
    tablet.expectClean()
    // (768 - 64 - 16) / 2 = 344, and 0.46 · 328 + 77 = 227.88.
    let (first, second, third) = (
      tablet.frame("card1"), tablet.frame("card2"), tablet.frame("card3")
    )
    #expect(abs(first.left - 32) < 1e-6 && abs(first.right - 376) < 1e-6)
    #expect(abs(second.left - 392) < 1e-6 && abs(second.top - first.top) < 1e-6)
    #expect(abs(third.top - first.top - 243.88) < 1e-6)
    tablet.expect("sheet", 64, 464, 640, 560)
    tablet.expect("tabs", 0, 944, 768, 80)
    tablet.expect("tabGallery", 304, 944, 160, 80)
    // 0.68 · 624 + 77 = 501.32
    tablet.expect("frame", 832, 148, 640, 501.32)
    tablet.expect("photo", 64, 253, 640, 518)
    tablet.expect("track", 221, 888, 326, 72)
  }

  @Test func aWidePanelHasCardsOfALimitedWidth() throws {
    var panel = try LaidOut("kiosk-app", Size(width: 1280, height: 800))
    panel.expectClean()
    let (first, second) = (panel.frame("card1"), panel.frame("card2"))
    #expect(abs(first.left - 120) < 1e-6 && abs(first.right - 632) < 1e-6)
    #expect(abs(first.bottom - first.top - 305.16) < 1e-6)
    #expect(abs(second.left - 648) < 1e-6 && abs(second.right - 1160) < 1e-6)
    panel.expect("sheet", 320, 240, 640, 560)
    // The swatches end 160 points above the lower edge, so the frame is 396 points high, and the
    // picture in it 319.
    let width = 319 / 0.68 + 16
    panel.expect("frame", 1280 + (1280 - width) / 2, 148, width, 396)
    panel.expect("swatches", 1280 + (1280 - width) / 2, 560, width, 80)
    panel.expect("photo", 320, 141, 640, 518)
    panel.expect("track", 477, 664, 326, 72)
  }
}

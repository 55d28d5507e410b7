import Testing

@testable import SnapbackReplay

/// Names of event types and codes, with the numbers of linux/input-event-codes.h.
@Suite struct EventNameTests {
  @Test(
    arguments: [
      ("EV_SYN", 0x00, "SYN_REPORT", 0), ("EV_SYN", 0x00, "SYN_MT_REPORT", 2),
      ("EV_SYN", 0x00, "SYN_DROPPED", 3), ("EV_KEY", 0x01, "BTN_TOUCH", 0x14A),
      ("EV_KEY", 0x01, "KEY_ESC", 1), ("EV_REL", 0x02, "REL_X", 0),
      ("EV_REL", 0x02, "REL_WHEEL", 8),
      ("EV_ABS", 0x03, "ABS_X", 0), ("EV_ABS", 0x03, "ABS_MT_SLOT", 0x2F),
      ("EV_ABS", 0x03, "ABS_MT_TRACKING_ID", 0x39), ("EV_MSC", 0x04, "MSC_SERIAL", 0),
      ("EV_MSC", 0x04, "MSC_SCAN", 4), ("EV_MSC", 0x04, "MSC_TIMESTAMP", 5),
      ("EV_SW", 0x05, "SW_LID", 0), ("EV_SW", 0x05, "SW_TABLET_MODE", 1),
      ("EV_LED", 0x11, "LED_CAPSL", 1), ("EV_SND", 0x12, "SND_BELL", 1),
      ("EV_SND", 0x12, "SND_TONE", 2), ("EV_REP", 0x14, "REP_PERIOD", 1),
    ] as [(String, UInt16, String, UInt16)])
  func aNameIsItsNumber(typeName: String, type: UInt16, codeName: String, code: UInt16) {
    #expect(EventNames.type(typeName) == type)
    #expect(EventNames.code(codeName, type: type) == code)
    // The name belongs to no other type.
    for other in 0...0x1F as ClosedRange<UInt16> where other != type {
      #expect(EventNames.code(codeName, type: other) == nil, "\(other)")
    }
  }

  @Test func fourHexadecimalDigitsAreTheirNumber() {
    #expect(EventNames.type("0004") == 4 && EventNames.type("0020") == nil)
    #expect(EventNames.code("014a", type: 1) == 0x14A && EventNames.code("14a", type: 1) == nil)
    #expect(EventNames.code("MSC_SCAM", type: 4) == nil && EventNames.type("EV_MS") == nil)
  }
}

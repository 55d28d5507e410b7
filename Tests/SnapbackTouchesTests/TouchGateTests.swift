import SnapbackBasics
import SnapbackTouches
import Testing

@Suite struct TouchGateTests {
  private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: 1 + seconds) }

  @Test func itClosesWhenAPenComesAndOpensAfterItHasLeft() {
    var gate = TouchGate()
    #expect(gate.isOpen)
    let (far, near) = (
      gate.follow(penIsNear: false, at: at(0)), gate.follow(penIsNear: true, at: at(0.1))
    )
    #expect(!far && near && !gate.isOpen)
    let (again, whileNear) = (
      gate.follow(penIsNear: true, at: at(0.2)), gate.opens(at: at(100))
    )
    #expect(!again && !whileNear)
    let leaves = gate.follow(penIsNear: false, at: at(1))
    let (early, late, once) = (
      gate.opens(at: at(1.089)), gate.opens(at: at(1.0901)), gate.opens(at: at(1.1))
    )
    #expect(!leaves && !early && late && !once && gate.isOpen)
  }

  @Test func aPenThatComesBackKeepsItClosed() {
    var gate = TouchGate()
    _ = gate.follow(penIsNear: true, at: at(0))
    _ = gate.follow(penIsNear: false, at: at(1))
    let closes = gate.follow(penIsNear: true, at: at(1.05))
    let opens = gate.opens(at: at(2))
    // The touches were cancelled before.
    #expect(!closes && !opens && !gate.isOpen)
  }

  @Test(arguments: [TestDevice.slots, TestDevice.lists, TestDevice.single])
  func contactsThatAreCancelledAreIgnoredUntilTheyLift(_ device: DeviceProfile) throws {
    var script = try #require(EventScript(device))
    let isList = !device.hasSlots && device.axis(EventCode.multitouchX) != nil
    let end = isList ? [contactEnd] : []
    let isSingle = device.axis(EventCode.multitouchX) == nil
    func place(_ x: Int32) -> [EventScript.Event] {
      isSingle ? [absolute(0, x), absolute(1, 50)] : [atX(x), atY(50)]
    }
    let down = device.hasSlots ? [id(1)] : []
    #expect(
      script.frame(after: 0.01, down + place(100) + [key(EventCode.touch, 1)] + end)
        .contains("began"))
    let lost = script.decoder.cancelAll(at: script.time)
    #expect(lost?.contacts.map(\.phase) == [.cancelled])
    #expect(script.frame(after: 0.01, place(110) + end) == "")
    let up = device.hasSlots ? [id(-1)] : []
    _ = script.frame(after: 0.01, up + [key(EventCode.touch, 0)])
    let again = device.hasSlots ? [id(2)] : []
    #expect(
      script.frame(after: 0.01, again + place(120) + [key(EventCode.touch, 1)] + end)
        .contains("began (12.0, 5.0)"))
  }
}

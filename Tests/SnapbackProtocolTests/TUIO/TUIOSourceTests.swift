import SnapbackBasics
import Testing
@testable import SnapbackProtocol

@Suite struct TUIOSourceTests {
  private func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  private func contact(
    _ id: UInt64, _ phase: ContactPhase, _ x: Double, _ y: Double
  ) -> TouchContact {
    TouchContact(id: id, phase: phase, position: Point(x: x, y: y))
  }

  private func source(_ width: Double = 400, _ height: Double = 800) -> TUIOSource {
    var source = TUIOSource(name: "test")
    source.setScreen(Size(width: width, height: height))
    return source
  }

  private func read(_ datagrams: [[UInt8]]) throws -> Datagram {
    let bytes = try #require(datagrams.first)
    return try #require(Datagram(bytes))
  }

  @Test func aBundleHasSourceAliveSetsAndFseqInThisOrder() throws {
    var source = source()
    let bytes = source.handle(
      [contact(1, .began, 100, 200), contact(2, .began, 400, 0)], at: moment(1))
    let bundle = try #require(Datagram(bytes[0]))
    #expect(bytes.count == 1)
    #expect(bundle.order == ["source", "alive", "set", "set", "fseq"])
    #expect(bundle.source == "test")
    #expect(bundle.alive == [1, 2])
    #expect(bundle.sequence == 1)
    #expect(
      bundle.cursors == [
        .init(number: 1, x: 0.25, y: 0.25, dx: 0, dy: 0, acceleration: 0),
        .init(number: 2, x: 1, y: 0, dx: 0, dy: 0, acceleration: 0),
      ])
  }

  /// By hand: a tenth of the width in 0.1 s is 1 axis per second, and reaching it from rest in that
  /// time is 10 per second squared; then 3 and 4 axes per second have the length 5.
  @Test func velocityIsAxesPerSecondAndAccelerationItsChange() throws {
    var source = source(100, 100)
    _ = source.handle([contact(1, .began, 10, 10)], at: moment(1))
    var bundle = try read(source.handle([contact(1, .moved, 20, 10)], at: moment(1.1)))
    #expect((bundle.cursors[0].dx - 1).magnitude < 1e-6)
    #expect(bundle.cursors[0].dy == 0)
    #expect((bundle.cursors[0].acceleration - 10).magnitude < 1e-5)
    bundle = try read(source.handle([contact(1, .moved, 50, 50)], at: moment(1.2)))
    #expect((bundle.cursors[0].dx - 3).magnitude < 1e-5)
    #expect((bundle.cursors[0].dy - 4).magnitude < 1e-5)
    #expect((bundle.cursors[0].acceleration - 40).magnitude < 1e-3)
    #expect(source.isMoving)
    bundle = try read(source.rest())
    #expect(bundle.cursors == [.init(number: 1, x: 0.5, y: 0.5, dx: 0, dy: 0, acceleration: 0)])
    #expect(!source.isMoving)
  }

  @Test func aContactThatIsNotSpokenOfRestsAfterATenthOfASecond() throws {
    var source = source(100, 100)
    _ = source.handle([contact(1, .began, 10, 10), contact(2, .began, 20, 10)], at: moment(1))
    _ = source.handle([contact(1, .moved, 20, 10), contact(2, .moved, 30, 10)], at: moment(1.1))
    for (time, isStill) in [(1.15, false), (1.19, false), (1.21, true), (1.3, true)] {
      let told = source.handle([contact(2, .moved, 30 + time, 10)], at: moment(time))
      let bundle = try read(told)
      #expect((bundle.cursors[0].dx == 0) == isStill)
      #expect(bundle.cursors[0].x == 0.2)
      #expect(bundle.cursors[1].dx != 0)
    }
  }

  @Test func twoReportsOfOneMomentDivideByNothing() throws {
    var source = source(100, 100)
    _ = source.handle([contact(1, .began, 10, 10)], at: moment(1))
    for time in [1, 1, 0.5] {
      let bundle = try read(source.handle([contact(1, .moved, 30, 10)], at: moment(time)))
      #expect(bundle.cursors[0].dx == 0)
      #expect(bundle.cursors[0].x == 0.3)
    }
  }

  @Test func whatLiftsOrIsCancelledIsAliveNoLonger() throws {
    var source = source()
    _ = source.handle((1...3).map { contact($0, .began, 1, 1) }, at: moment(1))
    var bundle = try read(source.handle([contact(1, .ended, 1, 1)], at: moment(2)))
    #expect(bundle.alive == [2, 3])
    bundle = try read(source.handle([contact(3, .cancelled, 1, 1)], at: moment(3)))
    #expect(bundle.alive == [2])
    #expect(bundle.cursors.map(\.number) == [2])
    bundle = try read(source.clear())
    #expect(bundle.alive.isEmpty && bundle.cursors.isEmpty)
    #expect(bundle.sequence == 4)
  }

  @Test func aContactWhoseBeginningWasMissedBeginsWhenItMoves() throws {
    var source = source()
    let bundle = try read(source.handle([contact(9, .moved, 40, 80)], at: moment(1)))
    #expect(bundle.alive == [9])
    #expect(bundle.cursors[0].dx == 0)
  }

  @Test func aRepetitionSaysTheSameWithTheNumberMinusOne() throws {
    var source = source()
    let said = try read(source.handle([contact(7, .began, 40, 80)], at: moment(1)))
    let again = try read(source.repetition())
    #expect(again.sequence == -1)
    #expect(again.alive == said.alive)
    #expect(again.cursors == said.cursors)
    #expect(Datagram(source.clear()[0])?.sequence == 2)
  }

  @Test func theSequenceGoesOnFromOneAtItsEnd() {
    var source = TUIOSource(name: "test", sequence: .max - 1)
    let numbers = (0..<4).compactMap { _ in Datagram(source.clear()[0])?.sequence }
    #expect(numbers == [.max - 1, .max, 1, 2])
  }

  @Test func anyNumberOfContactsFitsIntoDatagrams() throws {
    for count in [0, 1, 10, 15, 16, 20, 21, 50, 199, 200, 201, 300] {
      var source = TUIOSource(name: String(repeating: "n", count: 100))
      source.setScreen(Size(width: 1000, height: 1000))
      let contacts = (0..<count).map { contact(UInt64($0), .began, Double($0), 0) }
      let bundles = source.handle(contacts, at: moment(1))
      let told = min(count, TUIOSource.contactLimit)
      #expect(source.omitted == UInt64(count - told))
      var numbers: [Int32] = []
      for (index, bytes) in bundles.enumerated() {
        #expect(bytes.count <= TUIOSource.datagramLimit)
        let bundle = try #require(Datagram(bytes))
        #expect(bundle.alive.count == told)
        #expect(bundle.sequence == Int32(index + 1))
        #expect(bundle.source?.count == TUIOSource.nameLimit)
        numbers += bundle.cursors.map(\.number)
      }
      #expect(numbers == (0..<told).map { Int32($0) })
    }
  }

  /// By hand: the bundle's head has 16 bytes, `source` with a name of 20 characters 52, `alive`
  /// with 22 numbers 140, `fseq` 32, and each `set` 56. The total is 1472, the maximum of a
  /// datagram; a name with four more characters exceeds it.
  @Test func aDatagramIsFilledToItsLastByte() {
    let contacts = (0..<22).map { contact(UInt64($0), .began, Double($0), 0) }
    for (length, sizes) in [(20, [1472]), (24, [1420, 300])] {
      var source = TUIOSource(name: String(repeating: "n", count: length))
      source.setScreen(Size(width: 100, height: 100))
      let bundles = source.handle(contacts, at: moment(1))
      #expect(bundles.map(\.count) == sizes)
    }
  }

  /// Contacts of two devices and injected ones share their low bits.
  @Test func twoContactsNeverHaveOneNumber() throws {
    var source = source()
    var random = SeededGenerator(seed: 5)
    var down: [UInt64: Int32] = [:]
    var recent: [Int32] = []
    for _ in 0..<3000 {
      let id = UInt64.random(in: 0..<8, using: &random) << 32 + .random(in: 0..<4, using: &random)
      let phase: ContactPhase = down[id] == nil ? .began : .ended
      let bundle = try read(source.handle([contact(id, phase, 1, 1)], at: moment(1)))
      #expect(Set(bundle.alive).count == bundle.alive.count)
      #expect(bundle.alive.allSatisfy { $0 >= 0 })
      if phase == .ended {
        let removed = down.removeValue(forKey: id)
        let number = try #require(removed)
        #expect(!bundle.alive.contains(number))
      } else {
        let new = Set(bundle.alive).subtracting(down.values)
        #expect(new.count == 1)
        let number = try #require(new.first)
        #expect(!recent.contains(number), "a number that was another contact's just before")
        recent.append(number)
        down[id] = number
      }
    }
  }

  @Test func aNumberOfThirtyOneBitsIsKept() throws {
    for id: UInt64 in [0, 1, 77, 0x7FFF_FFFF] {
      var source = source()
      #expect(
        Datagram(source.handle([contact(id, .began, 1, 1)], at: moment(1))[0])?.alive == [
          Int32(clamping: id)
        ])
    }
  }

  /// For any input, the output is a bundle with finite numbers and positions on the screen.
  @Test func nothingTrapsAndEveryNumberIsFinite() throws {
    let odd: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e9, 0, -0.0, .leastNonzeroMagnitude, 390, -1,
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      var source = source(
        odd.randomElement(using: &random) ?? 0, odd.randomElement(using: &random) ?? 0)
      for _ in 0..<4 {
        let contact = contact(
          .random(in: 0...3, using: &random),
          ContactPhase.allCases.randomElement(using: &random) ?? .began,
          odd.randomElement(using: &random) ?? 0, odd.randomElement(using: &random) ?? 0)
        let time = Instant(
          nanoseconds: [0, 1, 2, .max, .max - 1].randomElement(using: &random) ?? 0)
        for bytes in source.handle([contact], at: time) {
          for cursor in try #require(Datagram(bytes)).cursors {
            #expect((0...1).contains(cursor.x) && (0...1).contains(cursor.y))
            #expect(cursor.dx.isFinite && cursor.dy.isFinite && cursor.acceleration.isFinite)
          }
        }
      }
    }
  }
}

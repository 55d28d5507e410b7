import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Gestures of several fingers of which one lifts and returns.
@Suite struct RegripTests {
  private static let pan = Settings.pan { $0.minimumFingers = 2 }

  /// Two fingers that part from 100 to 200 points, with a pinch at scale 200 / 132.
  private func pinched() throws -> Hands {
    var hands = try #require(Hands([Settings.pinch]))
    hands.frame([down(1, 200, 300), down(2, 300, 300)])
    for way in stride(from: 8.0, through: 48, by: 8) {
      hands.frame([move(1, 200 - way, 300), move(2, 300 + way, 300)])
    }
    hands.frame([move(1, 150, 300), move(2, 350, 300)])
    #expect(abs(hands.arena[0].scale - 200 / 132) < 1e-12)
    _ = hands.steps()
    return hands
  }

  @Test(arguments: [1, 2] as [UInt64])
  func aScaleStaysWithOneFingerAndContinuesWithTwo(lifted: UInt64) throws {
    var hands = try pinched()
    let before = hands.arena[0].scale
    hands.frame([lift(lifted, lifted == 1 ? 150 : 350, 300)])
    #expect(hands.arena.isActive(0) && hands.arena[0].scale == before)
    // The other finger moves alone.
    for count in 1...5 {
      hands.frame([move(3 - lifted, 250, 300 + 20 * Double(count))])
      #expect(hands.arena[0].scale == before)
    }
    #expect(hands.arena[0].location == Point(x: 250, y: 400))
    // A finger returns 60 points away and goes to 150 points.
    hands.frame([down(9, 250, 460)])
    #expect(hands.arena[0].scale == before)
    hands.frame([move(9, 250, 550)])
    #expect(abs(hands.arena[0].scale - before * 150 / 60) < 1e-12)
    hands.frame([lift(9, 250, 550)])
    #expect(hands.arena.isActive(0))
    hands.frame([lift(3 - lifted, 250, 400)])
    #expect(hands.arena.state(of: 0) == .ended)
    let outcomes = Set(hands.outcomes())
    #expect(outcomes == [.changed, .ended])
  }

  @Test func anAngleStaysWithOneFingerAndContinuesWithTwo() throws {
    var hands = try #require(Hands([Settings.rotation]))
    func place(_ degrees: Double, _ radius: Double) -> Point {
      let angle = degrees * .pi / 180
      return Point(x: 400 + radius * cos(angle), y: 300 + radius * sin(angle))
    }
    func turn(_ hands: inout Hands, _ id: UInt64, _ degrees: Double) {
      let (one, two) = (place(degrees, 100), place(degrees, -100))
      hands.frame([move(1, one.x, one.y), move(id, two.x, two.y)])
    }
    hands.frame([down(1, 500, 300), down(2, 300, 300)])
    for degrees in stride(from: 9.0, through: 90, by: 9) { turn(&hands, 2, degrees) }
    let before = hands.arena[0].rotation
    #expect(abs(before - 81 * .pi / 180) < 1e-9)
    let last = place(90, -100)
    hands.frame([lift(2, last.x, last.y)])
    hands.frame([move(1, 700, 100)])
    #expect(hands.arena[0].rotation == before)
    // The first finger is at 30 degrees when another one returns, and they turn to 50 degrees.
    let (one, two) = (place(30, 100), place(30, -100))
    hands.frame([move(1, one.x, one.y)])
    hands.frame([down(3, two.x, two.y)])
    #expect(hands.arena[0].rotation == before)
    turn(&hands, 3, 50)
    #expect(abs(hands.arena[0].rotation - before - 20 * .pi / 180) < 1e-9)
  }

  @Test func theTranslationOfAPinchDoesNotJump() throws {
    var hands = try pinched()
    var before = hands.arena[0].translation
    hands.frame([lift(2, 350, 300)])
    #expect(hands.arena[0].translation == before)
    hands.frame([move(1, 157, 291)])
    #expect(hands.arena[0].translation == before + Vector(dx: 7, dy: -9))
    before = hands.arena[0].translation
    hands.frame([down(3, 700, 500)])
    #expect(hands.arena[0].translation == before)
    // The middle moves half as far as one of the fingers.
    hands.frame([move(3, 704, 510)])
    #expect(hands.arena[0].translation == before + Vector(dx: 2, dy: 5))
    // Each change of the fingers moves the location to the ones that are down.
    #expect(hands.arena[0].location == Point(x: 430.5, y: 400.5))
    #expect(hands.arena[0].grips == 2)
  }

  @Test func aThirdFingerTakesThePlaceOfOneThatLifts() throws {
    var hands = try pinched()
    let before = hands.arena[0].scale
    hands.frame([down(3, 350, 600)])
    hands.frame([move(3, 350, 500)])
    #expect(hands.arena[0].scale == before)
    hands.frame([lift(1, 150, 300)])
    #expect(hands.arena[0].scale == before)
    // From 200 points to 300.
    hands.frame([move(3, 350, 600)])
    #expect(abs(hands.arena[0].scale - before * 1.5) < 1e-12)
  }

  @Test func aFingerThatIsReplacedInOneFrameMakesNoJump() throws {
    for order in [[0, 1], [1, 0]] {
      var hands = try pinched()
      let before = hands.arena[0].scale
      let swap = [lift(1, 150, 300), down(3, 350, 340)]
      hands.frame(order.map { swap[$0] })
      #expect(hands.arena[0].scale == before)
      hands.frame([move(3, 350, 380)])
      #expect(abs(hands.arena[0].scale - before * 2) < 1e-12)
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func aPanOfTwoFingersRestsWithOneAndContinuesWithTwo(lifted: UInt64) throws {
    var hands = try #require(Hands([Self.pan]))
    hands.frame([down(1, 200, 300), down(2, 300, 300)])
    for way in stride(from: 10.0, through: 60, by: 10) {
      hands.frame([move(1, 200, 300 + way), move(2, 300, 300 + way)])
    }
    #expect(hands.arena[0].translation == Vector(dx: 0, dy: 50))
    hands.frame([lift(lifted, lifted == 1 ? 200 : 300, 360)])
    for way in stride(from: 10.0, through: 90, by: 10) {
      hands.frame([move(3 - lifted, 250 + way, 360 + way)])
      #expect(hands.arena[0].translation == Vector(dx: 0, dy: 50))
    }
    #expect(hands.arena[0].velocity(at: hands.now) == .zero)
    hands.frame([down(3, 20, 20)])
    #expect(hands.arena[0].translation == Vector(dx: 0, dy: 50))
    hands.frame([move(3 - lifted, 346, 448), move(3, 26, 18)])
    #expect((hands.arena[0].translation - Vector(dx: 6, dy: 48)).length < 1e-9)
    hands.frame([lift(3, 26, 18), lift(3 - lifted, 346, 448)])
    #expect(hands.arena.state(of: 0) == .ended)
    let outcomes = hands.outcomes()
    #expect(outcomes.filter { $0 == .recognized }.count == 1 && outcomes.last == .ended)
  }
}

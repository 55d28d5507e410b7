import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

@Suite struct PanRecognizerTests {
  /// A pan without rivals, which is recognized as soon as it asks.
  private struct Alone {
    var pan: PanRecognizer
    var location: Point { pan.location }
    var translation: Vector { pan.translation }

    init(slop: Double) {
      var settings = PanSettings()
      settings.slop = TouchDistance(points: slop)
      pan = PanRecognizer(settings)
    }

    mutating func consume(_ contacts: [Contact], at time: Instant) -> RecognizerStep {
      let step = pan.consume(contacts, at: time, scale: nil)
      if step == .recognized { pan.begin() }
      switch step {
      case .ended, .cancelled, .failed: pan.reset()
      default: break
      }
      return step
    }
  }

  /// A script of one finger: a character is a scan of 10 ms. `o` touches, `>` moves 8 points to the
  /// right, `.` rests, `^` lifts, `x` is cancelled. The outcome has one character per scan: `-`
  /// nothing, `b` began, `c` changed, `e` ended, `X` cancelled, `f` failed.
  private func outcome(_ script: String) -> String {
    var recognizer = Alone(slop: 10)
    var position = Point(x: 100, y: 100)
    var result = ""
    for (index, step) in script.enumerated() {
      let time = Instant(nanoseconds: UInt64(index) * 10_000_000)
      var phase = Contact.Phase.moved
      switch step {
      case "o": phase = .began
      case ">": position.x += 8
      case "^": phase = .ended
      case "x": phase = .cancelled
      default: break
      }
      switch recognizer.consume([Contact(id: 1, phase: phase, position: position)], at: time) {
      case .nothing: result += "-"
      case .recognized: result += "b"
      case .changed: result += "c"
      case .ended: result += "e"
      case .cancelled: result += "X"
      case .failed: result += "f"
      }
    }
    return result
  }

  @Test(arguments: [
    ("o>>>.^", "--bcce"),
    ("o..^", "---f"),
    ("o>^", "--f"),
    ("o>x", "--f"),
    ("o>>>x", "--bcX"),
    ("o>>^o>>^", "--be--be"),
    (">>>^", "----"),
    ("o>>^>>", "--be--"),
  ])
  func statesFollowTheScript(script: String, expected: String) {
    #expect(outcome(script) == expected)
  }

  private func contact(_ id: UInt64, _ phase: Contact.Phase, _ x: Double, _ y: Double) -> Contact {
    Contact(id: id, phase: phase, position: Point(x: x, y: y))
  }

  private func time(_ milliseconds: UInt64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func theEventThatReachesTheSlopAppliesTheRest() {
    var recognizer = Alone(slop: 10)
    _ = recognizer.consume([contact(1, .began, 0, 0)], at: time(0))
    #expect(recognizer.consume([contact(1, .moved, 9.999, 0)], at: time(8)) == .nothing)
    #expect(recognizer.consume([contact(1, .moved, 12, 0)], at: time(16)) == .recognized)
    #expect(recognizer.translation == Vector(dx: 2, dy: 0))
    _ = recognizer.consume([contact(1, .moved, 20, 5)], at: time(24))
    #expect(recognizer.translation == Vector(dx: 10, dy: 5))
  }

  @Test(arguments: [
    (10.0, 0.0, 0.0, 0.0), (-10, 0, 0, 0), (0, 10, 0, 0), (0, -39, 0, -29),
    (11.9, -12.2, 1.9, -2.2), (-14, 6, -4, 6), (9.9, 17, 9.9, 7),
  ])
  func eachAxisThatReachesTheSlopAbsorbsIt(dx: Double, dy: Double, x: Double, y: Double) {
    var recognizer = Alone(slop: 10)
    _ = recognizer.consume([contact(1, .began, 100, 100)], at: time(0))
    let step = recognizer.consume([contact(1, .moved, 100 + dx, 100 + dy)], at: time(8))
    #expect(step == .recognized)
    #expect((recognizer.translation - Vector(dx: x, dy: y)).length < 1e-9)
  }

  @Test func theLengthOfTheTravelDoesNotCount() {
    var recognizer = Alone(slop: 10)
    _ = recognizer.consume([contact(1, .began, 0, 0)], at: time(0))
    // 13.9 points, but less than 10 along each axis.
    #expect(recognizer.consume([contact(1, .moved, 9.8, -9.8)], at: time(8)) == .nothing)
  }

  @Test func travelWhileThePanWaitsIsAbsorbed() {
    var pan = PanRecognizer()
    _ = pan.consume([contact(1, .began, 0, 0)], at: time(0), scale: nil)
    #expect(pan.consume([contact(1, .moved, 0, 13)], at: time(8), scale: nil) == .recognized)
    _ = pan.consume([contact(1, .moved, 0, 60)], at: time(16), scale: nil)
    pan.begin()
    #expect(pan.translation == Vector(dx: 0, dy: 3))
  }

  @Test func fingersThatJoinAndLeaveMakeNoJump() {
    var recognizer = Alone(slop: 5)
    _ = recognizer.consume([contact(1, .began, 0, 0)], at: time(0))
    _ = recognizer.consume([contact(1, .moved, 20, 0)], at: time(8))
    let before = recognizer.location
    _ = recognizer.consume([contact(2, .began, 300, 300)], at: time(16))
    #expect(recognizer.location == before)
    // Both fingers move 10 to the right, and so does the pan. One finger alone moves it half as
    // far.
    _ = recognizer.consume(
      [contact(1, .moved, 30, 0), contact(2, .moved, 310, 300)], at: time(24))
    #expect(recognizer.location == before + Vector(dx: 10, dy: 0))
    _ = recognizer.consume([contact(2, .moved, 320, 300)], at: time(32))
    #expect(recognizer.location == before + Vector(dx: 15, dy: 0))
    #expect(recognizer.consume([contact(1, .ended, 30, 0)], at: time(40)) == .changed)
    #expect(recognizer.location == before + Vector(dx: 15, dy: 0))
    _ = recognizer.consume([contact(2, .moved, 320, 310)], at: time(48))
    #expect(recognizer.location == before + Vector(dx: 15, dy: 10))
    #expect(recognizer.consume([contact(2, .ended, 320, 310)], at: time(56)) == .ended)
  }

  @Test func aFingerThatTakesOverInTheSameFrameMakesNoJump() {
    for order in [[0, 1], [1, 0]] {
      var recognizer = Alone(slop: 5)
      _ = recognizer.consume([contact(1, .began, 0, 0)], at: time(0))
      _ = recognizer.consume([contact(1, .moved, 20, 0)], at: time(8))
      let swap = [contact(1, .ended, 20, 0), contact(2, .began, 160, 90)]
      #expect(recognizer.consume(order.map { swap[$0] }, at: time(16)) == .changed)
      #expect(recognizer.location == Point(x: 20, y: 0))
      _ = recognizer.consume([contact(2, .moved, 163, 94)], at: time(24))
      #expect(recognizer.location == Point(x: 23, y: 4))
      #expect(recognizer.consume([contact(2, .ended, 163, 94)], at: time(32)) == .ended)
    }
  }

  @Test func moreFingersThanTheLimitAreIgnored() {
    var recognizer = Alone(slop: 10)
    for id in 1...40 {
      _ = recognizer.consume([contact(UInt64(id), .began, Double(id), 0)], at: time(0))
    }
    #expect(recognizer.pan.fingers.count == FingerSet.limit)
  }
}

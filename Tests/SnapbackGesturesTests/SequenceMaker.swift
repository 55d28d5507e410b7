import SnapbackBasics
import SnapbackGestures
import SnapbackTouches

/// A random sequence of fingers from a seed, and recognizers with random relations.
struct RandomSequence {
  /// One moment: the contacts that begin are given to some recognizers, then the frame follows.
  struct Moment {
    var frame: TouchFrame
    var given: [(contact: UInt64, to: [Int])]
  }

  var descriptions: [GestureDescription] = []
  var moments: [Moment] = []
  /// Whether time never goes back.
  var isMonotonic = true
  private var dice: SeededGenerator

  /// With `isTogether` all recognizers are simultaneous and none waits.
  init(seed: UInt64, isTogether: Bool = false) {
    dice = SeededGenerator(seed: seed)
    let count = roll(1, 6)
    let levels = (0..<count).map { _ in roll(0, 2) }
    for _ in 0..<count { descriptions.append(GestureDescription(settings())) }
    relate(isTogether: isTogether)
    isMonotonic = isTogether || roll(0, 9) > 0
    move(levels)
  }

  private mutating func roll(_ first: Int, _ last: Int) -> Int {
    let value = dice.next(in: Double(first)...(Double(last) + 0.999_999))
    return (first...last).last { Double($0) <= value } ?? first
  }

  private mutating func settings() -> GestureSettings {
    switch roll(0, 8) {
    case 0:
      return Settings.tap { [taps = roll(1, 3), fingers = roll(1, 2)] in
        $0.taps = taps
        $0.fingers = fingers
      }
    case 1:
      return Settings.tap { $0.duration = 0.15 }
    case 2:
      return Settings.longPress { [fingers = roll(1, 2), duration = roll(5, 40)] in
        $0.fingers = fingers
        $0.duration = Double(duration) / 100
      }
    case 3:
      return Settings.pan { [least = roll(1, 2), most = roll(2, 4), slop = roll(0, 20)] in
        $0.minimumFingers = least
        $0.maximumFingers = most
        $0.slop.points = Double(slop)
      }
    case 4:
      return Settings.pan { [isAcross = roll(0, 1)] in
        $0.direction = isAcross == 1 ? .horizontal : .vertical
      }
    case 5:
      return Settings.pan {
        $0.edge = .left
        $0.edgeWidth.points = 200
      }
    case 6:
      return Settings.swipe { [direction = roll(0, 3), fingers = roll(1, 2)] in
        $0.direction = SwipeDirection.allCases[direction]
        $0.fingers = fingers
      }
    case 7: return Settings.pinch
    default: return Settings.rotation
    }
  }

  private mutating func relate(isTogether: Bool) {
    // A recognizer waits only for those before it in a random order, so there are no cycles.
    var row = Array(descriptions.indices)
    for index in row.indices { row.swapAt(index, roll(index, row.count - 1)) }
    for (place, one) in row.enumerated() {
      for other in row[..<place] {
        if isTogether || roll(0, 9) < 3 { descriptions[one].simultaneous.append(other) }
        if !isTogether, roll(0, 9) < 3 { descriptions[one].requiredFailures.append(other) }
      }
    }
  }

  private mutating func move(_ levels: [Int]) {
    var time = Instant(nanoseconds: 5_000_000_000)
    var down: [(id: UInt64, place: Point, speed: Vector)] = []
    var next: UInt64 = 1
    let length = roll(10, 40)
    for step in 0... {
      let isOver = step >= length
      guard !isOver || !down.isEmpty else { break }
      time = later(time)
      var moment = Moment(frame: TouchFrame(time: time), given: [])
      for index in down.indices.reversed() {
        let fate = roll(0, isOver ? 4 : 39)
        if fate <= 2 {
          let phase: Contact.Phase = fate == 0 ? .cancelled : .ended
          moment.frame.contacts.append(
            Contact(id: down[index].id, phase: phase, position: down[index].place))
          down.remove(at: index)
        } else if roll(0, 3) > 0 {
          if roll(0, 9) == 0 { down[index].speed = speed() }
          down[index].place = down[index].place + down[index].speed
          moment.frame.contacts.append(
            Contact(id: down[index].id, phase: .moved, position: down[index].place))
        }
      }
      if !isOver, down.count < 5, roll(0, 5) == 0 || down.isEmpty {
        for _ in 0..<roll(1, 2) {
          let place = Point(x: Double(roll(0, 400)), y: Double(roll(0, 400)))
          down.append((next, place, speed()))
          moment.frame.contacts.append(Contact(id: next, phase: .began, position: place))
          // Nested views: the deepest has only the fingers that touch it, the others have more.
          let level = roll(0, 2)
          moment.given.append((next, levels.indices.filter { levels[$0] <= level }))
          next += 1
        }
      }
      moments.append(moment)
    }
  }

  private mutating func speed() -> Vector {
    switch roll(0, 3) {
    case 0: return .zero
    case 1: return Vector(dx: dice.next(in: -2...2), dy: dice.next(in: -2...2))
    case 2: return Vector(dx: dice.next(in: -30...30), dy: dice.next(in: -3...3))
    default: return Vector(dx: dice.next(in: -20...20), dy: dice.next(in: -20...20))
    }
  }

  private mutating func later(_ time: Instant) -> Instant {
    switch roll(0, 19) {
    case 0: return isMonotonic ? time : time.advanced(bySeconds: -0.02)
    case 1: return time
    case 2: return time.advanced(bySeconds: 0.4)
    case 3: return time.advanced(bySeconds: 0.15)
    default: return time.advanced(bySeconds: Double(roll(4, 20)) / 1000)
    }
  }
}

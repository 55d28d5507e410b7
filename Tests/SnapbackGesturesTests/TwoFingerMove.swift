import SnapbackBasics
import SnapbackGestures
import SnapbackTouches

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A random movement of two fingers that travel, part and turn at once.
///
/// The fingers are 60 to 260 points apart at first. They travel up to 200 points in any direction
/// in 0.15 to 0.9 s, with minimal jerk, at constant speed or slowing down, and then rest up to 0.1
/// s. The zoom is none, up to 2 %, up to 28 % or up to twofold; the turn is none, up to 2, up to 12
/// or up to 45 degrees. The second finger lands up to 60 ms after the first, and lifts up to 40 ms
/// after it. The panel reports 60 to 240 times a second, in one case of four each finger in a frame
/// of its own, 1 ms apart.
struct TwoFingerMove {
  /// The noise of each coordinate in points.
  enum Noise {
    /// Normally distributed with this standard deviation.
    case normal(Double)
    /// Evenly distributed up to this magnitude.
    case even(Double)
  }

  /// The contacts of each frame, with the seconds since the first touch.
  private(set) var frames: [(seconds: Double, contacts: [Contact])] = []
  /// The final distance of the fingers as a ratio of the first one.
  let zoom: Double
  /// The angle by which they turn, in degrees.
  let turn: Double
  private var dice: SeededGenerator
  private let noise: Noise

  init(seed: UInt64, noise: Noise, span spans: ClosedRange<Double> = 60...260) {
    var dice = SeededGenerator(seed: seed)
    func pick(_ limits: [Double]) -> Double {
      let limit = limits[min(limits.count - 1, Int(dice.unit() * Double(limits.count)))]
      return limit * (2 * dice.unit() - 1)
    }
    zoom = exp(pick([0, 0.02, 0.25, 0.7]))
    turn = pick([0, 2, 12, 45])
    let span = dice.next(in: spans)
    let angle = dice.next(in: 0...(2 * .pi))
    let travel = dice.next(in: 0...200)
    let course = dice.next(in: 0...(2 * .pi))
    let duration = dice.next(in: 0.15...0.9)
    let rest = dice.next(in: 0...0.1)
    let rate = [60.0, 90, 120, 144, 240][min(4, Int(dice.unit() * 5))]
    let landing = dice.next(in: 0...0.06)
    let lift = dice.next(in: 0...0.04)
    let profile = min(2, Int(dice.unit() * 3))
    let isScattered = dice.unit() < 0.25
    self.dice = dice
    self.noise = noise
    let end = landing + duration + rest
    for frame in 0...Int(((end + lift) * rate).rounded(.up) + 1) {
      let time = Double(frame) / rate
      let share = Self.share(min(max(time - landing, 0) / duration, 1), profile)
      let radius = span / 2 * (1 + (zoom - 1) * share)
      let direction = angle + turn * .pi / 180 * share
      let way = Vector(dx: cos(course), dy: sin(course))
      let arm = Vector(dx: radius * cos(direction), dy: radius * sin(direction))
      let middle = Point(x: 400, y: 300) + travel * share * way
      let contacts = [
        contact(1, at: middle + -1 * arm, frame, time, from: 0, to: end, rate),
        contact(2, at: middle + arm, frame, time, from: landing, to: end + lift, rate),
      ].compactMap { $0 }
      if isScattered {
        for (place, contact) in contacts.enumerated() {
          frames.append((time + 0.001 * Double(place), [contact]))
        }
      } else if !contacts.isEmpty {
        frames.append((time, contacts))
      }
    }
  }

  /// The share of the movement that is done at a share of its time.
  private static func share(_ time: Double, _ profile: Int) -> Double {
    switch profile {
    case 0: time * time * time * (10 - 15 * time + 6 * time * time)
    case 1: time
    default: 1 - (1 - time) * (1 - time)
    }
  }

  /// The contact of a finger in the frame at `time`; nil if it is not down.
  private mutating func contact(
    _ id: UInt64, at place: Point, _ frame: Int, _ time: Double, from: Double, to: Double,
    _ rate: Double
  ) -> Contact? {
    guard time >= from, time - 1 / rate <= to else { return nil }
    let phase: Contact.Phase =
      time - 1 / rate < from || frame == 0 ? .began : time > to ? .ended : .moved
    return Contact(id: id, phase: phase, position: place + Vector(dx: draw(), dy: draw()))
  }

  private mutating func draw() -> Double {
    switch noise {
    case .normal(let deviation): deviation * dice.normal()
    case .even(let magnitude): magnitude * (2 * dice.unit() - 1)
    }
  }
}

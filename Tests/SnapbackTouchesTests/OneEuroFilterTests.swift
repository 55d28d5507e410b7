import Glibc
import SnapbackBasics
import SnapbackTouches
import Testing

@Suite struct OneEuroFilterTests {
  /// The filter of the paper, along one axis.
  private struct Paper {
    var (cutoff, slope, derivative) = (4.7, 0.01, 1.0)
    var place: Double?
    var speed = 0.0

    private func alpha(_ frequency: Double, _ period: Double) -> Double {
      let tau = 1 / (2 * Double.pi * frequency)
      return 1 / (1 + tau / period)
    }

    mutating func filter(_ x: Double, _ period: Double) -> Double {
      guard let last = place else {
        place = x
        return x
      }
      let raw = (x - last) / period
      let a = alpha(derivative, period)
      speed = a * raw + (1 - a) * speed
      let b = alpha(cutoff + slope * abs(speed), period)
      let seen = b * x + (1 - b) * last
      place = seen
      return seen
    }
  }

  private static func moment(_ seconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: 1 + seconds)
  }

  @Test(arguments: 0..<10) func itIsThePapersFilter(seed: UInt64) {
    var noise = SeededGenerator(seed: seed)
    var (filter, paper) = (OneEuroFilter(), Paper())
    var (time, last, x) = (0.0, 0.0, 100.0)
    for step in 0..<300 {
      x += 10 * noise.normal()
      let seen = filter.filter(Point(x: 7, y: x), at: Self.moment(time))
      // The period between the two instants, which are whole nanoseconds.
      let period = Self.moment(time).seconds(since: Self.moment(last))
      let wanted = paper.filter(x, period)
      #expect(abs(seen.y - wanted) < 1e-6, "\(step)")
      #expect(seen.x == 7)
      (last, time) = (time, time + Double.random(in: 0.001...0.03, using: &noise))
    }
  }

  @Test func itDoesNotMatterWhichWayAFingerGoes() {
    var (along, aslant) = (OneEuroFilter(), OneEuroFilter())
    for step in 0..<100 {
      let way = 5 * Double(step) + 30 * sin(Double(step))
      let time = Self.moment(Double(step) / 120)
      let first = along.filter(Point(x: way, y: 0), at: time)
      let second = aslant.filter(Point(x: 0.6 * way, y: 0.8 * way), at: time)
      #expect(abs(first.x - (0.6 * second.x + 0.8 * second.y)) < 1e-9)
    }
  }

  @Test(arguments: [60.0, 120, 240]) func aFingerThatRestsTremblesLess(rate: Double) {
    var (noise, filter) = (SeededGenerator(seed: 5), OneEuroFilter())
    var (raw, seen, count) = (0.0, 0.0, 0.0)
    for step in 0..<4000 {
      let place = 100 + noise.normal()
      let point = filter.filter(
        Point(x: place, y: 50), at: Self.moment(Double(step) / rate))
      guard step > 200 else { continue }
      raw += (place - 100) * (place - 100)
      seen += (point.x - 100) * (point.x - 100)
      count += 1
    }
    // A low-pass of α leaves √(α/(2−α)) of white noise; the cut-off is slightly above its minimum,
    // because noise has a speed, too.
    let tau = 1 / (2 * Double.pi * 4.7)
    let alpha = 1 / (1 + tau * rate)
    let least = sqrt(alpha / (2 - alpha))
    let share = sqrt(seen / count) / sqrt(raw / count)
    #expect(share > 0.9 * least && share < 1.5 * least, "\(share) of \(least)")
    #expect(share < 0.65)
  }

  @Test(arguments: [50.0, 200, 1000, 4000]) func aFingerThatMovesLagsNoMoreThanIsSaid(speed: Double)
  {
    var filter = OneEuroFilter()
    for step in 0...600 {
      let time = Double(step) / 120
      let seen = filter.filter(Point(x: speed * time, y: 0), at: Self.moment(time))
      // The speed estimate has settled after a second.
      guard time > 2 else { continue }
      let lag = (speed * time - seen.x) / speed
      #expect(lag >= 0)
      #expect(lag <= 1 / (2 * Double.pi * (4.7 + 0.01 * speed)) + 1e-9)
    }
  }

  @Test func numbersOutsideOfTheirRangesAreHeld() {
    var settings = OneEuroFilter.Settings()
    (settings.minimumCutoff, settings.slope, settings.derivativeCutoff) = (0, -1, .nan)
    let held = OneEuroFilter(settings).settings
    #expect(held.minimumCutoff == 0.01 && held.slope == 0 && held.derivativeCutoff == 1)
    let numbers = [0, 1e300, -1e300, .nan, .infinity, 1e-300]
    var filter = OneEuroFilter()
    for (step, number) in (numbers + numbers).enumerated() {
      let time = Instant(nanoseconds: UInt64(step / 2) * 1_000_000)
      _ = filter.filter(Point(x: number, y: numbers[step % 6]), at: time)
    }
    #expect(filter.filter(Point(x: 3, y: 4), at: .distantFuture).isFinite)
  }

  @Test func contactsAreSmoothedOnlyWhereItIsAskedFor() {
    var settings = FilterSettings()
    settings.smoothing = .oneEuro(OneEuroFilter.Settings())
    var (plain, smooth) = (ContactFilter(), ContactFilter(settings: settings))
    var paper = Paper()
    for step in 0...50 {
      // A step of 2 points back and forth.
      let x = 100 + Double(step % 2) * 2
      let phase: Contact.Phase = step == 0 ? .began : step == 50 ? .ended : .moved
      let frame = TouchFrame(
        time: Self.moment(Double(step) / 100),
        contacts: [
          Contact(id: 1, phase: phase, position: Point(x: x, y: 9)),
          Contact(id: 2, phase: phase, position: Point(x: x, y: 9), tool: .pen),
        ])
      #expect(plain.apply(frame).contacts == frame.contacts)
      let seen = smooth.apply(frame).contacts
      #expect(seen.map(\.id) == [1, 2] && seen.map(\.phase) == [phase, phase])
      #expect(seen[1].position.x == x)
      let wanted = paper.filter(x, 0.01)
      #expect(abs(seen[0].position.x - wanted) < 1e-6, "\(step)")
    }
  }

  @Test func aContactThatLiftsWhereItWasDoesNotJump() {
    var settings = FilterSettings()
    settings.smoothing = .oneEuro(OneEuroFilter.Settings())
    var filter = ContactFilter(settings: settings)
    var last = Point.zero
    for step in 0...20 {
      let phase: Contact.Phase = step == 0 ? .began : step == 20 ? .ended : .moved
      let x = 100 + 4 * Double(min(step, 19))
      let frame = TouchFrame(
        time: Self.moment(Double(step) / 100),
        contacts: [Contact(id: 1, phase: phase, position: Point(x: x, y: 9))])
      let seen = filter.apply(frame).contacts.first?.position ?? .zero
      if step == 20 { #expect(seen == last) }
      last = seen
    }
    #expect(last.x < 176 && last.x > 160)
  }
}

import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A view that springs home, as drawn by renderers whose screens refresh at their own times.
@Suite struct RendererTests {
  /// The view's return home by the textbook: x″ + 2βx′ + ω²x = 0 from the finger's position and
  /// velocity.
  private struct Truth {
    let start: Instant
    let end: Instant
    let state: MotionState
    let beta: Double
    let omega: Double

    func value(at moment: Instant) -> Double {
      guard moment < end else { return 0 }
      let t = moment.seconds(since: start)
      let damped = sqrt(omega * omega - beta * beta)
      let (x, v) = (state.value, state.velocity)
      return exp(-beta * t)
        * (x * cos(damped * t) + (v + beta * x) / damped * sin(damped * t))
    }
  }

  private struct Error {
    var most = 0.0
    var sum = 0.0
    var count = 0.0

    mutating func add(_ drawn: Double, _ truth: Double) {
      // The protocol sends 32-bit floats.
      let error = abs(Double(Float(drawn)) - truth)
      most = max(most, error)
      sum += error * error
      count += 1
    }

    var rms: Double { sqrt(sum / max(1, count)) }
  }

  private static let (response, ratio) = (0.45, 0.7)
  private static let scene = PanTests.scene(
    "follow: 'center', spring: { response: \(response), dampingRatio: \(ratio) }")

  /// A flick, released after 0.2 s at 1200 points per second.
  private static func flick(_ driver: inout EngineDriver) throws -> Truth {
    driver.drag(from: Point(x: 120, y: 300), to: Point(x: 360, y: 300), 0...0.2)
    let dragged = driver.motion(.translationX, of: "card")
    let held = try #require(dragged)
    driver.lift(0.205)
    let released = driver.motion(.translationX, of: "card")?.terms.first
    let term = try #require(released)
    let omega = 2 * Double.pi / response
    let truth = Truth(
      start: EngineDriver.moment(0.205), end: term.end,
      state: MotionState(value: held.held.value, velocity: term.state.velocity),
      beta: ratio * omega, omega: omega)
    #expect(abs(truth.state.velocity - 1200) < 1)
    return truth
  }

  /// The times at which a screen of `rate` hertz shows frames: each refresh is up to 2 ms early or
  /// late.
  private static func refreshes(_ rate: Double, _ seed: UInt64) -> [Instant] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Int(1.2 * rate)).map { number in
      EngineDriver.moment(
        0.215 + (Double(number) + 0.5) / rate
          + Double.random(in: -0.002...0.002, using: &generator))
    }
  }

  @Test(arguments: [60.0, 90, 120, 144])
  func pullAndSegmentsAreTrueAtAnyRateAndTheLatestSampleIsNot(rate: Double) throws {
    let (refreshes, card) = (Self.refreshes(rate, UInt64(rate)), 1)
    var (pull, segments, latest) = (Error(), Error(), Error())
    var driver = try EngineDriver(scene: Self.scene)
    let truth = try Self.flick(&driver)
    var journal = MotionJournal()
    journal.note(driver.engine)
    // Sent once, at the release.
    let motions = journal.motions(of: driver.engine)
    let told = try #require(
      motions.first { $0.view == card && $0.channel == .animated(.translationX) })
    var frame = driver.engine.makeFrame()
    // The daemon's own timer runs 60 times a second for clients that draw the newest frame.
    var (sample, samples) = (0.0, 0)
    for (drawn, shown) in zip(refreshes, refreshes.dropFirst()) {
      // A frame drawn at one refresh is shown at the next.
      while EngineDriver.moment(0.21 + Double(samples) / 60) <= drawn {
        driver.updateFrame(at: EngineDriver.moment(0.21 + Double(samples) / 60))
        sample = driver.frame.views[card].transform.translation.dx
        samples += 1
      }
      driver.engine.sample(&frame, at: shown, resampling: .predict, journal: &journal)
      let wanted = truth.value(at: shown)
      pull.add(frame.views[card].transform.translation.dx, wanted)
      segments.add(told.presentation(at: shown).value, wanted)
      latest.add(sample, wanted)
    }
    #expect(pull.most < 1e-3)
    #expect(segments.most < 1e-3)
    #expect(latest.most > 1)
    #expect(latest.rms > 100 * pull.rms)
    if getenv("SNAPBACK_FIGURES") != nil {
      print(
        "figures: \(rate) Hz pull \(pull.most) segments \(segments.most)",
        "latest \(latest.most), rms \(latest.rms)")
    }
  }
}

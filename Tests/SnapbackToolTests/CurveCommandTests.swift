import Foundation
import Testing

/// The figures of `snapback curve` for timings, checked against formulas and its own rows.
@Suite struct CurveCommandTests {
  private func near(_ found: Double?, _ wanted: Double, _ tolerance: Double = 1e-9) -> Bool {
    guard let found else { return false }
    return (found - wanted).magnitude <= tolerance * max(1, wanted.magnitude)
  }

  // MARK: Springs

  @Test func overshootFromRestIsThatOfTheFormula() throws {
    for ratio in [0.05, 0.33, 0.6, 0.9] {
      let figures = try CurveRun.curve(["--spring", "response=0.5,damping=\(ratio)"]).figures
      let sine = (1 - ratio * ratio).squareRoot()
      let share = exp(-.pi * ratio / sine)
      #expect(near(figures.overshootShare, share))
      #expect(near(figures.overshoot, 100 * share))
      // The first turning point is half a damped period after the start.
      #expect(near(figures.overshootTime, 0.5 / (2 * sine)))
    }
    for ratio in [1, 1.5, 20] {
      let figures = try CurveRun.curve(["--spring", "response=0.5,damping=\(ratio)"]).figures
      #expect(figures.overshoot == 0 && figures.overshootTime == nil && figures.reachTime == nil)
    }
  }

  @Test func aCriticalSpringFromRestIsTheOneOfTheBooks() throws {
    let figures = try CurveRun.curve(
      ["--preset", "smooth", "--from", "-50", "--to", "250"]
    ).figures
    let frequency = 4 * Double.pi
    // x(t) = 1 − (1 + ωt)·e^{−ωt} is fastest at t = 1/ω, with a velocity of ω/e.
    #expect(near(figures.peakVelocity, 300 * frequency / M_E))
    #expect(near(figures.peakVelocityTime, 1 / frequency))
    let rise = try #require(figures.riseTime) * frequency
    #expect(near((1 + rise) * exp(-rise), 0.1))
    #expect(near(figures.logicalEnd, 0.5))
  }

  @Test func everyFormOfASpringHasItsConstants() throws {
    func parameters(_ arguments: String...) throws -> CurveRun.Curve.Parameters {
      try CurveRun.curve(arguments).parameters
    }
    let response = try parameters("--spring", "response=0.4,damping=0.7")
    #expect(near(response.stiffness, pow(2 * .pi / 0.4, 2)))
    #expect(near(response.damping, 4 * .pi * 0.7 / 0.4))
    #expect(response.regime == "under-damped" && response.kind == "spring")
    // The name of the key in scenes.
    let named = try parameters("--spring", "response=0.4,dampingRatio=0.7")
    #expect(near(named.damping, 4 * .pi * 0.7 / 0.4) && near(named.dampingRatio, 0.7))
    // The pair that SwiftUI's documentation gives for 0.5 and 0.3.
    let bounce = try parameters("--spring", "duration=0.5,bounce=0.3")
    #expect(near(bounce.stiffness, 157.9, 1e-3) && near(bounce.damping, 17.6, 1e-3))
    let mass = try parameters("--spring", "mass=2,stiffness=300,damping=12")
    #expect(near(mass.stiffness, 300) && near(mass.damping, 12) && near(mass.mass, 2))
    #expect(near(mass.dampingRatio, 12 / (2 * 600.0.squareRoot())))
    let plain = try parameters("--spring", "damping=26,stiffness=170")
    #expect(near(plain.stiffness, 170) && near(plain.mass, 1))
    // UIKit's definition: after the duration, the sine part from rest is a thousandth.
    let uikit = try parameters("--uikit", "1.0,0.33")
    let (ratio, frequency) = (0.33, 2 * Double.pi / (uikit.response ?? .nan))
    let sine = ratio / (1 - ratio * ratio).squareRoot()
    #expect(near(sine * exp(-ratio * frequency), 0.001))
  }

  @Test func rowsSolveTheEquationOfTheSpring() throws {
    let springs = [
      ["--spring", "response=0.5,damping=0.3", "--velocity", "-700"],
      ["--spring", "response=0.5,damping=1", "--velocity", "4000"],
      ["--spring", "mass=3,stiffness=1000,damping=500"], ["--preset", "bouncy", "--to", "-20"],
    ]
    for spring in springs {
      let frame = ["--rate", "10000", "--until", "0.6"]
      let parameters = try CurveRun.curve(spring + ["--until", "0.01"]).parameters
      let rows = try CurveRun.rows(spring + frame)
      #expect(rows.count == 6001)
      let target = spring.contains("-20") ? -20.0 : 100
      let mass = parameters.mass ?? .nan
      let (stiffness, damping) = (parameters.stiffness ?? .nan, parameters.damping ?? .nan)
      var worst = 0.0
      for (row, next) in zip(rows.dropFirst(), zip(rows, rows.dropFirst(2))) {
        let step = next.1.time - next.0.time
        let slope = (next.1.value - next.0.value) / step
        worst = max(worst, (slope - row.velocity).magnitude / 1e4)
        let acceleration = (next.1.velocity - next.0.velocity) / step
        let force = -stiffness * (row.value - target) - damping * row.velocity
        worst = max(worst, (acceleration - force / mass).magnitude / 1e6)
      }
      // The error of differences over 0.2 ms is proportional to the third derivative.
      #expect(worst < 2e-3, "\(spring)")
    }
  }

  @Test func afterTheSettleTimeNothingIsSeenAndBeforeItSomethingIs() throws {
    let springs = [
      ["--spring", "response=0.5,damping=0.6"], ["--uikit", "1.0,0.33"],
      ["--spring", "response=0.4,damping=1", "--velocity", "-3000", "--threshold", "0.5"],
      ["--spring", "response=0.3,damping=3", "--velocity", "900"],
      ["--spring", "response=0.4,damping=0.5", "--to", "0", "--velocity", "1500"],
      ["--decay", "fast", "--velocity", "-4000"],
    ]
    for spring in springs {
      let curve = try CurveRun.curve(spring + ["--until", "0.01"])
      let settle = try #require(curve.figures.settleTime)
      let threshold = spring.contains("0.5") ? 0.5 : 0.25
      let rows = try CurveRun.rows(spring + ["--rate", "4000", "--until", "\(3 * settle)"])
      func isSeen(_ row: CurveRun.Row) -> Bool {
        (row.value - curve.end).magnitude > threshold
          || row.velocity.magnitude > 62.5 * threshold
      }
      let last = try #require(rows.last { isSeen($0) }, "\(spring)")
      #expect(last.time <= settle, "\(spring)")
      #expect(settle <= 2.2 * last.time, "\(spring)")
    }
  }

  @Test func timesAndPeaksAreThoseOfTheRows() throws {
    let timings = [
      ["--spring", "response=0.5,damping=0.6", "--delay", "0.1"],
      ["--spring", "response=0.5,damping=0.5", "--velocity", "-2500"],
      ["--spring", "response=0.5,damping=2", "--velocity", "9000"],
      ["--bezier", "0.3,1.6,0.5,0.9,0.7"], ["--keyframes", "0.2:-0.3,0.7:1.2:ease,1:1,0.5"],
    ]
    for timing in timings {
      let figures = try CurveRun.curve(timing + ["--until", "0.01"]).figures
      let rows = try CurveRun.rows(timing + ["--rate", "20000", "--until", "1.5"])
      let step = 1.0 / 20_000
      let rise = try #require(rows.first { $0.value >= 90 }).time
      #expect(near(figures.riseTime, rise, 1.01 * step), "\(timing)")
      let reach = try #require(rows.first { $0.value >= 100 }).time
      #expect(near(figures.reachTime, reach, 1.01 * step), "\(timing)")
      let top = try #require(rows.max { $0.value < $1.value })
      #expect(near(figures.overshoot, top.value - 100, 1e-3), "\(timing)")
      #expect(near(figures.overshootTime, top.time, 1e-3), "\(timing)")
      let fastest = try #require(rows.max { $0.velocity.magnitude < $1.velocity.magnitude })
      #expect(near(figures.peakVelocity, fastest.velocity, 2e-3), "\(timing)")
    }
  }

  @Test func uikitsVelocityCountsInDistances() throws {
    let frame = ["--from", "30", "--to", "-20", "--until", "0.5"]
    let relative = try CurveRun.curve(["--uikit", "0.8,0.6,4"] + frame)
    #expect(relative.velocity == -200)
    // The velocity is part of UIKit's equation for the frequency, so the constants differ from
    // those of the spring without it.
    let constants = relative.parameters
    let stiffness = try #require(constants.stiffness)
    let damping = try #require(constants.damping)
    let spring = "stiffness=\(stiffness),damping=\(damping)"
    let absolute = try CurveRun.curve(["--spring", spring, "--velocity", "-200"] + frame)
    #expect(absolute.samples.count == relative.samples.count)
    for (one, other) in zip(relative.samples, absolute.samples) {
      #expect(zip(one, other).allSatisfy { near($0, $1, 1e-9) })
    }
    let still = try CurveRun.curve(["--uikit", "0.8,0.6"] + frame)
    #expect(still.parameters.stiffness != constants.stiffness)
  }

  @Test func anUndampedSpringNeverSettlesAndIsShownAllTheSame() throws {
    let curve = try CurveRun.curve(["--spring", "stiffness=100,damping=0"])
    #expect(curve.figures.settleTime == nil)
    #expect(near(curve.figures.overshoot, 100))
    // Five periods of 2π/10 s, and a little.
    #expect(near(curve.samples.last?.first, 3.3, 0.02))
    let text = try CurveRun.plain(["--spring", "stiffness=100,damping=0"])
    #expect(text.code == 0 && text.output.contains("settles         never"))
  }

  // MARK: Other timings

  @Test func curvesAreThoseOfTheirFormulas() throws {
    let linear = try CurveRun.rows(["--bezier", "linear,0.5", "--rate", "100", "--until", "0.6"])
    for row in linear { #expect(near(row.value, 100 * min(1, row.time / 0.5), 1e-12)) }
    let ease = ["--bezier", "ease-in-out,0.4", "--rate", "1000"]
    let rows = try CurveRun.rows(ease + ["--until", "0.4"])
    #expect(rows.count == 401)
    // Symmetric about its middle, where the slope is (3/2) / (0.87).
    for (row, mirrored) in zip(rows, rows.reversed()) {
      #expect(near(row.value + mirrored.value, 100))
    }
    let figures = try CurveRun.curve(ease).figures
    #expect(near(figures.peakVelocity, 1.5 / 0.87 * 100 / 0.4))
    #expect(near(figures.peakVelocityTime, 0.2, 1e-6))
    #expect(figures.settleTime == 0.4 && figures.overshoot == 0)
  }

  @Test func keyValuesAreMet() throws {
    let rows = try CurveRun.rows(
      [
        "--keyframes", "0.25:0.8:ease-out,0.5:1.1,1:1:0.42:0:0.58:1,0.8", "--rate", "100",
        "--from", "10", "--to", "20",
      ])
    let wanted = [(0, 10), (20, 18), (30, 19.5), (40, 21), (60, 20.5), (80, 20)]
    for (index, value) in wanted { #expect(near(rows[index].value, value, 1e-12), "\(index)") }
  }

  @Test func momentumDiesOutExponentially() throws {
    let curve = try CurveRun.curve(["--decay", "normal", "--velocity", "2000", "--from", "5"])
    let rate = -1000 * log(0.998)
    #expect(near(curve.end, 5 + 2000 / rate, 1e-12) && near(curve.parameters.rate, rate, 1e-12))
    for sample in curve.samples {
      #expect(near(sample[2], 2000 * exp(-rate * sample[0]), 1e-12))
      #expect(near(sample[1] + sample[2] / rate, curve.end, 1e-12))
    }
    #expect(near(curve.figures.riseTime, log(10) / rate))
    let own = try CurveRun.curve(["--decay", "0.99", "--velocity", "2000"])
    let fast = try CurveRun.curve(["--decay", "fast", "--velocity", "2000"])
    #expect(own.samples == fast.samples && own.figures.overshoot == 0)
  }

  @Test func thereAndBackIsTheSameWay() throws {
    let rows = try CurveRun.rows(
      [
        "--bezier", "ease,0.5", "--autoreverse", "--repeat", "2", "--delay", "0.25", "--rate",
        "200", "--until", "2.5",
      ])
    func value(_ milliseconds: Int) -> Double { rows[milliseconds / 5].value }
    #expect(value(125) == 0)
    for time in stride(from: 250, to: 750, by: 5) {
      #expect(near(value(time), value(1500 - time)))
      #expect(near(value(time), value(time + 1000)))
    }
    // From the end of the last run on, the value is at the target.
    #expect(value(2245) < 1 && value(2250) == 100 && value(2500) == 100)
    let forever = try CurveRun.curve(["--bezier", "ease,0.5", "--repeat", "forever"])
    #expect(forever.figures.settleTime == nil && forever.samples.count > 300)
  }

  @Test func severalTimingsAreComparedInTheOrderOfTheOptions() throws {
    let timings = [
      "--bezier", "ease,0.3", "--spring", "response=0.5,damping=1", "--preset", "snappy",
    ]
    let curves = try CurveRun.curves(timings)
    #expect(
      curves.map(\.title) == ["spring response=0.5,damping=1", "preset snappy", "bezier ease,0.3"])
    #expect(Set(curves.map(\.samples.count)).count == 1)
    let table = try CurveRun.plain(timings + ["--csv", "--rate", "2", "--until", "1"])
    let lines = table.output.split(separator: "\n")
    #expect(lines.count == 10 && lines[0] == "curve,t,value,velocity")
    #expect(lines[1] == "1,0.0,0.0,0.0" && lines[9].hasPrefix("3,1.0,100.0,"))
  }

  @Test func rowsAndSamplesAreTheSame() throws {
    let timing = ["--spring", "response=0.5,damping=0.6", "--rate", "90"]
    let (rows, curve) = (try CurveRun.rows(timing), try CurveRun.curve(timing))
    #expect(rows.count == curve.samples.count && rows.count > 60)
    for (index, (row, sample)) in zip(rows, curve.samples).enumerated() {
      #expect(row.time == Double(index) / 90)
      #expect([row.time, row.value, row.velocity] == sample)
    }
  }
}

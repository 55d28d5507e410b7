import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Scrolling and pans compared with recordings of UIKit, and the report of the comparison.
@Suite struct FidelityTests {
  @Test func everyTraceIsWithinAPointOfUIKitAndEndsWithItsFrame() throws {
    let traces = try FidelityTrace.all()
    #expect(traces.count == 7)
    for trace in traces {
      let agreement = try trace.compare()
      #expect(agreement.error <= 1, "\(agreement)")
      #expect(abs(agreement.shift) <= 0.002, "\(agreement)")
      #expect(abs(agreement.endDifference ?? 0) <= 1.0 / 60, "\(agreement)")
      // The pixels there are thirds of a point, of which the file has four decimals.
      #expect(abs(agreement.restDifference) < 1e-3, "\(agreement)")
    }
  }

  @Test func aFingerThatRestsHasNoVelocityAtItsRelease() throws {
    let trace = try #require(try FidelityTrace.all().first(where: \.keepsVelocityAtRest))
    #expect(trace.name == "rubberband_top")
    let (motion, lift) = try trace.play(still: trace.stillSamples)
    let start = try #require(motion).presentation(at: EngineDriver.moment(lift))
    // (x₀ + x₀·t)·e^(−ωt) begins with the slope (1 − ω)·x₀.
    let rate = 2 * Double.pi / 0.575
    #expect(abs(start.velocity - (1 - rate) * start.value) < 1e-6)
    #expect(abs(start.value + 235) < 0.01)
  }

  /// One line of `pan_thresholds.csv`, and whether a pan agrees with it.
  struct Threshold {
    let name: String
    let travel: Vector
    let begins: Bool
    /// The measured translation along the axis that moved; nil if unknown.
    let translation: Double?
    let agrees: Bool
  }

  private static func thresholds() throws -> [Threshold] {
    try FixtureTable("uikit/pan_thresholds.csv").rows.map { row in
      var driver = try EngineDriver(
        scene: """
          { snapback: 1, screen: { width: 1000, height: 1000 },
            views: [ { id: "card" } ],
            constraints: [ "card.left = 0", "card.top = 0", "card.width = 1000",
              "card.height = 1000" ],
            gestures: [ { pan: "card" } ] }
          """)
      let travel = Vector(dx: row.number("dx"), dy: row.number("dy"))
      let start = Point(x: 500, y: 500)
      driver.fingers([(1, start)], 0, scale: 6)
      for step in 1...4 {
        driver.fingers([(1, start + 0.25 * Double(step) * travel)], 0.01 * Double(step), scale: 6)
      }
      let began = driver.turns() == ["pan began"]
      let translation = driver.see("card", 0.04).transform.translation
      let wanted = Double(row.text("translation"))
      let way = travel.dy < 0 ? -translation.dy : translation.dy
      return Threshold(
        name: row.text("case"), travel: travel, begins: row.text("begins") == "yes",
        translation: wanted,
        agrees: began == (row.text("begins") == "yes")
          && (wanted.map { abs(way - $0) < 1e-9 } ?? true))
    }
  }

  @Test func aPanBeginsWhereUIKitsDoes() throws {
    let thresholds = try Self.thresholds()
    #expect(thresholds.count == 10)
    for threshold in thresholds { #expect(threshold.agrees, "\(threshold)") }
  }

  @Test func theReportIsThatOfThisComparison() throws {
    let report = FidelityReport.text(
      try FidelityTrace.all().map { try $0.compare() }, try Self.thresholds(),
      springs: try SpringFidelityReport.text(), layout: try LayoutFidelityReport.text())
    let path = Fixture.repository + "/docs/fidelity.md"
    if getenv("SNAPBACK_UPDATE_GOLDEN") != nil {
      let file = try #require(fopen(path, "w"), "cannot write \(path)")
      fputs(report, file)
      fclose(file)
    }
    let old = String(decoding: try Fixture.bytes(path), as: UTF8.self)
    #expect(old == report, "SNAPBACK_UPDATE_GOLDEN=1 scripts/test unit writes docs/fidelity.md")
  }
}

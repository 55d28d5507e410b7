import SnapbackBasics
import SnapbackTouches
import Testing

@Suite struct CalibrationTests {
  /// A panel of 1000 by 500 values with unusual minima.
  private let x = AxisRange(minimum: -100, maximum: 899)
  private let y = AxisRange(minimum: 40, maximum: 539)
  private let screen = Size(width: 200, height: 400)

  private func mapping(
    _ numbers: [Double], rotation: PanelRotation = .none
  ) throws -> SurfaceMapping {
    var settings = DeviceSettings()
    settings.calibration = .matrix(try Calibration(numbers))
    return SurfaceMapping(x: x, y: y, screen: screen, rotation: rotation, settings: settings)
  }

  private func error(_ numbers: [Double]) -> CalibrationError? {
    do throws(CalibrationError) {
      _ = try Calibration(numbers)
      return nil
    } catch {
      return error
    }
  }

  /// The matrix by hand: normalize, multiply the rows, scale.
  private func byHand(_ m: [Double], _ deviceX: Int32, _ deviceY: Int32) -> Point {
    let u = (Double(deviceX) + 100) / 1000
    let v = (Double(deviceY) - 40) / 500
    return Point(
      x: (m[0] * u + m[1] * v + m[2]) * screen.width,
      y: (m[3] * u + m[4] * v + m[5]) * screen.height)
  }

  @Test func aMatrixMapsNormalizedCoordinatesRowByRow() throws {
    let numbers = [1.1, 0.03, -0.05, -0.02, 0.9, 0.04]
    let mapping = try mapping(numbers)
    for deviceX in stride(from: Int32(-100), through: 899, by: 37) {
      for deviceY in stride(from: Int32(40), through: 539, by: 29) {
        let point = mapping.point(x: deviceX, y: deviceY)
        #expect(point.distance(to: byHand(numbers, deviceX, deviceY)) < 1e-9)
      }
    }
  }

  /// libinput's matrices rotate the panel instead of the picture, so its 90° are Snapback's 270°.
  @Test(
    arguments: [
      ([0, -1, 1, 1, 0, 0], PanelRotation.clockwise270),
      ([-1, 0, 1, 0, -1, 1], .half),
      ([0, 1, 0, -1, 0, 1], .clockwise90),
      ([1, 0, 0, 0, 1, 0], .none),
    ] as [([Double], PanelRotation)])
  func theMatricesOfQuarterTurnsAreTheTurns(numbers: [Double], turn: PanelRotation) throws {
    let calibrated = try mapping(numbers)
    let turned = SurfaceMapping(x: x, y: y, screen: screen, rotation: turn)
    for (deviceX, deviceY) in [(-100, 40), (899, 40), (-100, 539), (899, 539), (7, 333)] {
      let (one, other) = (
        calibrated.point(x: Int32(deviceX), y: Int32(deviceY)),
        turned.point(x: Int32(deviceX), y: Int32(deviceY))
      )
      #expect(one.distance(to: other) < 1e-9)
    }
  }

  @Test func theCalibrationComesBeforeTheTurn() throws {
    // It moves everything right by a tenth of the panel; turned clockwise, right is up.
    let mapping = try mapping([1, 0, 0.1, 0, 1, 0], rotation: .clockwise90)
    let bare = SurfaceMapping(x: x, y: y, screen: screen, rotation: .clockwise90)
    let (moved, from) = (mapping.point(x: 300, y: 300), bare.point(x: 300, y: 300))
    #expect((moved - from - Vector(dx: 0, dy: -0.1 * screen.height)).length < 1e-9)
  }

  @Test func nineNumbersAreSixWithALastRow() throws {
    let six = [1.5, 0.25, -0.5, 0, 2, 0.125]
    #expect(try Calibration(six + [0, 0, 1]) == Calibration(six))
    #expect(error(six + [0, 0, 2]) == .lastRow([0, 0, 2]))
    #expect(error(six + [0, 1, 0]) == .lastRow([0, 1, 0]))
  }

  @Test func numbersThatAreNoCalibrationAreSaidToBe() {
    #expect(error([]) == .count(0))
    #expect(error([1, 0, 0, 0, 1]) == .count(5))
    #expect(error([.nan, 0, 0, 0, 1, 0]) == .number("nan"))
    #expect(error([.infinity, 0, 0, 0, 1, 0]) == .number("inf"))
    #expect(error([1e300, 0, 0, 0, 1, 0]) == .number("1e+300"))
    #expect(error([1, 2, 0, 2, 4, 0]) == .flat)
    #expect(error([0, 0, 0, 0, 0, 0]) == .flat)
  }

  @Test func textsAreReadAsUdevHasThem() throws {
    #expect(try Calibration(parsing: "0 -1 1 1 0 0") == Calibration([0, -1, 1, 1, 0, 0]))
    #expect(
      try Calibration(parsing: " 1.5,0,0\t0 1 0  0 0 1 ") == Calibration([1.5, 0, 0, 0, 1, 0]))
    for (text, wanted) in [
      ("", CalibrationError.count(0)), ("1 0 0 0 one 0", .number("one")),
      ("1 0 0 0 nan 0", .number("nan")), ("1 0 0 0 1 0 0 0 0", .lastRow([0, 0, 0])),
    ] {
      #expect(throws: wanted) { try Calibration(parsing: text) }
    }
  }

  /// Three positions and the results of tslib's formula, computed with its integers.
  @Test func theNumbersOfTslibAreItsFormula() throws {
    let numbers: [Double] = [14122, 7, -3_528_092, -18, 8675, -2_257_648, 65536]
    let pixels = Size(width: 800, height: 480)
    var settings = DeviceSettings()
    settings.calibration = .tslib(numbers, screen: pixels)
    let mapping = SurfaceMapping(x: x, y: y, screen: pixels, settings: settings)
    for (deviceX, deviceY) in [(250, 260), (899, 539), (500, 300)] {
      let (x, y) = (Double(deviceX), Double(deviceY))
      let wanted = Point(
        x: (-3_528_092 + 14122 * x + 7 * y) / 65536,
        y: (-2_257_648 - 18 * x + 8675 * y) / 65536)
      let point = mapping.point(x: Int32(deviceX), y: Int32(deviceY))
      #expect(point.distance(to: wanted) < 1e-6)
    }
    let zero = CalibrationSetting.tslib([1, 0, 0, 0, 1, 0, 0], screen: pixels)
    #expect(throws: CalibrationError.flat) { try zero.resolved(x: x, y: y) }
    let short = CalibrationSetting.tslib([1, 0, 0], screen: pixels)
    #expect(throws: CalibrationError.tslibCount(3)) { try short.resolved(x: x, y: y) }
  }
}

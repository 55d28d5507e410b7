import SnapbackBasics
import SnapbackTouches
import Testing

@Suite struct SurfaceMappingTests {
  private let axis = AxisRange(minimum: 0, maximum: 99)

  private func mapping(
    _ output: OutputRegion?, own: PanelRotation = .none, turn: PanelRotation = .none,
    screen: Size = Size(width: 800, height: 300), size: Size? = nil
  ) -> SurfaceMapping {
    var settings = DeviceSettings()
    settings.output = output
    settings.rotation = own
    return SurfaceMapping(
      x: axis, y: axis, screen: screen, rotation: turn, settings: settings, size: size)
  }

  @Test func twoPanelsCoverTwoHalvesOfTheScreen() {
    let left = mapping(.points(Rect(x: 0, y: 0, width: 400, height: 300)))
    let right = mapping(.shares(Rect(x: 0.5, y: 0, width: 0.5, height: 1)))
    #expect(left.point(x: 0, y: 0) == Point(x: 0, y: 0))
    #expect(left.point(x: 99, y: 99).distance(to: Point(x: 396, y: 297)) < 1e-9)
    #expect(right.point(x: 0, y: 0) == Point(x: 400, y: 0))
    #expect(right.point(x: 50, y: 50).distance(to: Point(x: 600, y: 150)) < 1e-9)
  }

  @Test func aPanelsOwnTurnIsWithinItsPart() {
    // The right half of the screen, on a panel with an upside-down picture.
    let right = mapping(.shares(Rect(x: 0.5, y: 0, width: 0.5, height: 1)), own: .half)
    #expect(right.point(x: 0, y: 0).distance(to: Point(x: 800, y: 300)) < 1e-9)
    #expect(right.point(x: 50, y: 50).distance(to: Point(x: 600, y: 150)) < 1e-9)
  }

  /// The corners of a rotated wall of two panels, worked out by hand on squared paper.
  @Test func theWholePictureTurnsWithItsParts() {
    let turned = Size(width: 300, height: 800)
    let left = mapping(
      .points(Rect(x: 0, y: 0, width: 400, height: 300)), turn: .clockwise90, screen: turned)
    // Turned clockwise, the picture's left edge is on the wall's top edge, so the wall's upper left
    // corner is the picture's lower left one.
    #expect(left.point(x: 0, y: 0).distance(to: Point(x: 0, y: 800)) < 1e-9)
    #expect(left.point(x: 50, y: 50).distance(to: Point(x: 150, y: 600)) < 1e-9)
    let back = mapping(
      .points(Rect(x: 0, y: 0, width: 400, height: 300)), turn: .clockwise270, screen: turned)
    #expect(back.point(x: 0, y: 0).distance(to: Point(x: 300, y: 0)) < 1e-9)
    #expect(back.point(x: 50, y: 50).distance(to: Point(x: 150, y: 200)) < 1e-9)
  }

  @Test func twoQuarterTurnsOfOwnAndWholeAreAHalf() {
    let screen = Size(width: 300, height: 800)
    let both = mapping(nil, own: .clockwise90, turn: .clockwise90, screen: screen)
    let half = mapping(nil, turn: .half, screen: screen)
    for x in stride(from: Int32(0), through: 99, by: 11) {
      for y in stride(from: Int32(0), through: 99, by: 9) {
        #expect(both.point(x: x, y: y).distance(to: half.point(x: x, y: y)) < 1e-9)
      }
    }
  }

  @Test func valuesFarBeyondTheRangeAreHeldAtItsBorder() {
    let mapping = mapping(nil, screen: Size(width: 100, height: 100))
    #expect(mapping.point(x: 110, y: -10).distance(to: Point(x: 110, y: -10)) < 1e-9)
    #expect(mapping.point(x: 60_000, y: -60_000) == Point(x: 125, y: -25))
    #expect(mapping.point(x: .max, y: .min) == mapping.point(x: 60_000, y: -60_000))
    let widest = SurfaceMapping(
      x: AxisRange(minimum: .min, maximum: .max), y: AxisRange(minimum: 5, maximum: 5),
      screen: Size(width: 100, height: 100))
    for value in [Int32.min, -1, 0, 1, .max] {
      #expect(widest.point(x: value, y: value).isFinite)
    }
  }

  @Test func aDeviceNeedsTwoAxesOfSeveralValues() throws {
    func map(_ x: AxisRange, _ y: AxisRange?) -> SurfaceMapping? {
      var profile = DeviceProfile(name: "test")
      profile.setAxis(EventCode.x, range: x)
      if let y { profile.setAxis(EventCode.y, range: y) }
      return SurfaceMapping(
        profile, settings: DeviceSettings(), screen: Size(width: 100, height: 300))
    }
    let single = AxisRange(minimum: 7, maximum: 7)
    let reversed = AxisRange(minimum: 7, maximum: 6)
    #expect(map(axis, nil) == nil)
    #expect(map(single, axis) == nil && map(axis, single) == nil)
    #expect(map(reversed, axis) == nil && map(axis, reversed) == nil)
    // Two values are the minimum: the second begins in the middle.
    let pair = AxisRange(minimum: 7, maximum: 8)
    let smallest = try #require(map(pair, pair))
    #expect(smallest.point(x: 7, y: 7) == Point(x: 0, y: 0))
    #expect(smallest.point(x: 8, y: 8).distance(to: Point(x: 50, y: 150)) < 1e-9)
  }

  @Test func aMillimeterIsWhatTheMapMakesOfIt() throws {
    // 200 × 100 mm onto 800 × 300 points: 4 by 3 points, geometric mean √12.
    let size = Size(width: 200, height: 100)
    #expect(mapping(nil).pointsPerMillimeter == nil)
    let whole = try #require(mapping(nil, size: size).pointsPerMillimeter)
    #expect(abs(whole - 12.0.squareRoot()) < 1e-12)
    let half = try #require(
      mapping(.shares(Rect(x: 0.5, y: 0, width: 0.5, height: 1)), size: size)
        .pointsPerMillimeter)
    #expect(abs(half - 6.0.squareRoot()) < 1e-12)
    let turned = try #require(
      mapping(nil, turn: .clockwise90, screen: Size(width: 300, height: 800), size: size)
        .pointsPerMillimeter)
    #expect(abs(turned - 12.0.squareRoot()) < 1e-12)
    // Measured: a millimeter along each axis, mapped by its end points.
    let map = mapping(nil, size: size)
    let across = map.point(x: 50, y: 0).x - map.point(x: 0, y: 0).x
    let down = map.point(x: 0, y: 50).y - map.point(x: 0, y: 0).y
    #expect(abs((across / 100 * down / 50).squareRoot() - whole) < 1e-12)
  }

  @Test func sizesThatCannotBeAreToldApartFromThoseThatAreNotTold() {
    func size(_ width: Int32, _ height: Int32, _ resolution: Int32) -> DeviceSize {
      var profile = DeviceProfile(name: "test")
      profile.setAxis(
        EventCode.x, range: AxisRange(minimum: 0, maximum: width, resolution: resolution))
      profile.setAxis(
        EventCode.y, range: AxisRange(minimum: 0, maximum: height, resolution: resolution))
      return profile.size(with: DeviceSettings())
    }
    #expect(size(4000, 3000, 20) == .told(Size(width: 200, height: 150)))
    #expect(size(4000, 3000, 0) == .unknown)
    #expect(size(32767, 32767, 1) == .unbelievable(Size(width: 32767, height: 32767)))
    // The limits: sides of 10 and 2500 mm, and a ratio of one to five.
    #expect(size(10, 10, 1).size != nil && size(9, 9, 1).size == nil)
    #expect(size(2500, 2500, 1).size != nil && size(2501, 2500, 1).size == nil)
    #expect(size(500, 100, 1).size != nil && size(501, 100, 1).size == nil)
    #expect(size(100, 500, 1).size != nil && size(100, 501, 1).size == nil)
    var settings = DeviceSettings()
    settings.size = Size(width: 150, height: 90)
    #expect(
      DeviceProfile(name: "test").size(with: settings)
        == .configured(Size(width: 150, height: 90)))
  }
}

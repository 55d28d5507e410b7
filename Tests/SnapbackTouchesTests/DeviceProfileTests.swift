import SnapbackGeometry
import SnapbackTouches
import Testing

@Suite struct DeviceProfileTests {
  private func device(
    _ axes: [UInt16: AxisRange], keys: Set<UInt16> = [], relative: Set<UInt16> = [],
    properties: Set<UInt16> = []
  ) -> DeviceProfile {
    var device = DeviceProfile(
      name: "test", keys: keys, relativeCodes: relative, properties: properties)
    for (code, range) in axes { device.setAxis(code, range: range) }
    return device
  }

  private let range = AxisRange(minimum: 0, maximum: 4095)

  @Test func kindsAreToldApart() {
    let position = [EventCode.x: range, EventCode.y: range]
    let contacts = [
      EventCode.slot: AxisRange(minimum: 0, maximum: 9), EventCode.multitouchX: range,
      EventCode.multitouchY: range,
    ]
    let direct: Set = [EventCode.directProperty]
    let pointer: Set = [EventCode.pointerProperty]
    #expect(device(contacts, keys: [EventCode.touch], properties: direct).kind == .touchscreen)
    #expect(device(contacts, keys: [EventCode.touch]).kind == .touchscreen)
    #expect(device(position, keys: [EventCode.touch]).kind == .touchscreen)
    #expect(device(contacts, keys: [EventCode.touch], properties: pointer).kind == .touchpad)
    #expect(device(position, keys: [EventCode.leftButton]).kind == .absolutePointer)
    #expect(device(position, keys: [EventCode.toolPen, EventCode.touch]).kind == .pen)
    #expect(device([:], keys: [EventCode.leftButton], relative: [0, 1]).kind == .mouse)
    #expect(device([:], keys: Set(1...100)).kind == .keyboard)
    #expect(device(contacts, keys: Set(1...100), properties: direct).kind == .keyboard)
    #expect(device([:]).kind == .other)
  }

  @Test func sizesAreBelievedWhenTheyCanBeTrue() {
    func size(_ x: AxisRange, _ y: AxisRange) -> Size? {
      device([EventCode.x: x, EventCode.y: y]).physicalSize
    }
    let phone = AxisRange(minimum: 0, maximum: 1600, resolution: 16)
    #expect(size(phone, phone) == Size(width: 100, height: 100))
    // One unit a millimetre over 32767: a panel of 32 metres.
    let lie = AxisRange(minimum: 0, maximum: 32767, resolution: 1)
    #expect(size(lie, lie) == nil)
    #expect(size(phone, range) == nil)
    let sliver = AxisRange(minimum: 0, maximum: 160, resolution: 16)
    #expect(size(phone, sliver) == nil)
  }

  @Test func rangesCountInclusively() {
    let mapping = SurfaceMapping(
      x: AxisRange(minimum: 10, maximum: 19), y: AxisRange(minimum: 0, maximum: 99),
      screen: Size(width: 100, height: 1000))
    #expect(mapping.point(x: 10, y: 0) == Point(x: 0, y: 0))
    #expect(mapping.point(x: 19, y: 99) == Point(x: 90, y: 990))
    #expect(mapping.point(x: .max, y: .min).isFinite)
  }

  @Test func theCornersOfATurnedPictureAreWhereTheyAreSeen() {
    // On a panel whose picture is turned clockwise, its top left corner is at the top right.
    let range = AxisRange(minimum: 0, maximum: 99)
    func corner(_ rotation: PanelRotation, _ x: Int32, _ y: Int32) -> Point {
      SurfaceMapping(x: range, y: range, screen: Size(width: 100, height: 100), rotation: rotation)
        .point(x: x, y: y)
    }
    func near(_ point: Point, _ x: Double, _ y: Double) -> Bool {
      point.distance(to: Point(x: x, y: y)) < 1.5
    }
    #expect(near(corner(.none, 0, 0), 0, 0))
    #expect(near(corner(.clockwise90, 99, 0), 0, 0))
    #expect(near(corner(.clockwise90, 99, 99), 100, 0))
    #expect(near(corner(.half, 99, 99), 0, 0))
    #expect(near(corner(.clockwise270, 0, 99), 0, 0))
    #expect(near(corner(.clockwise270, 0, 0), 100, 0))
  }

  @Test func axesStayInOrderAndAreReplaced() {
    var device = device([:])
    for code: UInt16 in [0x36, 0, 0x35, 1, 0x35] {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: Int32(code)))
    }
    #expect(device.axes.map(\.code) == [0, 1, 0x35, 0x36])
  }
}

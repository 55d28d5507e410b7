import SnapbackBasics
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

  @Test func oddDevicesAreWhatTheyAre() {
    let position = [EventCode.x: range, EventCode.y: range]
    let contacts = [EventCode.multitouchX: range, EventCode.multitouchY: range]
    let slots = contacts.merging([EventCode.slot: AxisRange(minimum: 0, maximum: 9)]) { $1 }
    let left = EventCode.leftButton
    let steps: Set = [EventCode.relativeX, EventCode.relativeY]
    // A phone's panel that reports BTN_TOOL_FINGER, and a touchpad without properties.
    let direct: Set = [EventCode.directProperty]
    let finger: Set = [EventCode.touch, EventCode.toolFinger]
    #expect(device(slots, keys: finger, properties: direct).kind == .touchscreen)
    #expect(device(slots, keys: finger).kind == .touchscreen)
    #expect(device(slots, keys: finger.union([left])).kind == .touchpad)
    #expect(device(contacts, keys: finger.union([left])).kind == .touchpad)
    #expect(device(position, keys: finger.union([left])).kind == .touchpad)
    // A mouse with a touch surface.
    #expect(device(slots, keys: [left], relative: steps).kind == .mouse)
    // A virtual machine's tablet has wheels, and may declare INPUT_PROP_POINTER.
    let pointer: Set = [EventCode.pointerProperty]
    #expect(device(position, keys: [left], relative: [EventCode.wheel]).kind == .absolutePointer)
    #expect(device(position, keys: [left], properties: pointer).kind == .absolutePointer)
    #expect(device(position, keys: [EventCode.touch, EventCode.stylus]).kind == .pen)
    #expect(device(position, keys: [EventCode.toolEraser], properties: direct).kind == .pen)
    #expect(device(slots, keys: [EventCode.toolPen], properties: direct).kind == .touchscreen)
    #expect(
      device(position.merging([EventCode.pressure: range]) { $1 }).kind == .touchscreen)
    // Joysticks and accelerometers have axes that are not positions.
    #expect(device(position, keys: [0x120, 0x121]).kind == .other)
    #expect(device(position, keys: [left], properties: [6]).kind == .other)
    #expect(device(position).kind == .other)
    // One axis of two, and axes of one value.
    #expect(device([EventCode.x: range], keys: [EventCode.touch]).kind == .other)
    let point = AxisRange(minimum: 7, maximum: 7)
    #expect(
      device([EventCode.x: range, EventCode.y: point], keys: [EventCode.touch]).kind == .other)
  }

  @Test func protocolsAreToldByTheirAxes() {
    let contacts = [EventCode.multitouchX: range, EventCode.multitouchY: range]
    let position = [EventCode.x: range, EventCode.y: range]
    let slot = [EventCode.slot: AxisRange(minimum: 0, maximum: 9)]
    #expect(device(contacts).contactProtocol == .lists)
    #expect(device(contacts.merging(slot) { $1 }).contactProtocol == .slots)
    #expect(device(position).contactProtocol == .single)
    #expect(device([EventCode.multitouchX: range]).contactProtocol == .single)
    // Lists and slots take positions from the multitouch axes, whatever other axes there are.
    let small = AxisRange(minimum: 0, maximum: 9)
    let both = contacts.merging([EventCode.x: small, EventCode.y: small]) { $1 }
    #expect(device(both).positionAxes?.x == range)
    // A joystick with every axis is no multitouch device; libevdev has the same rule.
    var all: [UInt16: AxisRange] = [:]
    for code in 0...0x3f as ClosedRange<UInt16> { all[code] = range }
    #expect(device(all).contactProtocol == .single && !device(all).hasSlots)
    #expect(device(all, keys: [0x120]).kind == .other)
    var empty = contacts
    empty[EventCode.slot] = AxisRange(minimum: 0, maximum: -1)
    #expect(device(empty).contactProtocol == .single)
    #expect(device(contacts.merging(slot) { $1 }).slotCount == 10)
  }

  @Test func whatPointsIsRead() {
    let read = DeviceKind.allCases.filter(\.touches)
    #expect(read == [.touchscreen, .touchpad, .pen, .mouse, .absolutePointer])
    // A keyboard that is also a mouse is a keyboard, but a recording of it can be played.
    let both = device(
      [:], keys: Set(1...100).union([EventCode.leftButton]),
      relative: [EventCode.relativeX, EventCode.relativeY])
    #expect(both.kind == .keyboard)
    #expect(DeviceDecoder(profile: both, screen: EventScript.screen)?.kind == .mouse)
  }

  @Test func devicesThatPointAtNothingAreRefused() {
    func decoder(_ device: DeviceProfile, kind: DeviceKind? = nil) -> DeviceDecoder? {
      DeviceDecoder(profile: device, screen: EventScript.screen, kind: kind)
    }
    #expect(decoder(DeviceProfile(name: "keys")) == nil)
    #expect(decoder(TestDevice.mouse) != nil)
    for kind in DeviceKind.allCases where kind != .mouse {
      #expect(decoder(TestDevice.mouse, kind: kind) == nil)
    }
    #expect(decoder(TestDevice.slots, kind: .mouse) == nil)
    let flat = device([
      EventCode.x: AxisRange(minimum: 5, maximum: 5), EventCode.y: range,
    ])
    #expect(decoder(flat) == nil && decoder(flat, kind: .touchscreen) == nil)
    let pad = decoder(TestDevice.pad, kind: .touchscreen)
    #expect(pad?.kind == .touchscreen)
  }

  @Test func sizesAreBelievedWhenTheyCanBeTrue() {
    func size(_ x: AxisRange, _ y: AxisRange) -> Size? {
      device([EventCode.x: x, EventCode.y: y]).physicalSize
    }
    let phone = AxisRange(minimum: 0, maximum: 1600, resolution: 16)
    #expect(size(phone, phone) == Size(width: 100, height: 100))
    // One unit per millimeter over 32767: a panel of 32 meters.
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
    // On a panel with a clockwise picture, the picture's top left corner is at the top right.
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

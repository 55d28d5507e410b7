import SnapbackBasics
import SnapbackTouches
import Testing

/// Fingers on a touchpad, in millimeters.
///
/// The pad is 100 × 200 mm; the cursor moves a point for each millimeter and begins at (50, 100).
struct PadScript {
  var script: EventScript
  private var ids: [Int32?]
  private var nextID: Int32 = 1

  init(_ device: DeviceProfile = TestDevice.pad) throws {
    var settings = DeviceSettings()
    settings.size = Size(width: 100, height: 200)
    // libinput's 1000 dpi, slowed by 0.2968.
    settings.pointerSpeed = 0.0254 / 0.2968
    settings.scrollSpeed = 0.0254 / 0.2968
    script = try #require(EventScript(device, settings: settings))
    #expect(script.decoder.kind == .touchpad)
    ids = Array(repeating: nil, count: device.slotCount)
  }

  /// Reports a finger at each place, in slot order, 10 ms after the last report; nil lifts it.
  mutating func fingers(_ places: (Double, Double)?...) -> String {
    frame(after: 0.01, places)
  }

  /// Reports fingers some seconds after the last report.
  mutating func fingers(after seconds: Double, _ places: (Double, Double)?...) -> String {
    frame(after: seconds, places)
  }

  private mutating func frame(after seconds: Double, _ places: [(Double, Double)?]) -> String {
    var events: [EventScript.Event] = []
    for index in ids.indices {
      let place = index < places.count ? places[index] : nil
      guard place != nil || ids[index] != nil else { continue }
      events.append(slot(Int32(index)))
      if let (x, y) = place {
        if ids[index] == nil {
          ids[index] = nextID
          events.append(id(nextID))
          nextID += 1
        }
        events += [atX(Int32((10 * x).rounded())), atY(Int32((10 * y).rounded()))]
      } else {
        ids[index] = nil
        events.append(id(-1))
      }
    }
    let count = ids.filter { $0 != nil }.count
    events.append(key(EventCode.touch, count > 0 ? 1 : 0))
    let tools = [EventCode.toolFinger, EventCode.twoFingers, EventCode.threeFingers]
    for (index, tool) in tools.enumerated() {
      events.append(key(tool, index + 1 == count ? 1 : 0))
    }
    return script.frame(after: seconds, events)
  }
}

extension DeviceProfile {
  /// The profile with another bus and vendor.
  func on(bus: UInt16, vendor: UInt16 = 0) -> DeviceProfile {
    var device = self
    device.identity = [bus, vendor, 0, 0]
    return device
  }
}

import SnapbackReplay
import SnapbackTouches

/// The positions of all contacts at the end of each frame, decoded according to the kernel's
/// documents without any code of Snapback.
struct PanelReading {
  struct Place: Equatable {
    var x: Int32
    var y: Int32
  }

  struct Frame {
    var seconds: Double
    var places: [Place]
  }

  private(set) var frames: [Frame] = []
  /// Tracking ids in the order in which they began.
  private(set) var identifiers: [Int32] = []
  private(set) var slotsUsed: Set<Int32> = []

  /// Protocol B: `Documentation/input/multi-touch-protocol.rst`.
  static func slots(_ recording: Recording) -> PanelReading {
    var reading = PanelReading()
    var slot: Int32 = 0
    var state: [Int32: (id: Int32, x: Int32, y: Int32)] = [:]
    for event in recording.events {
      switch (event.type, event.code) {
      case (3, 0x2f): slot = event.value
      case (3, 0x35): state[slot, default: (-1, 0, 0)].x = event.value
      case (3, 0x36): state[slot, default: (-1, 0, 0)].y = event.value
      case (3, 0x39):
        state[slot, default: (-1, 0, 0)].id = event.value
        if event.value >= 0 { reading.identifiers.append(event.value) }
        reading.slotsUsed.insert(slot)
      case (0, 0):
        let down = state.sorted { $0.key < $1.key }.map(\.value).filter { $0.id >= 0 }
        reading.add(event, down.map { Place(x: $0.x, y: $0.y) })
      default: break
      }
    }
    return reading
  }

  /// Protocol A: contacts end with `SYN_MT_REPORT`; one without a position means that none is down.
  static func marks(_ recording: Recording) -> PanelReading {
    var reading = PanelReading()
    var (x, y): (Int32?, Int32?) = (nil, nil)
    var places: [Place] = []
    for event in recording.events {
      switch (event.type, event.code) {
      case (3, 0x35): x = event.value
      case (3, 0x36): y = event.value
      case (0, 2):
        if let x, let y { places.append(Place(x: x, y: y)) }
        (x, y) = (nil, nil)
      case (0, 0):
        reading.add(event, places)
        places = []
      default: break
      }
    }
    return reading
  }

  /// One position and a key.
  static func single(_ recording: Recording, key: UInt16) -> PanelReading {
    var reading = PanelReading()
    var place = Place(x: 0, y: 0)
    var isDown = false
    for event in recording.events {
      switch (event.type, event.code) {
      case (3, 0): place.x = event.value
      case (3, 1): place.y = event.value
      case (2, 0): place.x += event.value
      case (2, 1): place.y += event.value
      case (1, key): isDown = event.value != 0
      case (0, 0): reading.add(event, isDown ? [place] : [])
      default: break
      }
    }
    return reading
  }

  private mutating func add(_ event: InputEvent, _ places: [Place]) {
    frames.append(Frame(seconds: Double(event.time.nanoseconds) * 1e-9, places: places))
  }
}

import Glibc

/// An input device: its description, its state and its readers.
public final class EvdevDevice {
  /// The range of an axis, in device units.
  public struct Axis: Sendable {
    var minimum: Int32
    var maximum: Int32
    var fuzz: Int32
    var flat: Int32
    var resolution: Int32

    /// Creates a range from its parts.
    public init(
      _ minimum: Int32, _ maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// The description of a device. Codes are those of `linux/input-event-codes.h`.
  public struct Profile: Sendable {
    /// Its name.
    public var name = "Simulated device"
    /// Its physical path; nil reports none.
    public var physicalPath: String?
    /// Its unique identifier; nil reports none.
    public var unique: String?
    /// Bus, vendor, product and version.
    public var identity: [UInt16] = [3, 0x1234, 0x5678, 0x100]
    /// INPUT_PROP_… numbers.
    public var properties: [Int] = []
    /// The codes of each type except axes: `[EV_KEY: [BTN_TOUCH]]`.
    public var codes: [Int: [Int]] = [:]
    /// The axes.
    public var axes: [Int: Axis] = [:]
    /// The number of events that a reader's buffer holds; nil for the kernel's own estimate.
    public var bufferSize: Int?

    /// A device without codes.
    public init() {}

    /// A touchscreen of type B with the given number of slots.
    public static func touchscreen(
      slots: Int32 = 10, width: Int32 = 4095, height: Int32 = 4095, resolution: Int32 = 0
    ) -> Profile {
      var profile = Profile()
      profile.name = "Simulated touchscreen"
      profile.properties = [1]
      profile.codes = [1: [0x14A]]
      let x = Axis(0, width, resolution: resolution)
      let y = Axis(0, height, resolution: resolution)
      profile.axes = [
        0: x, 1: y, 0x2F: Axis(0, slots - 1), 0x35: x, 0x36: y, 0x39: Axis(0, 65535),
      ]
      return profile
    }
  }

  /// An event as the driver reports it.
  public struct Event: Hashable, Sendable {
    /// EV_… number.
    public var type: UInt16
    /// The code.
    public var code: UInt16
    /// The value.
    public var value: Int32

    /// Creates an event from its parts.
    public init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      self.type = type
      self.code = code
      self.value = value
    }

    /// The end of a frame.
    public static let report = Event(0, 0, 0)
  }

  static let slotCode = 0x2F
  static let contactCodes = 0x30...0x3D
  static let trackingCode = 0x39

  /// Its description.
  public let profile: Profile
  /// The number of its node, `/dev/input/event0`.
  public let number: Int
  /// Whether it is plugged in.
  public private(set) var isThere = true
  /// How many descriptions are open to it.
  public var readerCount: Int { readers.count }
  /// Whether one description has grabbed the device.
  public var isGrabbed: Bool { grabber != nil }

  unowned let kernel: Kernel
  var readers: [EvdevFile] = []
  weak var grabber: EvdevFile?
  /// The active codes by type: keys, switches, lights, sounds.
  private(set) var active: [UInt16: Bits] = [:]
  private(set) var values = [Int32](repeating: 0, count: 0x40)
  /// The values of each slot, indexed by code from the first multitouch code on.
  private(set) var slots: [[Int32]] = []
  /// The slot that the driver selected last.
  private var slot: Int32 = 0

  init(_ kernel: Kernel, _ profile: Profile, number: Int) {
    self.kernel = kernel
    self.profile = profile
    self.number = number
    for code in profile.axes.keys.sorted() where code == Self.slotCode {
      var empty = [Int32](repeating: 0, count: Self.contactCodes.count)
      empty[Self.trackingCode - Self.contactCodes.lowerBound] = -1
      let count = Int((profile.axes[code]?.maximum ?? -1) + 1)
      slots = Array(repeating: empty, count: max(0, count))
    }
  }

  /// The path of its node.
  public var path: String { "/dev/input/event\(number)" }

  /// Reports events as the driver does; a frame ends with ``Event/report``.
  ///
  /// As in the kernel, undeclared events and events that change nothing are dropped, and a slot is
  /// named only before its first change.
  public func emit(_ events: [Event]) {
    guard isThere else { return }
    var passed: [Event] = []
    for event in events { note(event, &passed) }
    for reader in readers where grabber == nil || grabber === reader { reader.pass(passed) }
  }

  private func note(_ event: Event, _ passed: inout [Event]) {
    let code = Int(event.code)
    switch event.type {
    case 0: passed.append(event)
    case 3: noteAxis(event, code, &passed)
    case 1, 5, 0x11, 0x12:
      guard codes(Int(event.type)).contains(code) else { return }
      let isOn = active[event.type]?.contains(code) ?? false
      // A repeating key is reported without a change.
      guard isOn != (event.value != 0) || event.type == 1 && event.value == 2 else { return }
      active[event.type, default: Bits(0x300)].set(code, event.value != 0)
      passed.append(event)
    default:
      if codes(Int(event.type)).contains(code) { passed.append(event) }
    }
  }

  private func noteAxis(_ event: Event, _ code: Int, _ passed: inout [Event]) {
    guard profile.axes[code] != nil else { return }
    if code == Self.slotCode, !slots.isEmpty {
      if slots.indices.contains(Int(event.value)) { slot = event.value }
      return
    }
    guard Self.contactCodes.contains(code), !slots.isEmpty else {
      // Without slots, contacts are reported one after the other, changed or not.
      guard values[code] != event.value || Self.contactCodes.contains(code) else { return }
      values[code] = event.value
      passed.append(event)
      return
    }
    let place = code - Self.contactCodes.lowerBound
    guard slots[Int(slot)][place] != event.value else { return }
    slots[Int(slot)][place] = event.value
    if values[Self.slotCode] != slot {
      values[Self.slotCode] = slot
      passed.append(Event(3, UInt16(Self.slotCode), slot))
    }
    passed.append(event)
  }

  /// Unplugs the device: notifies readers and removes the node.
  public func unplug() {
    guard isThere else { return }
    isThere = false
    grabber = nil
    kernel.files.remove(path)
    for reader in readers { reader.notify() }
  }

  /// The greatest code of a type; nil for a type without codes.
  static func greatestCode(_ type: Int) -> Int? {
    switch type {
    case 0: 0x1F
    case 1: 0x2FF
    case 2: 0x0F
    case 3: 0x3F
    case 4: 0x07
    case 5: 0x11
    case 0x11: 0x0F
    case 0x12: 0x07
    case 0x14: 0x01
    case 0x15: 0x7F
    default: nil
    }
  }

  /// The device's codes of a type; for type 0, its types.
  func codes(_ type: Int) -> Bits {
    var bits = Bits((Self.greatestCode(type) ?? 0) + 1)
    if type == 0 {
      bits.set(0, true)
      for type in profile.codes.keys.sorted() { bits.set(type, true) }
      if !profile.axes.isEmpty { bits.set(3, true) }
    } else if type == 3 {
      for code in profile.axes.keys.sorted() { bits.set(code, true) }
    } else {
      for code in profile.codes[type] ?? [] { bits.set(code, true) }
    }
    return bits
  }

  /// The number of events that a reader's buffer holds: eight frames, by the kernel's estimate of a
  /// frame.
  var bufferSize: Int {
    if let size = profile.bufferSize { return size }
    var frame = slots.count + 1 + 7
    for code in profile.axes.keys.sorted() {
      frame += Self.contactCodes.contains(code) ? max(1, slots.count) : 1
    }
    frame += profile.codes[2]?.count ?? 0
    var size = 64
    while size < frame * 8 { size *= 2 }
    return size
  }
}

/// A bit set in the kernel's layout.
struct Bits {
  private(set) var words: [UInt64]

  init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func set(_ index: Int, _ isOn: Bool) {
    guard index / 64 < words.count else { return }
    let bit: UInt64 = 1 << UInt64(index % 64)
    words[index / 64] = isOn ? words[index / 64] | bit : words[index / 64] & ~bit
  }

  func contains(_ index: Int) -> Bool {
    index / 64 < words.count && words[index / 64] & 1 << UInt64(index % 64) != 0
  }
}

extension Kernel {
  /// Plugs a device in: its node appears.
  public func plug(
    _ profile: EvdevDevice.Profile, number: Int, mode: UInt32 = 0o660, gid: UInt32 = 0
  ) -> EvdevDevice {
    let device = EvdevDevice(self, profile, number: number)
    files.makeDevice(device.path, .evdev(device), mode: mode)
    if gid != 0 { files.setAttributes(device.path, gid: gid) }
    return device
  }
}

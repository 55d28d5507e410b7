import SnapbackBasics
public import SnapbackDocument
import SnapbackTouches

/// Reads a device from a document; docs/synth.md describes the keys.
extension SyntheticDevice {
  /// The longest name of a device, in characters.
  private static let nameLimit = 80

  /// Reads the description of a device.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> SyntheticDevice {
    try read(try DocumentNode.parse(bytes, file: file), file: file)
  }

  /// Reads the description of a device from a parsed document.
  public static func read(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> SyntheticDevice {
    var reader = try ObjectReader(node, file: file)
    let kind = try reader.optionalOneOf("kind", Kind.self) ?? .touchscreen
    let name = try reader.optionalString("name") ?? "Snapback synthetic \(kind.rawValue)"
    guard !name.isEmpty, name.count <= nameLimit else {
      throw reader.error("expected 1 to \(nameLimit) characters", atKey: "name")
    }
    let hasContacts = kind == .touchscreen || kind == .touchpad
    let contactProtocol =
      hasContacts ? try reader.optionalOneOf("protocol", ContactProtocol.self) ?? .b : .single
    let slots = try reader.optionalInteger("slots", in: 1...64)
    guard slots == nil || contactProtocol == .b else {
      throw reader.error(
        "only touchscreens and touchpads of protocol B have slots", atKey: "slots")
    }
    var device: SyntheticDevice
    if kind == .mouse {
      device = described(.mouse, name: name)
    } else {
      let x = try axis("x", &reader)
      let y = try axis("y", &reader)
      guard (x.resolution == 0) == (y.resolution == 0) else {
        throw reader.error(
          "expected a resolution for both axes or neither", atKey: x.resolution == 0 ? "x" : "y")
      }
      let pressure =
        kind == .absolutePointer
        ? nil : try reader.optionalInteger("pressure", in: 1...Int(clamping: Int32.max))
      device = described(
        kind, name: name, contactProtocol: contactProtocol, x: x, y: y, slots: slots ?? 10,
        pressure: pressure.map { AxisRange(minimum: 0, maximum: Int32(clamping: $0)) })
    }
    if let identity = try reader.optionalArray("identity", count: 4...4) {
      var words: [UInt16] = []
      for word in identity {
        words.append(UInt16(clamping: try word.integer(in: 0...0xffff, file: file)))
      }
      device.profile.identity = words
    }
    try device.readScanning(&reader)
    try reader.finish()
    return device
  }

  private mutating func readScanning(_ reader: inout ObjectReader) throws(DocumentError) {
    rate = try reader.optionalNumber("rate", in: Self.rates) ?? rate
    jitter = try reader.optionalNumber("jitter", in: 0...1) ?? 0
    noise = try reader.optionalNumber("noise", in: 0...1e6) ?? 0
  }

  /// Reads an axis: `{ min, max, resolution, fuzz }`, or only its maximum.
  private static func axis(
    _ key: String, _ reader: inout ObjectReader
  ) throws(DocumentError) -> AxisRange {
    let node = try reader.node(key)
    let numbers = Int(clamping: Int32.min)...Int(clamping: Int32.max)
    if case .number = node.value {
      let maximum = try node.integer(in: 1...numbers.upperBound, file: reader.file)
      return AxisRange(minimum: 0, maximum: Int32(clamping: maximum))
    }
    return try ObjectReader.read(node, file: reader.file) { axis throws(DocumentError) in
      let minimum = try axis.optionalInteger("min", in: numbers) ?? 0
      let maximum = try axis.integer("max", in: numbers)
      guard maximum > minimum else {
        throw axis.error("expected more than min, \(minimum), found \(maximum)", atKey: "max")
      }
      let fuzz = try axis.optionalInteger("fuzz", in: 0...1_000_000) ?? 0
      let resolution = try axis.optionalInteger("resolution", in: 0...1_000_000) ?? 0
      return AxisRange(
        minimum: Int32(clamping: minimum), maximum: Int32(clamping: maximum),
        fuzz: Int32(clamping: fuzz), resolution: Int32(clamping: resolution))
    }
  }
}

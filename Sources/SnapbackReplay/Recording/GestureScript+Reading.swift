public import SnapbackBasics
public import SnapbackDocument

/// Reads gesture scripts; docs/synth.md describes the keys.
extension GestureScript {
  /// The default pause between two gestures, in seconds.
  public static let pause = 0.3
  /// The most gestures in a script.
  public static let entryLimit = 1000
  /// The valid lengths of a screen's sides, in points.
  public static let sides: ClosedRange<Double> = 1...100_000

  /// Values that override values in a script.
  public struct Overrides: Hashable, Sendable {
    /// The screen in points.
    public var screen: Size?
    /// The device.
    public var device: SyntheticDevice?
    /// The scans per second.
    public var rate: Double?
    /// ``SyntheticDevice/jitter``.
    public var jitter: Double?
    /// ``SyntheticDevice/noise``.
    public var noise: Double?
    /// The seed of the noise.
    public var seed: UInt64?

    /// Creates overrides that change nothing.
    public init() {}
  }

  /// Creates a script without gestures, with the defaults overridden.
  public init(_ overrides: Overrides) {
    self.init([])
    override(by: overrides)
  }

  private mutating func override(by other: Overrides) {
    if let screen = other.screen { self.screen = screen }
    if let device = other.device { self.device = device }
    if let rate = other.rate { device.rate = rate }
    if let jitter = other.jitter { device.jitter = jitter }
    if let noise = other.noise { device.noise = noise }
    if let seed = other.seed { self.seed = seed }
  }

  /// Reads a script. A gesture that cannot be drawn throws an error with its position.
  public static func read(
    _ bytes: [UInt8], file: String, overrides: Overrides = Overrides()
  ) throws(DocumentError) -> GestureScript {
    var script = GestureScript([])
    var reader = try ObjectReader(try DocumentNode.parse(bytes, file: file), file: file)
    if let size = try reader.optionalPoint("size", in: sides) {
      script.screen = Size(width: size.x, height: size.y)
    }
    if let node = reader.optionalNode("device") {
      if case .string = node.value {
        script.device = .standard(try node.oneOf(SyntheticDevice.Kind.self, file: file))
      } else {
        script.device = try SyntheticDevice.read(node, file: file)
      }
    }
    if let rate = try reader.optionalNumber("rate", in: SyntheticDevice.rates) {
      script.device.rate = rate
    }
    if let jitter = try reader.optionalNumber("jitter", in: 0...1) {
      script.device.jitter = jitter
    }
    if let noise = try reader.optionalNumber("noise", in: 0...1e6) { script.device.noise = noise }
    if let seed = try reader.optionalInteger("seed", in: 0...9_007_199_254_740_991) {
      script.seed = UInt64(clamping: seed)
    }
    let gestures = try reader.array("gestures", count: 1...entryLimit)
    try reader.finish()
    script.override(by: overrides)
    for node in gestures { try script.add(node, file: file) }
    return script
  }

  private mutating func add(_ node: DocumentNode, file: String) throws(DocumentError) {
    var reader = try GestureReader(node, file: file, screen: screen)
    let entry = Entry(try reader.gesture(), at: try reader.time(after: duration))
    entries.append(entry)
    do throws(GestureFault) {
      try check(entry)
    } catch {
      throw node.error(error.description, file: file)
    }
    // Check the limits after each gesture, so that strokes and notches cannot accumulate far beyond
    // them.
    guard strokes.count + notches.count <= TouchSynthesizer.strokeLimit else {
      throw node.error(
        "more than \(TouchSynthesizer.strokeLimit) strokes and notches up to here",
        file: file)
    }
    guard duration <= TouchSynthesizer.timeLimit else {
      throw node.error(
        "expected an end within \(Int(saturating: TouchSynthesizer.timeLimit)) seconds, found "
          + "\(duration)", file: file)
    }
  }
}

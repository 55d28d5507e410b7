public import SnapbackBasics
import SnapbackTouches

/// Gestures with their start times, the screen on which they are drawn, and the device that reports
/// them.
public struct GestureScript: Hashable, Sendable {
  /// A gesture and its start time.
  public struct Entry: Hashable, Sendable {
    /// The start time, in seconds.
    public var time: Double
    /// The gesture to draw.
    public var gesture: SyntheticGesture

    /// Creates an entry that starts at `time`.
    public init(_ gesture: SyntheticGesture, at time: Double = 0) {
      self.time = time
      self.gesture = gesture
    }
  }

  /// The size of the screen, or of a touchpad's surface, in points.
  public var screen: Size
  /// The device of the recording.
  public var device: SyntheticDevice
  /// The seed of the noise.
  public var seed: UInt64
  /// The gestures.
  public var entries: [Entry]

  /// The default seed.
  public static let defaultSeed: UInt64 = 1

  /// Creates a script from its parts.
  public init(
    _ entries: [Entry], screen: Size = TouchSynthesizer.screen, device: SyntheticDevice = .phone,
    seed: UInt64 = GestureScript.defaultSeed
  ) {
    self.entries = entries
    self.screen = screen
    self.device = device
    self.seed = seed
  }

  /// The strokes of all fingers.
  public var strokes: [Stroke] { entries.flatMap { $0.gesture.strokes(at: $0.time) } }

  /// The notches of all wheels.
  public var notches: [WheelNotch] { entries.flatMap { $0.gesture.notches(at: $0.time) } }

  /// The time of the last lift or notch, in seconds.
  public var duration: Double {
    max(strokes.map(\.liftTime).max() ?? 0, notches.map(\.time).max() ?? 0)
  }

  /// Draws the script. Throws if the device cannot report the gestures, or if fingers would leave
  /// the screen.
  public func recording() throws(GestureFault) -> Recording {
    for entry in entries { try check(entry) }
    let (strokes, notches) = (strokes, notches)
    try check(strokes, notches)
    var synthesizer = TouchSynthesizer(seed: seed, device: device, screen: screen)
    let recording = synthesizer.recording(of: strokes, notches: notches)
    guard !recording.events.isEmpty else {
      throw GestureFault(
        nil,
        "it ends within one scan of the device; make it longer, or raise the rate")
    }
    return recording
  }

  private func check(_ strokes: [Stroke], _ notches: [WheelNotch]) throws(GestureFault) {
    guard device.isUsable else {
      throw GestureFault("device", "the device reports neither positions nor steps and a button")
    }
    guard strokes.count + notches.count <= TouchSynthesizer.strokeLimit else {
      throw GestureFault(
        nil,
        "it has \(strokes.count + notches.count) strokes and notches; the limit is "
          + "\(TouchSynthesizer.strokeLimit)")
    }
    guard duration <= TouchSynthesizer.timeLimit else {
      throw GestureFault(
        nil, "it lasts longer than \(TouchSynthesizer.timeLimit.shortText(1)) s, the limit")
    }
    let most = Self.mostAtOnce(strokes)
    guard most <= device.contactLimit else {
      let limit = device.contactLimit
      throw GestureFault(
        "device",
        "the device has \(limit) contact\(limit == 1 ? "" : "s") at once, and there are \(most)")
    }
  }

  /// Throws if the device lacks the wheel that a gesture needs, or if the gesture's fingers leave
  /// the screen.
  func check(_ entry: Entry) throws(GestureFault) {
    for stroke in entry.gesture.strokes(at: 0) { try check(stroke) }
    for notch in entry.gesture.notches(at: 0).prefix(1)
    where !device.hasWheel(isHorizontal: notch.isHorizontal) {
      let name = notch.isHorizontal ? "horizontal wheel" : "wheel"
      throw GestureFault("device", "the device has no \(name); use mouse")
    }
  }

  /// Throws if the finger leaves the screen.
  private func check(_ stroke: Stroke) throws(GestureFault) {
    // Check the end first, because the user specified the end.
    for step in 0...32 {
      let place = stroke.path.point(at: 1 - Double(step) / 32)
      guard place.isFinite, (0...screen.width).contains(place.x),
        (0...screen.height).contains(place.y)
      else {
        throw GestureFault(
          nil,
          "a finger at \(place.x.shortText(1)),\(place.y.shortText(1)) would be outside the screen "
            + "of \(screen.width.shortText(1))x\(screen.height.shortText(1)) points")
      }
    }
  }

  /// Returns the largest number of strokes that are down at one time.
  private static func mostAtOnce(_ strokes: [Stroke]) -> Int {
    var changes = strokes.flatMap { [($0.time, 1), ($0.liftTime, -1)] }
    // If one finger lifts at the time at which another one touches, the lift is first.
    changes.sort { $0 < $1 }
    var (now, most) = (0, 0)
    for change in changes {
      now += change.1
      most = max(most, now)
    }
    return most
  }
}

/// An error in a gesture that cannot be drawn, with the part that causes it.
public struct GestureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faulty part, as its key in a script; nil for the whole gesture.
  public var part: String?
  /// A message with the problem and how to fix it.
  public var description: String

  /// Creates a fault of a part.
  public init(_ part: String?, _ description: String) {
    self.part = part
    self.description = description
  }
}

public import SnapbackFrames

/// What a client says first: who it is, and what it wants to be told.
public struct Greeting: Hashable, Sendable {
  /// How the messages are written.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// Lines of JSON.
    case lines = "ndjson"
    /// Bytes at fixed places.
    case binary
  }

  /// For the daemon's log and `snapback status`.
  public var name: String
  /// How both sides write.
  public var encoding: Encoding
  /// What is wanted; nil leaves it to the daemon: frames, gestures, done and devices.
  public var features: Feature?
  /// Whose frames, segments, gestures and layout are wanted, by name; `*` at the end stands for any
  /// rest. Nil is all.
  public var views: [String]?
  /// Frames per second, 1…1000; nil is the daemon's.
  public var rate: Double?
  /// When frames come.
  public var pacing: Pacing
  /// Whether frames are acknowledged by ``Client/presented(_:at:refresh:isDiscarded:)``.
  public var acknowledges: Bool

  /// A greeting by its parts.
  public init(
    name: String, encoding: Encoding = .binary, features: Feature? = nil,
    views: [String]? = nil,
    rate: Double? = nil, pacing: Pacing = .timer, acknowledges: Bool = false
  ) {
    self.name = name
    self.encoding = encoding
    self.features = features
    self.views = views
    self.rate = rate
    self.pacing = pacing
    self.acknowledges = acknowledges
  }

  /// Writes it as the value of `hello`.
  func write(_ writer: inout JSONWriter) {
    writer.beginArray("versions")
    writer.integer(1)
    writer.endArray()
    writer.string(name, "name")
    if let features {
      writer.beginArray("want")
      for name in features.names { writer.string(name) }
      writer.endArray()
    }
    if let views {
      writer.beginArray("views")
      for view in views { writer.string(view) }
      writer.endArray()
    }
    if let rate { writer.factor(rate, "rate") }
    if pacing != .timer { writer.string(pacing.rawValue, "pacing") }
    if acknowledges { writer.boolean(true, "ack") }
  }
}

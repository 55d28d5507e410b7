public import SnapbackProtocol

/// The first message of a client (`hello`): its name and the messages that it wants to receive.
public struct Greeting: Hashable, Sendable {
  /// The encoding of messages.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// Lines of JSON.
    case lines = "ndjson"
    /// Binary messages with fields at fixed offsets.
    case binary
  }

  /// The name of the client in the daemon's log and in `snapback status`.
  public var name: String
  /// The encoding in both directions.
  public var encoding: Encoding
  /// The wanted features; nil for the daemon's default: frames, gestures, done and devices.
  public var features: Feature?
  /// The names of the views about which the client wants frames, segments, gestures and layout. A
  /// trailing `*` matches any suffix. Nil for all views.
  public var views: [String]?
  /// The number of frames per second, 1…1000; nil for the daemon's rate.
  public var rate: Double?
  /// The trigger that sends frames.
  public var pacing: Pacing
  /// Whether the client acknowledges frames with ``Client/presented(_:at:refresh:isDiscarded:)``.
  public var acknowledges: Bool

  /// Makes a greeting from its parts.
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

  /// Writes the value of `hello`, with the parts of the protocol that this client reads beyond its
  /// first version.
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
    writer.beginArray("parts")
    writer.string("cornerRadius")
    writer.string("looks")
    writer.endArray()
  }
}

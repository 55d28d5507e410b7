public import SnapbackDocument
public import SnapbackFrames
import SnapbackGeometry
public import SnapbackTiming

/// What a client knows of the scene: the last snapshot with all frames since on top.
public struct SceneMirror: Sendable {
  /// One view.
  public struct View: Sendable {
    /// Its name in the scene.
    public var name: String
    /// The place of its parent among the views; nil for the root.
    public var parent: Int?
    /// The radius of its corners, in points.
    public var cornerRadius: Double
    /// Whether what is in it is cut off at its edges.
    public var clips: Bool
    /// Where it is drawn, and in what colour.
    public var state: ViewState
  }

  /// What a line said.
  public enum Update: Hashable, Sendable {
    /// The daemon introduced itself.
    case welcome
    /// Everything is new.
    case snapshot
    /// Some views changed.
    case frame
    /// A gesture went on.
    case gesture(view: String, phase: GesturePhase)
    /// Nothing will change without new input.
    case idle
    /// The daemon closes the connection, and why.
    case failed(String)
    /// Something that this version does not know.
    case unknown
  }

  /// The screen; its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The views, parents first, later siblings in front.
  public private(set) var views: [View] = []
  /// The moment that the last frame was for.
  public private(set) var time = Instant.zero

  /// The longest line that is read, in bytes: a snapshot of as many views as there can be.
  public static let lineLimit = 64 << 20

  /// A mirror that has seen nothing.
  public init() {}

  /// Takes one line of the daemon's.
  public mutating func apply(_ line: [UInt8]) throws(DocumentError) -> Update {
    let message = try DocumentNode.parse(line, file: "daemon", byteLimit: Self.lineLimit)
    guard let member = try message.members(file: "daemon").first else { return .unknown }
    var reader = try ObjectReader(member.value, file: "daemon")
    switch member.key {
    case "welcome": return .welcome
    case "snapshot":
      try readSnapshot(&reader)
      return .snapshot
    case "frame":
      time = try Self.time(&reader)
      for node in try reader.array("views") { try readChange(node) }
      return .frame
    case "gesture":
      // A phase of a later version is nothing to fail at.
      guard let phase = GesturePhase(rawValue: try reader.string("phase")) else { return .unknown }
      return .gesture(view: try reader.string("view"), phase: phase)
    case "idle": return .idle
    case "error": return .failed(try reader.string("message"))
    default: return .unknown
    }
  }

  private static func time(_ reader: inout ObjectReader) throws(DocumentError) -> Instant {
    Instant(nanoseconds: UInt64(saturating: try reader.number("time")))
  }

  private mutating func readSnapshot(_ reader: inout ObjectReader) throws(DocumentError) {
    time = try Self.time(&reader)
    var part = try reader.object("screen")
    screen.size = Size(width: try part.number("width"), height: try part.number("height"))
    screen.scale = try part.number("scale")
    let black = Color(red: 0, green: 0, blue: 0)
    screen.background = Color(hexadecimal: try part.string("background")) ?? black
    views = []
    for node in try reader.array("views") {
      var view = try ObjectReader(node, file: "daemon")
      views.append(
        View(
          name: try view.string("id"),
          parent: try view.optionalString("parent").flatMap { parent in
            views.firstIndex { $0.name == parent }
          },
          cornerRadius: try view.number("cornerRadius"),
          clips: try view.optionalBoolean("clips") ?? false, state: try Self.state(&view)))
    }
  }

  private mutating func readChange(_ node: DocumentNode) throws(DocumentError) {
    var reader = try ObjectReader(node, file: "daemon")
    let name = try reader.string("id")
    guard let index = views.firstIndex(where: { $0.name == name }) else { return }
    views[index].state = try Self.state(&reader)
  }

  private static func state(_ reader: inout ObjectReader) throws(DocumentError) -> ViewState {
    let frame = try numbers(&reader, "frame", 4)
    let translation = try numbers(&reader, "translation", 2)
    let scale = try numbers(&reader, "scale", 2)
    let matrix = try numbers(&reader, "toScreen", 6)
    var velocity = try reader.object("velocity")
    let speed = try numbers(&velocity, "translation", 2)
    return ViewState(
      frame: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
      transform: TransformComponents(
        translation: Vector(dx: translation[0], dy: translation[1]),
        rotation: try reader.number("rotation"), scale: Vector(dx: scale[0], dy: scale[1])),
      alpha: try reader.number("alpha"),
      color: try reader.optionalString("color").flatMap { Color(hexadecimal: $0) },
      toScreen: AffineTransform(
        a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5]),
      translationVelocity: Vector(dx: speed[0], dy: speed[1]),
      rotationVelocity: try velocity.number("rotation"))
  }

  private static func numbers(
    _ reader: inout ObjectReader, _ key: String, _ count: Int
  ) throws(DocumentError) -> [Double] {
    var result: [Double] = []
    for node in try reader.array(key, count: count...count) {
      result.append(try node.number(file: "daemon"))
    }
    return result
  }
}

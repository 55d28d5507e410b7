public import SnapbackDocument
public import SnapbackFrames
public import SnapbackGeometry
public import SnapbackTiming

/// What a client knows of the scene: the last snapshot with all frames since on top.
public struct SceneMirror: Sendable {
  /// One view.
  public struct View: Hashable, Sendable {
    /// Its name in the scene.
    public var name: String
    /// The place of its parent among the views; nil for the root.
    public var parent: Int?
    /// The radius of its corners, in points.
    public var cornerRadius: Double
    /// Whether what is in it is cut off at its edges.
    public var clips: Bool
    /// The point that its transform is about, as a share of its size.
    public var anchor: Point
    /// What it says, if it has a text.
    public var text: TextAppearance?
    /// Where it is drawn, and in what color.
    public var state: ViewState

    /// A view by what it is and where it is.
    public init(_ appearance: ViewAppearance, _ state: ViewState) {
      name = appearance.name
      parent = appearance.parent
      cornerRadius = appearance.cornerRadius
      clips = appearance.clips
      anchor = appearance.anchor
      text = appearance.text
      self.state = state
    }
  }

  /// What a message changed.
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
    /// Something that says nothing of the scene, or that this version does not know.
    case unknown
  }

  /// The screen; its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The views, parents first, later siblings in front.
  public private(set) var views: [View] = []
  /// The moment that the last frame was for.
  public private(set) var time = Instant.zero
  private var decoder = LineDecoder()

  /// A mirror that has seen nothing.
  public init() {}

  /// Takes one line of the daemon's.
  public mutating func apply(_ line: [UInt8]) throws(DocumentError) -> Update {
    apply(try decoder.message(of: line))
  }

  /// Takes a message of the daemon's, whichever encoding it came in. O(views that it speaks of).
  @discardableResult
  public mutating func apply(_ message: ServerMessage) -> Update {
    switch message {
    case .welcome: return .welcome
    case .snapshot(let snapshot):
      take(snapshot)
      return .snapshot
    case .frame(let frame):
      time = frame.time
      for update in frame.views where views.indices.contains(update.view) {
        update.apply(to: &views[update.view].state)
      }
      return .frame
    case .gesture(let event):
      let name = views.indices.contains(event.view) ? views[event.view].name : ""
      return .gesture(view: name, phase: event.phase)
    case .idle: return .idle
    case .error(_, let message): return .failed(message)
    default: return .unknown
    }
  }

  private mutating func take(_ snapshot: SceneSnapshot) {
    time = snapshot.time
    screen = snapshot.screen
    views = zip(snapshot.appearances, snapshot.states).map { View($0, $1) }
  }
}

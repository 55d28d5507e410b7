public import SnapbackBasics
public import SnapbackDocument

/// A client's copy of the scene: the last snapshot, updated by all frames since.
public struct SceneMirror: Sendable {
  /// One view.
  public struct View: Hashable, Sendable {
    /// The properties of the view that only a snapshot changes.
    public var appearance: ViewAppearance
    /// The geometry, color and opacity of the view.
    public var state: ViewState
    /// The look of the view; nil if it has none, or if the client's hello has no `looks` in
    /// `parts`.
    public var look: ViewLook?

    /// The scene's `data` of the view as a text in JSON; nil without it.
    public var data: String? { look?.data }
    /// The view's name in the scene.
    public var name: String { appearance.name }
    /// The index of the view's parent in ``SceneMirror/views``; nil for the root.
    public var parent: Int? { appearance.parent }

    /// Creates a view from its appearance and state.
    public init(_ appearance: ViewAppearance, _ state: ViewState) {
      self.appearance = appearance
      self.state = state
    }
  }

  /// The effect of a message on the mirror.
  public enum Update: Hashable, Sendable {
    /// The answer to a hello.
    case welcome
    /// All views were replaced.
    case snapshot
    /// Some views changed.
    case frame
    /// The looks of views were replaced.
    case looks
    /// A gesture has entered a phase.
    case gesture(view: String, phase: GesturePhase)
    /// Nothing will change without new input.
    case idle
    /// The daemon closes the connection for the given reason.
    case failed(String)
    /// The message does not concern the scene, or this version does not know it.
    case unknown
  }

  /// The screen. Its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The views. Parents come before children; later siblings are in front.
  public private(set) var views: [View] = []
  /// The time at which the values of the last frame are valid.
  public private(set) var time = Instant.zero
  private var decoder = LineDecoder()

  /// Creates an empty mirror.
  public init() {}

  /// Applies one line from the daemon.
  public mutating func apply(_ line: [UInt8]) throws(DocumentError) -> Update {
    apply(try decoder.message(of: line))
  }

  /// Applies a message from the daemon in either encoding. O(views in the message).
  @discardableResult
  public mutating func apply(_ message: ServerMessage) -> Update {
    switch message {
    case .welcome: return .welcome
    case .snapshot(let snapshot):
      apply(snapshot)
      return .snapshot
    case .frame(let frame):
      time = frame.time
      for update in frame.views where views.indices.contains(update.view) {
        update.apply(to: &views[update.view].state)
        if let look = update.look { views[update.view].look?.moving = look }
      }
      return .frame
    case .looks(_, let looks):
      for index in views.indices { views[index].look = nil }
      for look in looks where views.indices.contains(look.view) { views[look.view].look = look }
      return .looks
    case .gesture(let event):
      let name = views.indices.contains(event.view) ? views[event.view].name : ""
      return .gesture(view: name, phase: event.phase)
    case .idle: return .idle
    case .error(_, let message): return .failed(message)
    default: return .unknown
    }
  }

  private mutating func apply(_ snapshot: SceneSnapshot) {
    time = snapshot.time
    screen = snapshot.screen
    views = zip(snapshot.appearances, snapshot.states).map { View($0, $1) }
  }
}

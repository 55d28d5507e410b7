import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import Testing

/// A running scene, and a desk that takes commands as text.
struct Controlled: ~Copyable {
  var engine: Engine
  var desk: ControlDesk

  init(_ scene: String, size: Size? = nil) throws {
    let document = try DocumentNode.parse(scene, file: "scene")
    engine = Engine(try SceneReader.read(document, file: "scene", size: size))
    desk = ControlDesk(scene: document, file: "scene", size: size)
    engine.advance(to: .zero)
  }

  static func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  @discardableResult
  mutating func send(
    _ command: String, _ body: String, at seconds: Double = 0
  ) throws -> ControlReply {
    let node = try DocumentNode.parse(body, file: "message")
    let command = try #require(Command(rawValue: command))
    return try desk.perform(command, node, on: &engine, at: Self.moment(seconds))
  }

  /// The visible state of all views.
  mutating func views(at seconds: Double = 0) -> [ViewState] {
    var frames = FrameSource(engine)
    frames.update(&engine, at: Self.moment(seconds))
    return frames.frame.views
  }

  mutating func frame(of name: String, at seconds: Double = 0) throws -> Rect {
    let views = views(at: seconds)
    return views[try #require(engine.appearances.firstIndex { $0.name == name })].frame
  }

  /// The code with which a command is refused. A refused command must change nothing.
  mutating func refusal(
    _ command: String, _ body: String, at seconds: Double = 0
  ) throws -> ControlError? {
    let (views, names) = (views(at: seconds), engine.layoutTree.constraintIdentifiers)
    let constants = names.map { engine.layoutTree.constraint($0) }
    let (document, count) = (desk.document, engine.transactionCount)
    do {
      try send(command, body, at: seconds)
      return nil
    } catch let error as ControlError {
      #expect(self.views(at: seconds) == views, "\(body)")
      let layout = engine.layoutTree
      #expect(layout.constraintIdentifiers.sorted() == names.sorted(), "\(body)")
      #expect(names.map { layout.constraint($0) } == constants, "\(body)")
      #expect(desk.document == document && engine.transactionCount == count, "\(body)")
      #expect(!error.message.contains("\n"))
      return error
    }
  }

  /// The visible state at rest of a scene without commands.
  static func views(of scene: String) throws -> [ViewState] {
    var controlled = try Controlled(scene)
    return controlled.views()
  }
}

/// A scene of a bar and a card in it.
let barScene = """
  {
    snapback: 1,
    screen: { width: 400, height: 800, guides: ["middle"] },
    views: [
      { id: "bar", color: "#102030", views: [{ id: "title", text: "Hello", color: "#ffffff" }] },
      { id: "card", contents: { width: 40, height: 30 }, alpha: 0.5 },
      { id: "list", scroll: true, views: [{ id: "row" }] },
    ],
    constraints: [
      { id: "barHeight", rule: "bar.height = 60" },
      "bar.left = 0", "bar.top = screen.safeArea.top", "bar.width = screen.width",
      "title.leading = bar.leading + 10",
      { id: "titleTop", rule: "title.top = bar.top + 5" },
      { id: "cardLeft", rule: "card.left = screen.left + 20 @ high" },
      { id: "cardTop", rule: "card.top = bar.bottom + 8" },
      { id: "sum", rule: "list.width = 0.5 * bar.width + card.width" },
      "list.top = 400", "list.height = 100", "row.left = list.left",
      "row.width = 30", "row.height = 30",
      "middle.left = 200", "middle.width = 0",
    ],
    gestures: [
      { pan: "card", name: "drag" },
      { tap: "bar", name: "press" },
    ],
    actions: [
      { name: "open", on: { tap: "bar" }, animate: { curve: "linear", duration: 1 },
        changes: [{ constraint: "barHeight", constant: 160 }] },
      { name: "again", on: { tap: "card" },
        changes: [{ addConstraint: "card.width <= 300", id: "most" }] },
      { name: "appears", on: "appear", changes: [{ view: "card", rotation: 90 }] },
    ],
  }
  """

import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol

/// The parts of a document that set channels of its views outside actions. A bound channel has one
/// writer.
struct ChannelWriters {
  /// A part of a document that sets a channel.
  enum Writer {
    /// The key `alpha` of the view.
    case view
    /// A gesture, described by its kind, or by its name in quotes.
    case gesture(String)
    /// A binding, by its name.
    case binding(String)

    /// The writer as the subject of a sentence.
    var description: String {
      switch self {
      case .view: "the view's own key \"alpha\""
      case .gesture(let text): text
      case .binding(let name): "the binding \(DocumentError.quoted(name))"
      }
    }
  }

  private struct Place: Hashable {
    let view: Int
    let channel: Channel
  }

  private var writers: [Place: Writer] = [:]

  /// The writer of a channel; nil if nothing sets the channel.
  func writer(of channel: Channel, _ view: Int) -> Writer? {
    writers[Place(view: view, channel: channel)]
  }

  /// The name of the binding that sets a channel; nil if none does.
  func binding(of channel: Channel, _ view: Int) -> String? {
    if case .binding(let name)? = writer(of: channel, view) { name } else { nil }
  }

  /// Adds a writer of channels. A channel keeps its first writer.
  mutating func add(_ writer: Writer, of channels: [Channel], _ view: Int) {
    for channel in channels {
      let place = Place(view: view, channel: channel)
      if writers[place] == nil { writers[place] = writer }
    }
  }

  /// Adds the channels that a gesture sets. A gesture that moves a view holds its whole translation
  /// and its rotation, whatever its axes are.
  mutating func add(_ gesture: SceneGesture) {
    let kind = gesture.recognizer.settings.kind.rawValue
    let writer = Writer.gesture(
      gesture.name.map { "the gesture \(DocumentError.quoted($0))" } ?? "a \(kind)")
    let place: [Channel] = [.translationX, .translationY, .rotation]
    switch gesture.binding {
    case .none, .constant: break
    case .translation, .rotation: add(writer, of: place, gesture.view)
    case .scale: add(writer, of: place + [.scaleX, .scaleY], gesture.view)
    case .scrollOffset(let behavior):
      guard let zoom = behavior.scroll.zoom else { return }
      add(writer, of: [.scaleX, .scaleY], zoom.view)
    }
  }
}

import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol

/// The writers of channels: the keys of views, the gestures and the bindings of a document. Actions
/// are not among them. A channel that a binding sets must have no other writer. Exception: it may
/// have several bindings with the same combination.
struct ChannelWriters {
  /// A part of a document that sets a channel.
  enum Writer {
    /// A key of the view.
    case view(key: String)
    /// A gesture. The text contains its name or, if it has none, its kind.
    case gesture(String)
    /// A binding, by its name, and how it combines with other bindings of the channel; nil if the
    /// channel must not have other bindings.
    case binding(String, ChannelBinding.Combination?)

    /// The writer as the subject of a sentence.
    var description: String {
      switch self {
      case .view(let key): "the view's own key \"\(key)\""
      case .gesture(let text): text
      case .binding(let name, _): "the binding \(DocumentError.quoted(name))"
      }
    }

    var isBinding: Bool { if case .binding = self { true } else { false } }

    /// How the writer combines with others; nil if it does not.
    var combination: ChannelBinding.Combination? {
      if case .binding(_, let combination) = self { combination } else { nil }
    }

    /// Whether this writer and another one may set the same channel.
    func combines(with other: Writer) -> Bool {
      combination != nil && combination == other.combination
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

  /// The name of the first binding that sets a channel; nil if none does.
  func binding(of channel: Channel, _ view: Int) -> String? {
    if case .binding(let name, _)? = writer(of: channel, view) { name } else { nil }
  }

  /// Adds a writer of channels. A channel keeps its first writer.
  mutating func add(_ writer: Writer, of channels: [Channel], _ view: Int) {
    for channel in channels {
      let place = Place(view: view, channel: channel)
      if writers[place] == nil { writers[place] = writer }
    }
  }

  /// Adds a gesture as the writer of the channels that it sets. A gesture that moves a view counts
  /// as the writer of `translation.x`, `translation.y` and `rotation`, even if it is limited to one
  /// axis.
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

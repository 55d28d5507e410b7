import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackProtocol

/// The writers of channels and of constants of constraints: the keys of views, the gestures and the
/// bindings of a document. Actions are not among them. A number that a binding sets must have no
/// other writer. Exception: it may have several bindings with the same combination, or of which at
/// most one is active at any time.
struct ChannelWriters {
  /// A binding as a writer.
  struct Binding {
    let name: String
    /// The number of a view that it sets; nil for the constant of a constraint.
    let target: BindingProperty?
    /// How it combines with other bindings of the channel; nil if it does not.
    let combination: ChannelBinding.Combination?
    /// The condition under which it is active; nil for any time.
    let condition: VariationCondition?
  }

  /// A part of a document that sets a channel.
  enum Writer {
    /// A key of the view, with those of the objects that it is in, as in `border.width`.
    case view(key: String)
    /// A key of one of the view's variations.
    case variation(key: String)
    /// A gesture. The text contains its name or, if it has none, its kind.
    case gesture(String)
    case binding(Binding)

    /// The writer as the subject of a sentence.
    var description: String {
      switch self {
      case .view(let key): "the view's own key \"\(key)\""
      case .variation(let key): "the key \"\(key)\" of a variation"
      case .gesture(let text): text
      case .binding(let binding): "the binding \(DocumentError.quoted(binding.name))"
      }
    }

    var isBinding: Bool { if case .binding = self { true } else { false } }

    /// How the writer combines with others; nil if it does not.
    var combination: ChannelBinding.Combination? {
      if case .binding(let binding) = self { binding.combination } else { nil }
    }

    /// Whether this writer and another one may set the same channel.
    func combines(with other: Writer) -> Bool {
      guard case .binding(let own) = self, case .binding(let other) = other,
        own.combination == other.combination
      else { return false }
      guard own.combination == nil else { return true }
      guard own.target == other.target, let condition = own.condition else { return false }
      return other.condition.map(condition.excludes) ?? false
    }
  }

  private enum Number: Hashable {
    case channel(MotionChannel, view: Int)
    /// The constant of a constraint.
    case constant(String)
  }

  private var writers: [Number: [Writer]] = [:]

  /// The first writer of a channel with which another one cannot be combined; nil if there is none.
  func rival(of writer: Writer, for channel: MotionChannel, _ view: Int) -> Writer? {
    rival(of: writer, for: .channel(channel, view: view))
  }

  /// The first writer of the constant of a constraint with which another one cannot be combined;
  /// nil if there is none.
  func rival(of writer: Writer, forConstant constraint: String) -> Writer? {
    rival(of: writer, for: .constant(constraint))
  }

  private func rival(of writer: Writer, for number: Number) -> Writer? {
    writers[number]?.first { !writer.combines(with: $0) }
  }

  /// The name of the first binding that sets a channel; nil if none does.
  func binding(of channel: MotionChannel, _ view: Int) -> String? {
    binding(of: .channel(channel, view: view))
  }

  /// The name of the first binding that sets the constant of a constraint; nil if none does.
  func binding(ofConstant constraint: String) -> String? { binding(of: .constant(constraint)) }

  private func binding(of number: Number) -> String? {
    guard case .binding(let binding)? = writers[number]?.first else { return nil }
    return binding.name
  }

  /// Adds a writer of channels.
  mutating func add(_ writer: Writer, of channels: [Channel], _ view: Int) {
    add(writer, of: channels.map(MotionChannel.animated), view)
  }

  /// Adds a writer of channels of a view or of its look.
  mutating func add(_ writer: Writer, of channels: [MotionChannel], _ view: Int) {
    for channel in channels { writers[.channel(channel, view: view), default: []].append(writer) }
  }

  /// Adds a writer of the constant of a constraint.
  mutating func add(_ writer: Writer, ofConstant constraint: String) {
    writers[.constant(constraint), default: []].append(writer)
  }

  /// Adds a gesture as the writer of the channels that it sets. A gesture that moves a view counts
  /// as the writer of `translation.x`, `translation.y` and `rotation`, even if it is limited to one
  /// axis.
  mutating func add(_ gesture: SceneGesture) {
    let kind = gesture.recognizer.settings.kind
    let text = "\(kind == .edgePan ? "an" : "a") \(kind.rawValue)"
    let writer = Writer.gesture(
      gesture.name.map { "the gesture \(DocumentError.quoted($0))" } ?? text)
    let place: [Channel] = [.translationX, .translationY, .rotation]
    switch gesture.binding {
    case .none: break
    case .constant(let behavior): add(writer, ofConstant: behavior.constraint)
    case .translation, .rotation: add(writer, of: place, gesture.view)
    case .scale: add(writer, of: place + [.scaleX, .scaleY], gesture.view)
    case .scrollOffset(let behavior):
      guard let zoom = behavior.scroll.zoom else { return }
      add(writer, of: [.scaleX, .scaleY], zoom.view)
    }
  }
}

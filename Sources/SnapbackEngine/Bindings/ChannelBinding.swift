public import SnapbackMotion
public import SnapbackProtocol

/// A binding of a scene: it sets channels of a view to a function of a number of another view, or
/// of the constant of a constraint.
///
/// At every moment, the drawn value of a bound channel is the value of ``map`` at the drawn value
/// of the source. With a spring, ``follow``, the channel follows this value. If several bindings set
/// a channel, its value is the sum or the product of theirs. All values are in the units of their
/// channels (``Channel``).
public struct ChannelBinding: Hashable, Sendable {
  /// How the values of several bindings of a channel combine.
  public enum Combination: String, Hashable, Sendable, CaseIterable {
    /// The value of the channel is the sum.
    case add
    /// The value of the channel is the product.
    case multiply
  }

  /// The name of the binding in error messages, unique in the scene.
  public var name: String
  /// The number that the binding reads.
  public var source: BindingSource
  /// The index of the view whose channels the binding sets.
  public var view: Int
  /// The channels that the binding sets, all to the same value.
  public var channels: [Channel]
  /// The value of the channels as a function of the source.
  public var map: PiecewiseMap
  /// The spring with which the channels follow the value of the map; nil to equal it.
  public var follow: Spring?
  /// How the values of all bindings of a channel combine; equal in all of them.
  public var combination: Combination

  /// Creates a binding from its parts.
  public init(
    name: String, from source: BindingSource, to view: Int, _ channels: [Channel],
    through map: PiecewiseMap = .identity, follow: Spring? = nil, combination: Combination = .add
  ) {
    self.name = name
    self.source = source
    self.view = view
    self.channels = channels
    self.map = map
    self.follow = follow
    self.combination = combination
  }

  /// Whether the motion of the channels has a closed form if that of the source has one.
  var hasClosedForm: Bool { follow == nil && combination == .add && map.isLinear }

  /// The channels that bindings can set. Frame edges are not among them, because the layout
  /// determines them.
  public static let settable: [Channel] = [
    .translationX, .translationY, .rotation, .scaleX, .scaleY, .alpha, .red, .green, .blue,
  ]
}

/// A number that a binding reads. It is a channel, or a sum of channels with factors, so its motion
/// has a closed form.
public enum BindingSource: Hashable, Sendable {
  /// A number of a view's layout frame, in points. An edge is relative to the near edge of the
  /// parent's frame, and includes the parent's scroll offset.
  public enum FrameNumber: Hashable, Sendable {
    /// An edge of the frame.
    case left, top, right, bottom
    /// The distance between two edges; negative while a motion makes them cross.
    case width, height
  }

  /// A channel of a view. The rotation excludes the view's tilt. The translation excludes the part
  /// that keeps a grabbed point of a rotated view under the fingers.
  case channel(Channel, view: Int)
  /// A number of the layout frame of a view.
  case frame(FrameNumber, view: Int)
  /// The constant of a constraint, by the constraint's identifier.
  case constant(String)

  /// The index of the view to which the number belongs; nil for a constant.
  public var view: Int? {
    switch self {
    case .channel(_, let view), .frame(_, let view): view
    case .constant: nil
    }
  }

  /// A channel that contributes to a source, multiplied by a factor.
  struct Part: Sendable {
    let channel: Channel
    let view: Int
    let factor: Double

    var index: Int { channel.index(view: view) }
  }

  /// The channels that add up to the source, each multiplied by its factor. `constants` are the
  /// constraints whose constants are channels, in the order of these channels.
  func parts(in tree: ViewTree, _ constants: [String]) -> [Part] {
    switch self {
    case .channel(let channel, let view): [Part(channel: channel, view: view, factor: 1)]
    case .constant(let name):
      constants.firstIndex(of: name).map {
        [Part(channel: .left, view: tree.indices.count + $0, factor: 1)]
      } ?? []
    case .frame(let number, let view):
      switch number {
      case .left: Self.edge(.left, of: view, from: (.left, .scrollX), tree)
      case .right: Self.edge(.right, of: view, from: (.left, .scrollX), tree)
      case .top: Self.edge(.top, of: view, from: (.top, .scrollY), tree)
      case .bottom: Self.edge(.bottom, of: view, from: (.top, .scrollY), tree)
      case .width: Self.distance(from: .left, to: .right, view)
      case .height: Self.distance(from: .top, to: .bottom, view)
      }
    }
  }

  private static func edge(
    _ edge: Channel, of view: Int, from origin: (edge: Channel, offset: Channel), _ tree: ViewTree
  ) -> [Part] {
    let own = Part(channel: edge, view: view, factor: 1)
    guard view != 0 else { return [own] }
    let parent = tree.parent(of: view)
    return [
      own, Part(channel: origin.edge, view: parent, factor: -1),
      Part(channel: origin.offset, view: parent, factor: -1),
    ]
  }

  private static func distance(from near: Channel, to far: Channel, _ view: Int) -> [Part] {
    [Part(channel: far, view: view, factor: 1), Part(channel: near, view: view, factor: -1)]
  }
}

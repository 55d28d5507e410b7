public import SnapbackMotion
public import SnapbackProtocol

/// A binding of a scene: a number of one view sets channels of another view through a map.
///
/// The drawn value of a bound channel is the map of the drawn value of the source at the same
/// moment, in the units of the channels (``Channel``).
public struct ChannelBinding: Hashable, Sendable {
  /// The name, unique in the scene; errors name the binding by it.
  public var name: String
  /// The number that the binding reads.
  public var source: BindingSource
  /// The index of the view that the binding moves.
  public var view: Int
  /// The channels that the binding sets, all to the same value.
  public var channels: [Channel]
  /// The value of the channels as a function of the source.
  public var map: PiecewiseLinearMap

  /// Creates a binding from its parts.
  public init(
    name: String, from source: BindingSource, to view: Int, _ channels: [Channel],
    through map: PiecewiseLinearMap = .identity
  ) {
    self.name = name
    self.source = source
    self.view = view
    self.channels = channels
    self.map = map
  }

  /// The channels that bindings can set. Edges of frames follow the layout only.
  public static let settable: [Channel] = [
    .translationX, .translationY, .rotation, .scaleX, .scaleY, .alpha,
  ]
}

/// A number that a binding reads. It is a sum of channels, so its motion has a closed form.
public enum BindingSource: Hashable, Sendable {
  /// A number of a view's layout frame. The edges are in the coordinates of the view's parent,
  /// scrolled as they are drawn. In points.
  public enum FrameNumber: Hashable, Sendable {
    /// An edge of the frame.
    case left, top, right, bottom
    /// The distance between two edges; negative while a motion makes them cross.
    case width, height
  }

  /// A channel of a view. A rotation excludes the tilt, and a translation the lever.
  case channel(Channel, view: Int)
  /// A number of the layout frame of a view.
  case frame(FrameNumber, view: Int)

  /// The index of the view that the source is a number of.
  public var view: Int {
    switch self {
    case .channel(_, let view), .frame(_, let view): view
    }
  }

  /// A channel that contributes to a source, multiplied by a factor.
  struct Part: Sendable {
    let channel: Channel
    let view: Int
    let factor: Double

    var index: Int { channel.index(view: view) }
  }

  /// The channels whose sum the source is.
  func parts(in tree: ViewTree) -> [Part] {
    switch self {
    case .channel(let channel, let view): [Part(channel: channel, view: view, factor: 1)]
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

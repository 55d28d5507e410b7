public import SnapbackLayout
public import SnapbackMotion
public import SnapbackProtocol

/// A binding of a scene: it sets channels of a view, or the constant of a constraint, to a function
/// of another number. This is a number of a view, the constant of a constraint, or a number of a
/// gesture.
///
/// At every moment, the drawn value of a bound channel is the value of ``map`` at the drawn value
/// of the source. With a spring, ``follow``, the channel follows this value on the spring. While
/// ``condition`` is false, the binding keeps its value. If several bindings set a channel, its
/// value is the sum or the product of theirs. All values are in the units of their channels
/// (``Channel``).
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
  /// The channels of the view's look that the binding sets instead of ``channels``, all to the same
  /// value; empty for none. The view has a look.
  public private(set) var looks: [LookChannel] = []
  /// The constraint whose constant the binding sets instead of channels of a view; nil for none.
  /// ``view`` and ``channels`` then have no meaning.
  public private(set) var constraint: String?
  /// The value of the channels as a function of the source.
  public var map: PiecewiseMap
  /// The points of the map, if some of them depend on the layout; ``map`` is then valid until the
  /// first layout pass. Nil for a map that is the same in every layout.
  public var layoutMap: LayoutMap?
  /// The condition under which the channels follow the source; nil for any time. While it is false,
  /// the binding keeps its value.
  public var condition: VariationCondition?
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

  /// Creates a binding of channels of a view's look.
  public init(
    name: String, from source: BindingSource, toLookOf view: Int, _ looks: [LookChannel],
    through map: PiecewiseMap = .identity, follow: Spring? = nil, combination: Combination = .add
  ) {
    self.init(
      name: name, from: source, to: view, [], through: map, follow: follow,
      combination: combination)
    self.looks = looks
  }

  /// Creates a binding of the constant of a constraint.
  public init(
    name: String, from source: BindingSource, toConstantOf constraint: String,
    through map: PiecewiseMap = .identity, combination: Combination = .add
  ) {
    self.init(name: name, from: source, to: 0, [.left], through: map, combination: combination)
    self.constraint = constraint
  }

  /// Whether this binding and another one set a channel of the same view.
  func sharesChannel(with other: ChannelBinding) -> Bool {
    other.view == view
      && (other.channels.contains(where: channels.contains)
        || other.looks.contains(where: looks.contains))
  }

  /// Whether this binding and another one set the same channels, of any views.
  func hasChannels(of other: ChannelBinding) -> Bool {
    channels == other.channels && looks == other.looks
  }

  /// The largest magnitude of a slope of the map in any layout.
  var steepestSlope: Double {
    layoutMap == nil ? map.steepestSlope : LayoutMap.steepestSlope
  }

  /// The largest magnitude of a value of the map in any layout.
  var largestMagnitude: Double {
    let present = map.largestMagnitude
    return layoutMap?.largestMagnitude(like: present) ?? present
  }

  /// Whether the motion of the channels has a closed form if that of the source has one.
  var hasClosedForm: Bool { follow == nil && combination == .add && map.isLinear }

  /// The channels of views that bindings can set. Frame edges are not among them, because the
  /// layout determines them. Bindings can also set all channels of looks.
  public static let settable: [Channel] = [
    .translationX, .translationY, .rotation, .scaleX, .scaleY, .alpha, .red, .green, .blue,
    .cornerRadius,
  ]
}

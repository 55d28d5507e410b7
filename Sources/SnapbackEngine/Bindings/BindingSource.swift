import SnapbackLayout
public import SnapbackProtocol

/// A number that a binding reads. It is a channel, or a sum of channels with factors.
public enum BindingSource: Hashable, Sendable {
  /// A number of a view's layout frame, in points. An edge is relative to the near edge of the
  /// parent's frame, and includes the parent's scroll offset.
  public enum FrameNumber: Hashable, Sendable {
    /// An edge of the frame.
    case left, top, right, bottom
    /// The distance between two edges; negative while a motion makes them cross.
    case width, height

    /// The attribute of the layout that the number is.
    var attribute: LayoutAttribute {
      switch self {
      case .left: .left
      case .top: .top
      case .right: .right
      case .bottom: .bottom
      case .width: .width
      case .height: .height
      }
    }
  }

  /// A channel of a view. The rotation excludes the view's tilt. The translation excludes the part
  /// that keeps a grabbed point of a rotated view under the fingers.
  case channel(Channel, view: Int)
  /// A channel of the look of a view, which has one.
  case look(LookChannel, view: Int)
  /// A number of the layout frame of a view.
  case frame(FrameNumber, view: Int)
  /// The constant of a constraint, by the constraint's identifier.
  case constant(String)
  /// A number of the fingers of a gesture.
  case gesture(GestureNumber)
  /// The progress of an action, by the action's name: 0 before its changes, 1 after them. A second
  /// step leads back to 0.
  case progress(String)

  /// The index of the view to which the number belongs; nil for a constant, a gesture or an action.
  public var view: Int? {
    switch self {
    case .channel(_, let view), .look(_, let view), .frame(_, let view): view
    case .constant, .gesture, .progress: nil
    }
  }

  /// Returns the source with other indices of views: `places` has a new index for each index. Nil
  /// if the view has none, and for a number of a gesture.
  func renumbered(by places: [Int?]) -> BindingSource? {
    switch self {
    case .channel(let channel, let view): places[view].map { .channel(channel, view: $0) }
    case .look(let channel, let view): places[view].map { .look(channel, view: $0) }
    case .frame(let number, let view): places[view].map { .frame(number, view: $0) }
    case .constant, .progress: self
    case .gesture: nil
    }
  }

  /// A channel that contributes to a source, multiplied by a factor.
  struct Part: Sendable {
    let channel: Channel
    let view: Int
    let factor: Double

    var index: Int { channel.index(view: view) }
  }

  /// The channels that add up to the source, each multiplied by its factor.
  func parts(in tree: ViewTree, _ places: ValuePlaces) -> [Part] {
    switch self {
    case .channel(let channel, let view): [Part(channel: channel, view: view, factor: 1)]
    case .look(let channel, let view):
      places.place(of: channel, view: view).map {
        [Part(channel: channel.slot, view: $0, factor: 1)]
      } ?? []
    case .constant(let name): Self.value(at: places.place(ofConstant: name))
    case .gesture(let number): Self.value(at: places.place(of: number))
    case .progress(let action): Self.value(at: places.place(ofProgress: action))
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

  private static func value(at place: Int?) -> [Part] {
    place.map { [Part(channel: .left, view: $0, factor: 1)] } ?? []
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

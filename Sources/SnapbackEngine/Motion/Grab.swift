import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The position of a grabbed point as a linear function of edges; the translation of the view is
/// not included.
///
/// While fingers hold a point of a view, layout can move that point. The translation of the view
/// compensates for this motion, so that the point stays under the fingers.
struct Grab: Hashable, Sendable {
  /// The coefficients of the view's left, top, right and bottom edge in the point's x coordinate.
  private let x: SIMD4<Double>
  /// The coefficients of the view's left, top, right and bottom edge in the point's y coordinate.
  private let y: SIMD4<Double>
  /// Whether the point is held relative to the origin of the view's parent. This is so if the
  /// parent is scaled or rotated on the screen.
  let isInParent: Bool
  /// The nearest ancestor that is a scroll view whose offset drives the layout; nil if there is
  /// none.
  private(set) var scroller: Int?

  /// Creates the grab of the point at a lever from the anchor, in a view with the scale and shear
  /// of `transform`, by a pan along `axes`.
  init(
    _ lever: Lever, anchor: Point, in transform: TransformComponents, axes: PanBehavior.Axes,
    isInParent: Bool, scroller: Int?
  ) {
    let share = lever.share
    let (across, down) = (transform.scale.dx * share.dx, transform.scale.dy * share.dy)
    let sheared = transform.shear * down
    x =
      axes == .vertical
      ? .zero : SIMD4(1 - anchor.x - across, -sheared, anchor.x + across, sheared)
    y = axes == .horizontal ? .zero : SIMD4(0, 1 - anchor.y - down, 0, anchor.y + down)
    self.isInParent = isInParent
    self.scroller = scroller
  }

  /// Returns the grab for another scene; `successor` maps the views.
  func moved(_ successor: (Int) -> Int?) -> Grab {
    var grab = self
    grab.scroller = scroller.flatMap(successor)
    return grab
  }

  /// Whether the pan moves the view along the axis of `channel`, one of the translation's channels.
  func moves(_ channel: Channel) -> Bool { (channel == .translationX ? x : y) != .zero }

  /// The component of the scroll offset that moves the point in the opposite direction to
  /// `channel`, one of the translation's channels.
  static func offset(against channel: Channel) -> Channel {
    channel == .translationX ? .scrollX : .scrollY
  }

  /// The coefficient of an edge in the coordinate that `channel`, one of the translation's
  /// channels, moves.
  func factor(of edge: Channel, in channel: Channel) -> Double {
    (channel == .translationX ? x : y)[edge.rawValue]
  }

  /// The edge of the parent that is the origin of the coordinate that `channel` moves.
  static func origin(of channel: Channel) -> Channel {
    channel == .translationX ? .left : .top
  }

  /// The rate of the coordinate that `channel` moves, computed from the rates of the edges of the
  /// view and its parent.
  func rate(
    of channel: Channel, _ view: LayoutPiece.EdgeRates, in parent: LayoutPiece.EdgeRates
  ) -> Double {
    guard moves(channel) else { return 0 }
    let rates = SIMD4(view.left, view.top, view.right, view.bottom)
    guard channel == .translationX else { return (y * rates).sum() - (isInParent ? parent.top : 0) }
    return (x * rates).sum() - (isInParent ? parent.left : 0)
  }
}

extension Presentation {
  /// The position and velocity of a grabbed point of a view; the translation is not included.
  func point(
    of grab: Grab, _ view: Int, _ motion: borrowing MotionStore
  ) -> (x: MotionState, y: MotionState) {
    func sum(_ channel: Channel) -> MotionState {
      var sum = MotionState.rest
      guard grab.moves(channel) else { return sum }
      for edge in Channel.edges {
        sum = sum + grab.factor(of: edge, in: channel) * value(edge, of: view, motion)
      }
      if let scroller = grab.scroller {
        sum = sum - value(Grab.offset(against: channel), of: scroller, motion)
      }
      guard grab.isInParent else { return sum }
      return sum - value(Grab.origin(of: channel), of: motion.tree.parent(of: view), motion)
    }
    return (sum(.translationX), sum(.translationY))
  }
}

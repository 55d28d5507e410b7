import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol

/// The views that touches on a view and its descendants can hit.
public enum TouchReception: String, Hashable, Sendable, CaseIterable {
  /// The view and its descendants.
  case own = "self"
  /// The descendants of the view, but not the view itself.
  case through
  /// Neither the view nor its descendants, as without `isUserInteractionEnabled`.
  case nothing = "none"
}

/// The views that touches and pointers can hit, apart from hidden and faint ones, and their hit
/// areas.
struct TouchableViews: Sendable {
  private var receptions: [TouchReception]
  /// The insets from the bounds of each view to its hit area; nil if all hit areas are the bounds.
  private let insets: [EdgeInsets]?
  /// Whether each view clips its contents; empty if all hit areas are the bounds.
  private let clips: [Bool]

  init(_ views: [SceneBlueprint.View]) {
    receptions = views.map(\.touches)
    let hasInsets = views.contains { $0.hitInsets != .zero }
    insets = hasInsets ? views.map(\.hitInsets) : nil
    clips = hasInsets ? views.map(\.appearance.clips) : []
  }

  /// The views that touches on a view and its descendants can hit.
  func reception(of view: Int) -> TouchReception { receptions[view] }

  /// Sets the views that touches on a view and its descendants can hit.
  mutating func set(_ reception: TouchReception, of view: Int) { receptions[view] = reception }

  /// Whether the hit area of a view contains a point in the coordinates of the view. `size` is the
  /// size of the view.
  func contains(_ point: Point, in view: Int, of size: Size) -> Bool {
    let inset = insets?[view] ?? .zero
    return Rect(
      left: inset.left, top: inset.top, right: size.width - inset.right,
      bottom: size.height - inset.bottom
    ).contains(point)
  }

  /// Whether a view does not clip its contents at a point in its hit area. Only hit areas that are
  /// larger than their views have points where a view clips its contents.
  func showsContents(at point: Point, of view: Int, _ size: Size) -> Bool {
    clips.isEmpty || !clips[view]
      || Rect(x: 0, y: 0, width: size.width, height: size.height).contains(point)
  }
}

import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout

/// Which view a touch is on.
extension Engine {
  /// The least opacity that can be touched, UIKit's.
  static var faintestTouchable: Double { 0.01 }

  /// The pan that a touch at `point` on the screen is for; nil when it hits none.
  ///
  /// The presented tree is searched, where views are seen and not where they are going (UIKit
  /// searches the model). The deepest, foremost view that contains the point is hit, and the
  /// nearest of it and its ancestors that has a pan takes the touch. A point outside a view
  /// never hits its descendants, and what is fainter than 0.01 is not hit.
  func pan(at point: Point) -> Int? {
    view(at: point).flatMap { pan(for: $0) }
  }

  /// The deepest, foremost view that is touched at `point`; nil when it is none.
  func view(at point: Point) -> Int? { hit(point, in: 0, toScreen: .identity) }

  /// The pan of the nearest of a view and its ancestors that has one.
  func pan(for view: Int) -> Int? {
    var view = view
    while true {
      if let index = pans.firstIndex(where: { $0.view == view }) { return index }
      guard view != 0 else { return nil }
      view = motion.tree.parent(of: view)
    }
  }

  private func hit(_ point: Point, in view: Int, toScreen: AffineTransform) -> Int? {
    let state = present.state(of: view, parentToScreen: toScreen, motion)
    guard !layout.isHidden(view), state.alpha >= Self.faintestTouchable,
      let inverse = state.toScreen.inverse,
      Rect(x: 0, y: 0, width: state.frame.size.width, height: state.frame.size.height)
        .contains(inverse(point))
    else { return nil }
    for child in motion.tree.children(of: view).reversed() {
      if let found = hit(point, in: child, toScreen: state.toScreen) { return found }
    }
    return view
  }
}

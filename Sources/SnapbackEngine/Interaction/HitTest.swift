import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol
import SnapbackTouches

/// Finds the view at a point on the screen.
///
/// The search uses the drawn positions of views (UIKit uses the model). The deepest, foremost view
/// whose hit area contains the point is hit. A point outside the hit area of a view never hits its
/// descendants, nor does a point where the view clips them. A view that is hidden, fainter than
/// 0.01 or receives no touches is not hit, nor are its descendants; a view that lets touches
/// through is not hit itself.
enum HitTest {
  /// The minimum opacity at which a view can be touched; the same as UIKit's.
  private static let faintest = 0.01

  /// The view at a point; nil where there is none. O(views), no allocation.
  static func view(
    at point: Point, _ touchable: TouchableViews, _ motion: borrowing MotionStore,
    _ layout: LayoutStage
  ) -> Int? {
    hit(point, in: 0, toScreen: .identity, Presentation(at: motion.now), touchable, motion, layout)
  }

  private static func hit(
    _ point: Point, in view: Int, toScreen: AffineTransform, _ seen: Presentation,
    _ touchable: TouchableViews, _ motion: borrowing MotionStore, _ layout: LayoutStage
  ) -> Int? {
    let reception = touchable.reception(of: view)
    guard reception != .nothing else { return nil }
    let state = seen.state(of: view, parentToScreen: toScreen, motion)
    guard !layout.isHidden(view), state.alpha >= faintest, let inverse = state.toScreen.inverse
    else { return nil }
    let (place, size) = (inverse(point), state.frame.size)
    guard touchable.contains(place, in: view, of: size) else { return nil }
    if touchable.showsContents(at: place, of: view, size) {
      for child in motion.tree.children(of: view).reversed() {
        let found = hit(point, in: child, toScreen: state.toScreen, seen, touchable, motion, layout)
        if let found { return found }
      }
    }
    return reception == .through ? nil : view
  }

  /// Whether the hit area of a view contains a point, regardless of the view's ancestors. If
  /// `forContents` is true, a point at which the view clips its contents is not contained.
  static func contains(
    _ point: Point, in view: Int, forContents: Bool = false, _ touchable: TouchableViews,
    _ motion: borrowing MotionStore
  ) -> Bool {
    let seen = Presentation(at: motion.now)
    guard let place = seen.toScreen(view, motion).inverse.map({ $0(point) }) else { return false }
    let size = seen.frame(of: view, motion).size
    return touchable.contains(place, in: view, of: size)
      && (!forContents || touchable.showsContents(at: place, of: view, size))
  }

  /// The views at a point other than `hit` and its ancestors, each with the reason why it is not
  /// hit. O(views × depth).
  static func misses(
    at point: Point, hit: Int?, _ touchable: TouchableViews, _ motion: borrowing MotionStore,
    _ layout: LayoutStage
  ) -> [HitDecision.Miss] {
    motion.tree.indices.dropFirst().compactMap { view in
      guard view != hit, contains(point, in: view, touchable, motion) else { return nil }
      if let hit, motion.tree.isWithin(hit, view) { return nil }
      return HitDecision.Miss(
        view: view, reason: reason(against: view, at: point, touchable, motion, layout))
    }
  }

  private static func reason(
    against view: Int, at point: Point, _ touchable: TouchableViews,
    _ motion: borrowing MotionStore, _ layout: LayoutStage
  ) -> HitDecision.Reason {
    let seen = Presentation(at: motion.now)
    var place = view
    while true {
      if layout.isHidden(place) { return .hidden(place) }
      if touchable.reception(of: place) == .nothing { return .untouchable(place) }
      let alpha = seen.value(.alpha, of: place, motion).value
      if alpha < faintest { return .faint(place, alpha: alpha) }
      if !contains(point, in: place, forContents: place != view, touchable, motion) {
        return .outside(place)
      }
      guard place != 0 else {
        return touchable.reception(of: view) == .through ? .passing : .covered
      }
      place = motion.tree.parent(of: place)
    }
  }
}

extension HitDecision {
  /// The decision about a contact that has touched.
  init(
    _ contact: Contact, at time: Instant, hit: Int?, _ touchable: TouchableViews,
    _ motion: borrowing MotionStore, _ layout: LayoutStage
  ) {
    self.init(
      contact: contact.id, time: time, point: contact.position, view: hit,
      misses: HitTest.misses(at: contact.position, hit: hit, touchable, motion, layout))
  }
}

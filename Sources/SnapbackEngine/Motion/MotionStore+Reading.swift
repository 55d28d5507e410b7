import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Tells which views move or are drawn, and until when.
extension MotionStore {
  func isMoving(_ channel: Channel, of view: Int) -> Bool {
    self[channel.index(view: view)].isMoving(at: now)
  }

  /// Whether a view is drawn at a moment. A view that a stack hides is drawn until its animation
  /// ends.
  func isDrawn(_ view: Int, at moment: Instant) -> Bool {
    !isHidden(view) || transactions.keepsDrawn(view, at: moment)
  }

  /// The moment until which a view is drawn; ``Instant/zero`` if it is not.
  func drawnUntil(_ view: Int) -> Instant {
    isHidden(view) ? transactions.drawnUntil(view, at: now) : .distantFuture
  }

  /// The moment until which drivers move a view; ``Instant/zero`` if no driver moves it.
  /// `constants` are the bound constants among these drivers; nil for all.
  func linkedUntil(_ view: Int, following constants: [Int]? = nil) -> Instant {
    guard let links, linked.contains(view) else { return .zero }
    var end = Instant.zero
    for driver in links.sources {
      if let constants, !linked.barriers.follows(driver, among: constants) { continue }
      end = max(end, restTime(ofDriverAt: driver))
    }
    return end
  }

  /// The views that drivers move, in the present piece or in another piece that a sample has used.
  var followers: [Int] { links == nil ? [] : linked.views }

  /// The index of a constant that is a channel. It is stored as a view whose left edge is the
  /// constant.
  func index(ofConstant index: Int) -> Int { tree.indices.count + index }
}

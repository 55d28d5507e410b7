import SnapbackFrames
import SnapbackMotion
import SnapbackTiming

/// Queries of the views that move or are drawn, and of the moments at which that ends.
extension MotionStore {
  func isMoving(_ channel: Channel, of view: Int) -> Bool {
    self[channel.index(view: view)].isMoving(at: now)
  }

  /// Whether a view is there at a moment: one that a stack hides is, until its animation ends.
  func isDrawn(_ view: Int, at moment: Instant) -> Bool {
    !isHidden(view) || transactions.keepsDrawn(view, at: moment)
  }

  /// Until when a view is drawn; ``Instant/zero`` where it is not.
  func drawnUntil(_ view: Int) -> Instant {
    isHidden(view) ? transactions.drawnUntil(view, at: now) : .distantFuture
  }

  /// Until when drivers move a view; ``Instant/zero`` where none does.
  func linkedUntil(_ view: Int) -> Instant {
    guard let links, linked.contains(view) else { return .zero }
    return links.sources.reduce(.zero) { max($0, self[$1].restTime) }
  }

  /// The views that drivers move, in the present piece or in another one that a sample has needed.
  var followers: [Int] { links == nil ? [] : linked.views }

  /// The place of a driven constant among the views: its value is the left edge there.
  func place(ofConstant index: Int) -> Int { tree.indices.count + index }
}

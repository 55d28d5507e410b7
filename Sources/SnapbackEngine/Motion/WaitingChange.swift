import SnapbackFrames
import SnapbackMotion

/// A change of a channel that a finger holds: it waits for the finger to let go.
struct WaitingChange: Sendable {
  let channel: Channel
  let value: Double
  let animation: Animation
  /// The transaction that it belongs to, and the owner of its terms.
  let transaction: UInt64
  let owner: UInt64

  /// The change as the view's own way home, after its transaction is over.
  func freed(by homing: Animation) -> WaitingChange {
    WaitingChange(channel: channel, value: value, animation: homing, transaction: 0, owner: 0)
  }
}

import SnapbackMotion
import SnapbackProtocol

/// A change of a channel that a finger holds. It is made when the finger lifts.
struct WaitingChange: Sendable {
  let channel: Channel
  let value: Double
  let animation: Animation
  /// The transaction that the change belongs to; `owner` is the owner of its terms.
  let transaction: UInt64
  let owner: UInt64

  /// The change without its transaction, which has ended, and with the animation of the view's
  /// release.
  func freed(by homing: Animation) -> WaitingChange {
    WaitingChange(channel: channel, value: value, animation: homing, transaction: 0, owner: 0)
  }
}

/// The changes that wait for the fingers of one gesture, at most one per channel.
struct WaitingChanges: Sendable {
  private var list: [WaitingChange] = []

  var isEmpty: Bool { list.isEmpty }

  /// Adds a change and returns the change that it replaces, if any.
  mutating func add(_ change: WaitingChange) -> WaitingChange? {
    let old = remove(change.channel)
    list.append(change)
    return old
  }

  /// Removes and returns the change of a channel; nil if none waits.
  mutating func remove(_ channel: Channel) -> WaitingChange? {
    list.firstIndex { $0.channel == channel }.map { list.remove(at: $0) }
  }

  /// Removes and returns the changes of a transaction.
  mutating func removeAll(of transaction: UInt64) -> [WaitingChange] {
    defer { list.removeAll { $0.transaction == transaction } }
    return list.filter { $0.transaction == transaction }
  }

  /// Detaches the changes of a transaction that has ended.
  mutating func free(of transaction: UInt64, by homing: Animation) {
    list = list.map { $0.transaction == transaction ? $0.freed(by: homing) : $0 }
  }

  /// Removes and returns all changes.
  mutating func removeAll() -> WaitingChanges {
    defer { list.removeAll(keepingCapacity: true) }
    return self
  }

  /// Adds the changes that waited for another gesture.
  mutating func append(_ other: WaitingChanges) { list += other.list }
}

extension MotionStore {
  /// Makes a change of the open transaction wait for a release; nil without an open transaction.
  mutating func wait(
    _ channel: Channel, of view: Int, to value: Double, _ animation: Animation
  ) -> WaitingChange? {
    guard let open = transactions.open else { return nil }
    transactions.wait(1)
    return WaitingChange(
      channel: channel, value: value, animation: animation, transaction: open.id,
      owner: open.owner)
  }
}

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

/// The changes that wait for the fingers of one gesture: one a channel at most.
struct WaitingChanges: Sendable {
  private var list: [WaitingChange] = []

  var isEmpty: Bool { list.isEmpty }

  /// Adds a change and returns the one whose place it takes, if there was one.
  mutating func add(_ change: WaitingChange) -> WaitingChange? {
    let old = take(change.channel)
    list.append(change)
    return old
  }

  /// Takes the change of a channel; nil where none waits.
  mutating func take(_ channel: Channel) -> WaitingChange? {
    list.firstIndex { $0.channel == channel }.map { list.remove(at: $0) }
  }

  /// Takes the changes of a transaction.
  mutating func take(of transaction: UInt64) -> [WaitingChange] {
    defer { list.removeAll { $0.transaction == transaction } }
    return list.filter { $0.transaction == transaction }
  }

  /// Frees the changes of a transaction that is over.
  mutating func free(of transaction: UInt64, by homing: Animation) {
    list = list.map { $0.transaction == transaction ? $0.freed(by: homing) : $0 }
  }

  /// Takes all changes.
  mutating func takeAll() -> WaitingChanges {
    defer { list.removeAll(keepingCapacity: true) }
    return self
  }

  /// Adds the changes that waited for another gesture.
  mutating func append(_ other: WaitingChanges) { list += other.list }
}

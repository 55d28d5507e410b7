import SnapbackFrames
import SnapbackGestures
import SnapbackMotion

/// Changes of what fingers hold, which wait for them to let go.
extension Engine {
  /// A change of what fingers hold, which waits for them to let go.
  struct Aim {
    let channel: Channel
    let value: Double
    let animation: Animation
    /// The transaction that it belongs to, and what its terms do.
    let transaction: UInt64
    let owner: UInt64
  }

  /// Lets a change of a channel wait if fingers hold it; a later one takes its place.
  mutating func wait(
    _ channel: Channel, _ view: Int, _ value: Double, _ animation: Animation
  ) -> Bool {
    guard let open = openTransaction,
      let index = pans.firstIndex(where: { $0.view == view && arena.hasFingers($0.gesture) })
    else { return false }
    if let old = pans[index].aims.firstIndex(where: { $0.channel == channel }) {
      let other = pans[index].aims.remove(at: old).transaction
      if other == open.id { openTransaction?.waiting -= 1 } else { arrive(other, part: nil) }
    }
    pans[index].aims.append(
      Aim(
        channel: channel, value: value, animation: animation, transaction: open.id,
        owner: open.owner))
    openTransaction?.waiting += 1
    return true
  }

  /// Starts the change that has waited for a channel; false when none has.
  mutating func aim(_ channel: Channel, ofPan index: Int) -> Bool {
    guard let place = pans[index].aims.firstIndex(where: { $0.channel == channel }) else {
      return false
    }
    let aim = pans[index].aims.remove(at: place)
    let (view, number) = (pans[index].view, channel.index(view: pans[index].view))
    var part = Part(channel: number, end: now)
    if let animation = effective(aim.animation, on: channel, of: view) {
      part.end = channels[number].animate(
        to: aim.value, with: animation, threshold: threshold(of: channel, view: view), at: now,
        rate: motionRate, owner: aim.owner)
    } else {
      channels[number].jump(to: aim.value)
    }
    arrive(aim.transaction, part: part, logical: aim.animation.logicalDuration)
    return true
  }

  /// Makes the changes of a transaction that wait for fingers, and that is over, the pans' own:
  /// views go there as they would go home.
  mutating func freeAims(of id: UInt64) {
    for index in pans.indices {
      let homing = pans[index].behavior.homing
      pans[index].aims = pans[index].aims.map { aim in
        guard aim.transaction == id else { return aim }
        return Aim(
          channel: aim.channel, value: aim.value, animation: homing, transaction: 0, owner: 0)
      }
    }
  }

  /// Forgets the changes of a transaction that wait for fingers.
  mutating func dropAims(of id: UInt64) {
    for index in pans.indices {
      for aim in pans[index].aims where aim.transaction == id { arrive(id, part: nil) }
      pans[index].aims.removeAll { $0.transaction == id }
    }
  }

  /// Gives what waits for one pan to another that holds the view, if there is one; false if not.
  mutating func handOverAims(ofPan index: Int) -> Bool {
    let view = pans[index].view
    let heir = pans.indices.first {
      $0 != index && pans[$0].view == view && arena.hasFingers(pans[$0].gesture)
    }
    guard let heir else { return false }
    let aims = pans[index].aims
    pans[index].aims.removeAll(keepingCapacity: true)
    pans[heir].aims += aims
    return true
  }
}

import SnapbackFrames
import SnapbackGestures
import SnapbackMotion

/// Changes of what fingers hold, which wait for them to let go.
extension Engine {
  /// Lets a change of a channel wait if fingers hold it; a later one takes its place.
  mutating func wait(
    _ channel: Channel, _ view: Int, _ value: Double, _ animation: Animation
  ) -> Bool {
    guard
      let index = pans.firstIndex(where: { $0.view == view && arena.hasFingers($0.gesture) }),
      let change = motion.wait(channel, of: view, to: value, animation)
    else { return false }
    if let old = pans[index].aims.firstIndex(where: { $0.channel == channel }) {
      motion.drop(pans[index].aims.remove(at: old))
    }
    pans[index].aims.append(change)
    return true
  }

  /// Starts the change that has waited for a channel; false when none has.
  mutating func aim(_ channel: Channel, ofPan index: Int) -> Bool {
    guard let place = pans[index].aims.firstIndex(where: { $0.channel == channel }) else {
      return false
    }
    motion.start(pans[index].aims.remove(at: place), of: pans[index].view)
    return true
  }

  /// Makes the changes of a transaction that wait for fingers, and that is over, the pans' own:
  /// views go there as they would go home.
  mutating func freeAims(of id: UInt64) {
    for index in pans.indices {
      let homing = pans[index].behavior.homing
      pans[index].aims = pans[index].aims.map { aim in
        aim.transaction == id ? aim.freed(by: homing) : aim
      }
    }
  }

  /// Forgets the changes of a transaction that wait for fingers.
  mutating func dropAims(of id: UInt64) {
    for index in pans.indices {
      for aim in pans[index].aims where aim.transaction == id { motion.drop(aim) }
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

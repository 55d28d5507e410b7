import SnapbackProtocol

/// Changes of views that wait until the fingers on the views lift.
extension Manipulation {
  /// Delays a change of a view until the fingers on the view lift. The change replaces an earlier
  /// waiting change of the same channel.
  mutating func wait(for change: WaitingChange, of view: Int, _ parts: borrowing SceneParts) {
    if constants.wait(for: change, of: view, &commands) { return }
    guard let index = pans.firstIndex(where: { $0.view == view && parts.hasFingers($0.gesture) })
    else { return }
    guard let old = pans[index].aims.add(change) else { return }
    commands.add(.drop(old), view)
  }

  /// Starts the change that has waited for a channel; returns false if there is none.
  mutating func aim(_ channel: Channel, ofPan index: Int) -> Bool {
    guard let change = pans[index].aims.remove(channel) else { return false }
    commands.add(.start(change), pans[index].view)
    return true
  }

  /// Detaches the waiting changes of a transaction that has ended. After the release, the view
  /// moves to the changed values with the animation that otherwise returns it to its frame.
  mutating func freeAims(of id: UInt64) {
    for index in pans.indices {
      pans[index].aims.free(of: id, by: pans[index].behavior.homing)
    }
    constants.freeAims(of: id)
  }

  /// Drops the changes of a transaction that wait for a release.
  mutating func dropAims(of id: UInt64) {
    for index in pans.indices {
      for change in pans[index].aims.removeAll(of: id) {
        commands.add(.drop(change), pans[index].view)
      }
    }
    constants.dropAims(of: id, &commands)
  }

  /// Passes the changes that wait for a pan to another pan of the view that is not released;
  /// returns false if there is none.
  mutating func transferAims(ofPan index: Int, _ parts: borrowing SceneParts) -> Bool {
    let heir = pans.indices.first {
      $0 != index && pans[$0].view == pans[index].view
        && (pans[$0].isRunning || parts.hasFingers(pans[$0].gesture))
    }
    guard let heir else { return false }
    let waiting = pans[index].aims.removeAll()
    pans[heir].aims.append(waiting)
    return true
  }
}

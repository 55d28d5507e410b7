import SnapbackFrames
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming

/// What becomes of a scene that is read again, and of motions when time has stood still.
extension Engine {
  /// Puts another scene in place of this one; what is on views of the same name goes on.
  ///
  /// Frames and opacities are those of the new scene. Transforms with their motions, and pans
  /// under way, are kept for views that have the same name and, for pans, a pan. Pans without a
  /// successor are to be cancelled first: ``cancelPans(keeping:)``.
  public mutating func replaceScene(_ blueprint: SceneBlueprint) {
    var next = Engine(blueprint, firstGesture: nextGestureID)
    next.now = now
    next.gestureEvents = gestureEvents
    next.contacts = contacts
    let names = appearances.map(\.name)
    for (index, appearance) in next.appearances.enumerated() {
      guard let old = names.firstIndex(of: appearance.name) else { continue }
      next.views[index].lever = views[old].lever
      for channel in [Channel.translationX, .translationY, .rotation, .scaleX, .scaleY] {
        next.channels[channel.index(view: index)] = channels[channel.index(view: old)]
      }
      guard let successor = next.pans.firstIndex(where: { $0.view == index }),
        let pan = pans.first(where: { $0.view == old })
      else { continue }
      next.pans[successor].takeOver(pan)
    }
    next.findRestTime()
    self = next
  }

  /// Cancels the pans on views whose names are not among `names`; their events say so.
  public mutating func cancelPans(keeping names: [String], at time: Instant) {
    advance(to: time)
    touchTime = now
    for index in pans.indices where !names.contains(appearances[pans[index].view].name) {
      if pans[index].recognizer.isActive { release(pan: index, phase: .cancelled) }
      letGo(pan: index)
      pans[index].dropFingers()
    }
  }

  /// Cancels all pans and forgets all contacts; views go home as after any cancelled pan.
  ///
  /// What still touches is nothing to the engine until it lifts and touches again.
  public mutating func cancelContacts(at time: Instant) {
    advance(to: time)
    touchTime = now
    for index in pans.indices {
      if pans[index].recognizer.isActive { release(pan: index, phase: .cancelled) }
      letGo(pan: index)
      pans[index].dropFingers()
    }
    contacts.removeAll(keepingCapacity: true)
  }

  /// Ends all motions where they were going, and forgets all contacts: time has stood still.
  ///
  /// Pans under way are cancelled, and their views are home at once.
  public mutating func settle(at time: Instant) {
    cancelContacts(at: time)
    for index in channels.indices { channels[index].hold(channels[index].model) }
    restTime = .zero
  }
}

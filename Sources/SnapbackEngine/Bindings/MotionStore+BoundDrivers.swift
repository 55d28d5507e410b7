import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

// The constants that bindings set are drivers of the layout. Like any other bound channel, such a
// driver has the model 0, and no terms of its own.

extension Presentation {
  /// The value and velocity of the driver at an index, without the links.
  func value(ofDriverAt index: Int, _ motion: borrowing MotionStore) -> MotionState {
    let own = value(at: index, motion)
    guard motion.bindings.setsConstants, let place = motion.bindings.place(of: index) else {
      return own
    }
    return own + value(boundBy: place, motion)
  }
}

extension MotionStore {
  /// The value that bindings give to the driver at an index at a moment; 0 without bindings.
  private func boundValue(ofDriverAt index: Int, at moment: Instant) -> Double {
    guard bindings.setsConstants, let place = bindings.place(of: index) else { return 0 }
    return Presentation(at: moment).value(boundBy: place, self).value
  }

  /// Whether bindings move the driver at an index now: its source is in motion, or fingers move it.
  func movesBound(driverAt index: Int) -> Bool {
    guard let place = bindings.place(of: index) else { return false }
    return bindings.end(ofChannel: index) > now
      || Presentation(at: now).value(boundBy: place, self).velocity != 0
  }

  /// The present value of the driver at an index, without the links.
  func presentValue(ofDriverAt index: Int) -> Double {
    self[index].presentation(at: now).value + boundValue(ofDriverAt: index, at: now)
  }

  /// The value of the driver at an index while the driver rests.
  func restValue(ofDriverAt index: Int) -> Double {
    self[index].model + boundValue(ofDriverAt: index, at: now)
  }

  /// The goal of the driver at an index: its value after the present motions.
  func goal(ofDriverAt index: Int) -> Double {
    let end = restTime == .distantFuture ? now : max(now, restTime)
    return self[index].model + boundValue(ofDriverAt: index, at: end)
  }

  /// The moment from which the driver at an index rests.
  func restTime(ofDriverAt index: Int) -> Instant {
    max(self[index].restTime, bindings.end(ofChannel: index))
  }

  /// The present values that bindings give to the drivers of the links; empty if bindings set no
  /// constants.
  var boundDrivers: [Double] {
    guard bindings.setsConstants, let links else { return [] }
    return links.sources.map { boundValue(ofDriverAt: $0, at: now) }
  }

  /// Takes over the transforms of views from another scene before the first layout pass, because
  /// bound constants may depend on them. `places` has, for each view of this scene, its index in
  /// the other one; nil if that does not have the view.
  mutating func adoptTransforms(from other: borrowing MotionStore, _ places: [Int?]) {
    for (view, old) in places.enumerated() {
      guard let old else { continue }
      for channel in Channel.transform {
        let (index, former) = (channel.index(view: view), channel.index(view: old))
        guard bindings.place(of: index) == nil, other.bindings.place(of: former) == nil else {
          continue
        }
        replace(channel, of: view, by: other[former])
      }
    }
  }
}

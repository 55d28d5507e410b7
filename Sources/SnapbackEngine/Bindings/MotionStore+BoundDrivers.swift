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

  /// The value and velocity of a source that determines a bound constant. Of the bound constants,
  /// it follows only `constants`. Each driver is read once, whatever the number of edges that the
  /// source consists of.
  func value(
    ofSource source: Int, by links: EdgeLinks, following constants: [Int],
    _ motion: borrowing MotionStore
  ) -> MotionState {
    var sum = MotionState.rest
    for number in 0..<motion.bindings.partCount(of: source) {
      let part = motion.bindings.part(number, of: source)
      var own = value(at: part.index, motion)
      if motion.linked.moves(part.channel, of: part.view, by: links) {
        own.value += motion.offset(of: part.channel, part.view, by: links)
      }
      if let place = motion.bindings.place(of: part.index) {
        own = own + value(boundBy: place, motion)
      }
      sum = sum + part.factor * own
    }
    for driver in links.sources.indices {
      guard motion.linked.barriers.follows(links.sources[driver], among: constants)
      else { continue }
      let slope = motion.slope(ofSource: source, by: driver, of: links)
      guard slope != 0 else { continue }
      let state = value(ofDriver: driver, of: links, motion)
      sum.value += slope * (state.value - links.reference[driver])
      sum.velocity += slope * state.velocity
    }
    return sum
  }
}

extension MotionStore {
  /// The derivative of a source with respect to a driver of `links`.
  func slope(ofSource source: Int, by driver: Int, of links: EdgeLinks) -> Double {
    var sum = 0.0
    for number in 0..<bindings.partCount(of: source) {
      let part = bindings.part(number, of: source)
      guard linked.moves(part.channel, of: part.view, by: links) else { continue }
      sum += part.factor * linked.rate(of: part.channel, part.view, by: driver, of: links)
    }
    return sum
  }

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

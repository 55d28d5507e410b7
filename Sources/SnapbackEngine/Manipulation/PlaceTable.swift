import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The pans whose limits and places of rest depend on the layout, with the places of the last
/// layout pass.
struct PlaceTable: Sendable {
  struct Entry: Sendable {
    /// The index of the pan.
    let pan: Int
    let rules: LayoutPlaces
    /// The values at which the target of the pan may rest, in the order of the scene.
    fileprivate(set) var x: [Double] = []
    fileprivate(set) var y: [Double] = []
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds the pan of a gesture, if its places depend on the layout.
  mutating func add(_ pan: Pan, at index: Int, _ rules: LayoutPlaces) {
    guard rules != LayoutPlaces() || pan.behavior.detents != nil else { return }
    entries.append(Entry(pan: index, rules: rules))
  }

  /// Sets the places of an entry.
  mutating func set(_ index: Int, x: [Double], y: [Double]) {
    (entries[index].x, entries[index].y) = (x, y)
  }

  /// The value to which a layout pass has moved `goal`: the place that was at `goal` before, or
  /// otherwise the nearest value within limits that contained `goal` before. Nil if `goal` stays.
  static func moved(
    _ goal: Double, places: (old: [Double], new: [Double]),
    limits: (old: PanLimits?, new: PanLimits?)
  ) -> Double? {
    var place = goal
    if places.old.count == places.new.count,
      let index = places.old.firstIndex(where: { ($0 - goal).magnitude <= 1e-6 })
    {
      place = places.new[index]
    }
    // What was outside its limits before stays there.
    if let old = limits.old, let new = limits.new, old.lower <= goal, goal <= old.upper {
      place = min(max(place, new.lower), new.upper)
    }
    return (place - goal).magnitude <= 1e-9 ? nil : place
  }
}

extension Manipulation {
  /// Whether places of rest or limits depend on the layout.
  var followsLayout: Bool { !placeTable.isEmpty || constants.followsLayout }

  /// Computes the limits and places that depend on the layout for the last layout pass. Moves the
  /// views and constants that rest at such a place, or are on their way to it, to where it is now.
  /// Views and constants that fingers hold stay under the fingers.
  mutating func keepPlaces(with animation: Animation?, _ parts: borrowing SceneParts) {
    constants.keepPlaces(with: animation, parts, &commands)
    for (index, entry) in placeTable.entries.enumerated() {
      let old = pans[entry.pan].behavior.limits
      let (x, y) = pans[entry.pan].follow(entry.rules, parts)
      placeTable.set(index, x: x, y: y)
      let (pan, new) = (pans[entry.pan], pans[entry.pan].behavior.limits)
      for (channel, places, limits) in [
        (pan.xChannel, (old: entry.x, new: x), (old: old.x, new: new.x)),
        (pan.yChannel, (old: entry.y, new: y), (old: old.y, new: new.y)),
      ] {
        guard let goal = restGoal(of: channel, pan, parts),
          // New limits do not move a view that is at its frame.
          let place = PlaceTable.moved(
            goal, places: places, limits: goal == 0 ? (nil, nil) : limits)
        else { continue }
        move(channel, of: pan, to: place, with: animation)
      }
    }
  }

  /// The goal of a channel of a pan; nil while fingers drag it.
  private func restGoal(
    of channel: Channel, _ pan: Pan, _ parts: borrowing SceneParts
  ) -> Double? {
    if let goal = caught[pan.view]?[channel] { return goal }
    return isHeld(channel, of: pan.view, parts)
      ? nil : parts.motion.model(channel, of: pan.view)
  }

  private mutating func move(
    _ channel: Channel, of pan: Pan, to place: Double, with animation: Animation?
  ) {
    if hasCaught(channel, of: pan.view) {
      redirectCaught(channel, of: pan.view, to: place)
    } else if let animation {
      commands.set(channel, of: pan.view, to: place, with: animation)
    } else {
      commands.jump(channel, of: pan.view, to: place)
    }
    if pan.target == .scrollOffset { commands.add(.layOutScroll, pan.view) }
  }
}

extension Pan {
  /// Sets the limits and places that depend on the layout. Returns the values at which the target
  /// may rest, in the order of the scene; empty along an axis where they do not depend on it.
  mutating func follow(
    _ rules: LayoutPlaces, _ parts: borrowing SceneParts
  ) -> (x: [Double], y: [Double]) {
    var behavior = behavior
    behavior.limits = (
      rules.x.limits(like: behavior.limits.x, in: parts.layout),
      rules.y.limits(like: behavior.limits.y, in: parts.layout)
    )
    let (x, y) = (rules.x.values(in: parts.layout), rules.y.values(in: parts.layout))
    // Cannot fail: the values are finite.
    if !x.isEmpty { behavior.snapX = try? SnapTargets(x, names: rules.x.names) }
    if !y.isEmpty { behavior.snapY = try? SnapTargets(y, names: rules.y.names) }
    for (index, height) in rules.detents {
      behavior.detents?.detents[index] = .height(parts.layout.value(of: height))
    }
    use(behavior)
    guard let detents = behavior.detents else { return (x, y) }
    return ([], detents.positions(in: sheetMeasures(parts)))
  }
}

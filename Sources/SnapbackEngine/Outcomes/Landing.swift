import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The place that the release of a gesture has chosen for a view, its content or a constant.
struct Landing: Sendable {
  /// A channel that the release moves, and the value at which the channel comes to rest.
  struct Goal: Sendable {
    let channel: Channel
    var view: Int
    let value: Double

    var index: Int { channel.index(view: view) }
  }

  /// The index of the gesture.
  var gesture: Int
  var goals: [Goal]
  /// The names of the place; empty if it has none.
  let names: [String]
  /// The velocity after the release, in points per second.
  let velocity: Vector
  /// The time of the release.
  let time: Instant

  /// Whether a trigger waits for a moment of this landing.
  func triggers(_ trigger: SceneAction.Trigger, _ moment: LandingTrigger.Moment) -> Bool {
    guard case .landing(let landing) = trigger, landing.gesture == gesture,
      landing.moment == moment
    else { return false }
    return landing.place.map { names.contains($0) } ?? true
  }
}

/// The landings whose views have not come to rest.
///
/// A landing is dropped, without ``LandingTrigger/Moment/settled``, when one of its channels gets
/// another goal. While a finger holds one of the channels, the landing waits.
struct LandingList: Sendable {
  /// Whether an action waits for a landing.
  let isWanted: Bool
  private var landings: [Landing] = []

  init(_ actions: [SceneAction]) {
    isWanted = actions.contains { action in
      action.triggers.contains { if case .landing = $0 { true } else { false } }
    }
  }

  var isEmpty: Bool { landings.isEmpty }

  /// Adds a landing. It replaces those with the same channels.
  mutating func add(_ landing: Landing) {
    let channels = landing.goals.map(\.index)
    landings.removeAll { $0.goals.contains { channels.contains($0.index) } }
    landings.append(landing)
  }

  /// The earliest moment at which a view comes to rest, or now if a landing has to be dropped; nil
  /// if there is neither.
  func next(_ manipulation: borrowing Manipulation, _ parts: borrowing SceneParts) -> Instant? {
    var earliest: Instant?
    for landing in landings where !Self.isHeld(landing, manipulation, parts) {
      guard Self.isValid(landing, parts) else { return parts.motion.now }
      let rest = Self.rest(of: landing, parts)
      if rest != .distantFuture { earliest = .earlier(earliest, rest) }
    }
    return earliest
  }

  /// Removes and returns the next landing whose view rests, and the moment from which it rests.
  /// Drops the landings whose channels have got other goals.
  mutating func removeSettled(
    _ manipulation: borrowing Manipulation, _ parts: borrowing SceneParts
  ) -> (landing: Landing, time: Instant)? {
    var index = 0
    while index < landings.count {
      guard !Self.isHeld(landings[index], manipulation, parts) else {
        index += 1
        continue
      }
      guard Self.isValid(landings[index], parts) else {
        landings.remove(at: index)
        continue
      }
      let rest = Self.rest(of: landings[index], parts)
      if rest <= parts.motion.now { return (landings.remove(at: index), rest) }
      index += 1
    }
    return nil
  }

  /// Continues the landings of another scene.
  ///
  /// - Parameters:
  ///   - gestures: the pairs of the gestures that both scenes have.
  ///   - successors: the indices of views and constants in this scene, by those in the other one.
  mutating func adopt(
    _ other: LandingList, gestures: [(new: Int, old: Int)], successors: [Int: Int]
  ) {
    for var landing in other.landings {
      guard let gesture = gestures.first(where: { $0.old == landing.gesture }),
        landing.goals.allSatisfy({ successors[$0.view] != nil })
      else { continue }
      landing.gesture = gesture.new
      for index in landing.goals.indices {
        landing.goals[index].view = successors[landing.goals[index].view] ?? 0
      }
      landings.append(landing)
    }
  }

  private static func isHeld(
    _ landing: Landing, _ manipulation: borrowing Manipulation, _ parts: borrowing SceneParts
  ) -> Bool {
    for goal in landing.goals
    where manipulation.drives(goal.channel, of: goal.view)
      // Only the channels of views can be stopped; `left` is the value of a constant.
      || goal.channel != .left && manipulation.hasCaught(goal.channel, of: goal.view)
    {
      return true
    }
    return false
  }

  /// Whether the channels of a landing still have its goals.
  private static func isValid(_ landing: Landing, _ parts: borrowing SceneParts) -> Bool {
    for goal in landing.goals where parts.motion[goal.index].model != goal.value { return false }
    return true
  }

  /// The moment from which the channels of a landing rest: that of the release or a later one.
  private static func rest(of landing: Landing, _ parts: borrowing SceneParts) -> Instant {
    var end = landing.time
    for goal in landing.goals { end = max(end, parts.motion[goal.index].restTime) }
    return end
  }
}

extension Manipulation {
  /// Whether a release of a gesture chooses a place now.
  func choosesPlace(gesture: Int) -> Bool {
    guard let index = places[gesture] else { return constants.isRunning(gesture: gesture) }
    return pans[index].leads && pans[index].choosesPlace
  }

  /// The place that the release of a gesture has chosen; nil if another gesture now holds what the
  /// gesture moved.
  func landing(ofGesture gesture: Int, _ parts: borrowing SceneParts) -> Landing? {
    guard let index = places[gesture] else {
      return constants.landing(ofGesture: gesture, parts)
    }
    let view = pans[index].view
    guard leader(of: view, pans[index].target) == nil else { return nil }
    let goals = [pans[index].xChannel, pans[index].yChannel].map {
      Landing.Goal(channel: $0, view: view, value: parts.motion.model($0, of: view))
    }
    let place = Vector(dx: goals[0].value, dy: goals[1].value)
    let velocity = Vector(
      dx: parts.value(goals[0].channel, of: view).velocity,
      dy: parts.value(goals[1].channel, of: view).velocity)
    return Landing(
      gesture: gesture, goals: goals, names: pans[index].placeNames(at: place, parts),
      velocity: velocity, time: parts.interaction.time)
  }
}

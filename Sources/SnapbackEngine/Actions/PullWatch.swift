import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The pulls that the actions of a scene wait for, and the state of each pull.
struct PullWatch: Sendable {
  private struct Pull: Sendable {
    let gesture: Int
    let edge: PullTrigger.Edge
    let distance: Double
    /// The offset at the edge when the gesture began; nil if the gesture is not running.
    var end: Double?
    var isReached = false

    var channel: Channel { edge == .left || edge == .right ? .scrollX : .scrollY }

    func trigger(_ phase: PullTrigger.Phase) -> SceneAction.Trigger {
      .pull(PullTrigger(gesture, edge: edge, distance: distance, phase: phase))
    }
  }

  private var pulls: [Pull] = []

  init(_ actions: [SceneAction]) {
    for case .pull(let pull) in actions.flatMap(\.triggers) {
      let isKnown = pulls.contains {
        $0.gesture == pull.gesture && $0.edge == pull.edge && $0.distance == pull.distance
      }
      guard !isKnown else { continue }
      pulls.append(Pull(gesture: pull.gesture, edge: pull.edge, distance: pull.distance))
    }
  }

  var isEmpty: Bool { pulls.isEmpty }

  /// Updates the pulls of a gesture after fingers have moved its content; returns the triggers that
  /// occurred.
  mutating func follow(
    gesture: Int, of view: Int, _ parts: borrowing SceneParts
  ) -> [SceneAction.Trigger] {
    var triggers: [SceneAction.Trigger] = []
    for index in pulls.indices where pulls[index].gesture == gesture {
      let (edge, channel) = (pulls[index].edge, pulls[index].channel)
      let isAtStart = edge == .left || edge == .top
      let end =
        pulls[index].end
        ?? ScrollRange(of: view, parts)
        .nearest(to: isAtStart ? -.infinity : .infinity, along: channel)
      pulls[index].end = end
      let offset = parts.value(channel, of: view).value
      let gap = isAtStart ? end - offset : offset - end
      let isReached = gap >= pulls[index].distance
      guard isReached != pulls[index].isReached else { continue }
      pulls[index].isReached = isReached
      triggers.append(pulls[index].trigger(isReached ? .reached : .returned))
    }
    return triggers
  }

  /// Ends the pulls of a gesture that has ended or was cancelled; returns the triggers that
  /// occurred.
  mutating func end(gesture: Int, isCancelled: Bool) -> [SceneAction.Trigger] {
    var triggers: [SceneAction.Trigger] = []
    for index in pulls.indices where pulls[index].gesture == gesture {
      if pulls[index].isReached {
        triggers.append(pulls[index].trigger(isCancelled ? .returned : .released))
      }
      (pulls[index].end, pulls[index].isReached) = (nil, false)
    }
    return triggers
  }
}

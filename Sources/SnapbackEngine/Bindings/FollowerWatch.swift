import SnapbackBasics
import SnapbackMotion

/// The bindings with followers that were moving when the watch last looked.
struct FollowerWatch: Sendable {
  private var moving: Set<String> = []

  /// Returns the followers that have come to rest or begun to move since the last call, the
  /// earliest first. O(bindings).
  mutating func changes(in bindings: BindingTable, at now: Instant) -> [FollowerDecision] {
    var found: [FollowerDecision] = []
    for follower in Self.followers(of: bindings) {
      if follower.end > now {
        guard moving.insert(follower.name).inserted else { continue }
      } else {
        guard moving.remove(follower.name) != nil else { continue }
      }
      found.append(
        FollowerDecision(
          time: min(follower.end, now), binding: follower.name, view: follower.view,
          isMoving: follower.end > now))
    }
    return found.sorted { $0.time < $1.time }
  }

  /// The bindings with followers, and the moments from which all of their followers rest. A binding
  /// has a follower for each channel that it sets.
  private static func followers(
    of bindings: BindingTable
  ) -> [(name: String, view: Int, end: Instant)] {
    var list: [(name: String, view: Int, end: Instant)] = []
    for place in 0..<bindings.entryCount {
      guard let follower = bindings.follower(of: place) else { continue }
      let (name, end) = (bindings.name(ofEntry: place), bindings.followers[follower].motion.end)
      if let last = list.indices.last, list[last].name == name {
        list[last].end = max(list[last].end, end)
      } else {
        list.append((name, bindings.owner(of: place) ?? 0, end))
      }
    }
    return list
  }
}

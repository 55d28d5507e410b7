public import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol

/// The motions that edges will have from a future moment on. At that moment a driver in free motion
/// leaves the present piece of the layout, or the end of a scroll offset's range begins or ceases
/// to limit the offset.
public struct ScheduledMotions: Sendable {
  /// The moment at which the motions begin.
  public let start: Instant
  /// The motions of all channels that differ from that moment on.
  public let motions: [ChannelMotion]
}

extension Engine {
  /// The moment at which ``scheduledMotions()`` begin; nil if none are known. O(1).
  public var scheduledStart: Instant? { loop.scheduledStart }

  /// The next motions of the edges that depend on drivers, if no input arrives first; nil if there
  /// are none.
  ///
  /// The motions are known at least 100 ms ahead, unless the drivers began to move later than that.
  /// Costs a layout pass of a copy of the layout.
  public mutating func scheduledMotions() -> ScheduledMotions? { loop.scheduledMotions() }
}

extension SceneLoop {
  /// The channels that drivers can move.
  private static let linkable = Channel.allCases.filter {
    $0.isEdge || $0.isOffset || $0.isTranslation
  }

  var scheduledStart: Instant? {
    let end = parts.drive.pieceEnd
    guard end.isFound, let next = end.next, next > now else { return nil }
    return next
  }

  mutating func scheduledMotions() -> ScheduledMotions? {
    guard let start = scheduledStart, let present = parts.motion.links else { return nil }
    let seen = Presentation(at: start)
    guard let links = parts.drive.links(for: seen, parts.layout, &parts.motion),
      links.bases != nil
    else { return nil }
    var motions: [ChannelMotion] = []
    for view in parts.motion.tree.indices
    where links.moves(view) || present.moves(view) || links.limitsOffset(of: view) {
      for channel in Self.linkable {
        guard channel.isEdge || parts.motion.linked.moves(channel, of: view, by: links),
          let motion = parts.motion.motion(of: channel, view: view, by: links)
        else { continue }
        motions.append(motion)
      }
    }
    return ScheduledMotions(start: start, motions: motions)
  }
}

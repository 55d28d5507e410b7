public import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol

/// The motions that channels will have from a future moment on. At that moment a driver in free
/// motion leaves the present piece of the layout, the end of a scroll offset's range begins or
/// ceases to limit the offset, or the source of a binding reaches a kink of its map.
public struct ScheduledMotions: Sendable {
  /// The moment at which the motions begin.
  public let start: Instant
  /// The motions of all channels that differ from that moment on.
  public let motions: [ChannelMotion]
}

extension Engine {
  /// The moment at which ``scheduledMotions()`` begin; nil if none are known. O(1).
  public var scheduledStart: Instant? { loop.scheduledStart }

  /// The next motions of the channels that depend on drivers or bindings, if no input arrives
  /// first; nil if there are none.
  ///
  /// The motions are known at least 100 ms ahead, unless the drivers or the sources of the bindings
  /// began to move later than that.
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
    let kink = parts.motion.bindings.nextKink
    guard let next = Instant.earlier(end.isFound ? end.next : nil, kink), next > now else {
      return nil
    }
    return next
  }

  mutating func scheduledMotions() -> ScheduledMotions? {
    guard let start = scheduledStart else { return nil }
    let links = scheduledLinks(at: start)
    // At a kink of the map of a constant, the edges that follow the constant have new motions.
    let followed = links ?? (parts.motion.bindings.setsConstants ? parts.motion.links : nil)
    var motions = followed.map { linkedMotions(by: $0, from: start) } ?? []
    motions += parts.motion.boundMotions(by: links ?? parts.motion.links, from: start)
    return ScheduledMotions(start: start, motions: motions)
  }

  /// The links of the piece of the layout that begins at a moment; nil if the present piece is
  /// still valid then, or if edges depend on no driver.
  private mutating func scheduledLinks(at start: Instant) -> EdgeLinks? {
    guard parts.motion.links != nil, let links = links(for: Presentation(at: start))
    else { return nil }
    return links.bases == nil ? nil : links
  }

  /// The motions of the channels that drivers move in the present piece of the layout or in the
  /// next one. `links` are the links of the piece that is valid at `start`, which determine the
  /// motions.
  private func linkedMotions(by links: EdgeLinks, from start: Instant) -> [ChannelMotion] {
    var motions: [ChannelMotion] = []
    for view in parts.motion.tree.indices
    where links.moves(view) || parts.motion.links?.moves(view) == true
      || links.limitsOffset(of: view)
    {
      for channel in Self.linkable {
        guard channel.isEdge || parts.motion.linked.moves(channel, of: view, by: links),
          let motion = parts.motion.motion(
            of: channel, view: view, by: links, from: start)
        else { continue }
        motions.append(motion)
      }
    }
    return motions
  }
}

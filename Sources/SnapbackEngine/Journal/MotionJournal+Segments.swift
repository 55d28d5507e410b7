import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol

/// The motions of channels and levers, for clients that evaluate them. A view that is no longer
/// drawn is reported with opacity 0.
extension MotionJournal {
  /// The motions that have been interrupted since a revision, in the order of views and channels.
  /// O(groups of blocks of views + changes).
  ///
  /// Call ``note(_:)`` after the last change of the engine, before this method.
  public func motions(since revision: UInt64, of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    guard self.revision > revision else { return list }
    forEachStamped(since: revision) { view in
      for channel in Channel.allCases {
        let isSeen = channel == .alpha && visibilityStamps[view] > revision
        guard isSeen || channelStamps[channel.index(view: view)] > revision,
          let motion = motion(of: channel, view: view, engine.loop)
        else { continue }
        list.append(motion)
      }
      if leverStamps[view] > revision { list += levers(of: view, engine.loop) }
      list += looks(of: view, engine.loop) { channelStamps[$0] > revision }
    }
    return list
  }

  /// The motions of the channels of a view's look, if it can move. `isMeant` chooses them by their
  /// indices.
  private func looks(
    of view: Int, _ loop: borrowing SceneLoop, where isMeant: (Int) -> Bool
  ) -> [ChannelMotion] {
    let looks = loop.parts.motion.looks
    guard !looks.isEmpty, let rank = looks.rank(of: view), looks.entries[rank].isFree else {
      return []
    }
    var list: [ChannelMotion] = []
    for channel in LookChannel.all
    where isMeant(channel.slot.index(view: looks.place(of: channel, rank: rank))) {
      guard let motion = loop.parts.motion.motion(of: channel, rank: rank) else { continue }
      list.append(motion)
    }
    return list
  }

  /// The motions to send after a snapshot: those of each channel that moves, or that rests at a
  /// value other than its default. Clients assume the defaults for the others. The default of a
  /// corner radius is the one in the snapshot, so it is sent if it can move. O(channels).
  public func motions(of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    for view in engine.loop.parts.motion.tree.indices {
      for channel in Channel.allCases {
        guard let motion = motion(of: channel, view: view, engine.loop),
          channel == .cornerRadius
            ? engine.loop.parts.motion.fixedRadius(of: view) == nil : !motion.isDefault
        else { continue }
        list.append(motion)
      }
      list += levers(of: view, engine.loop).filter { !$0.isDefault }
      list += looks(of: view, engine.loop) { _ in true }
    }
    return list
  }

  private func motion(
    of channel: Channel, view: Int, _ loop: borrowing SceneLoop
  ) -> ChannelMotion? {
    var motion = loop.parts.motion.motion(of: channel, view: view)
    if channel == .alpha, loop.parts.motion.drawnUntil(view) <= loop.now {
      motion?.held = MotionState(value: 0)
      motion?.terms = []
    }
    return motion
  }

  private func levers(of view: Int, _ loop: borrowing SceneLoop) -> [ChannelMotion] {
    let levers = loop.parts.motion.levers(of: view)
    return [levers.x, levers.y].map {
      var motion = $0
      motion.generation = leverStamps[view]
      return motion
    }
  }
}

extension ChannelMotion {
  /// Whether the channel is at rest at its default value and has no tilt map.
  public var isDefault: Bool {
    terms.isEmpty && map == nil && held == MotionState(value: channel.defaultValue)
  }
}

extension Engine {
  /// The present motion of a channel of a view; nil if there is no such view. O(terms), allocates
  /// the list of terms.
  public func motion(of channel: Channel, view: Int) -> ChannelMotion? {
    loop.parts.motion.motion(of: channel, view: view)
  }

  /// The motions of the components of a view's lever, the vector from the anchor to the grabbed
  /// point in the view's own space, in points.
  ///
  /// The drawn translation is d + g − R·g, with d the two translation channels, R the rotation and
  /// g the lever after scale and shear. The lever is zero if the anchor itself moves with the
  /// finger. It is set when a pan begins, scales with the size of the view, and is removed when the
  /// view has returned to its frame. The generations in the result are 0; ``MotionJournal`` assigns
  /// them.
  public func levers(of view: Int) -> (x: ChannelMotion, y: ChannelMotion) {
    loop.parts.motion.levers(of: view)
  }

  /// The motions of the channels that are moving now. O(channels).
  public var motions: [ChannelMotion] { loop.parts.motion.motions }
}

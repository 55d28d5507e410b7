public import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
import SnapbackMotion

/// What clients are told that evaluate motions themselves.
///
/// Besides the channels these are the lever, which no law moves, and that a view is not drawn any
/// more, which is told as an opacity of 0.
extension MotionJournal {
  /// What has been interrupted since a revision, in the order of views and channels.
  /// O(views + what changed).
  ///
  /// The journal has to have been noted since the engine last changed.
  public func motions(since revision: UInt64, of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    guard self.revision > revision else { return list }
    for view in engine.motion.tree.indices where isStamped(view, since: revision) {
      for channel in Channel.allCases {
        let isSeen = channel == .alpha && visibilityStamps[view] > revision
        guard isSeen || channelStamps[channel.index(view: view)] > revision,
          let motion = motion(of: channel, view: view, engine)
        else { continue }
        list.append(motion)
      }
      if leverStamps[view] > revision { list += levers(of: view, engine) }
    }
    return list
  }

  /// What is not at rest at its default: what follows a snapshot. O(channels).
  public func motions(of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    for view in engine.motion.tree.indices {
      for channel in Channel.allCases {
        guard let motion = motion(of: channel, view: view, engine), !motion.isDefault
        else { continue }
        list.append(motion)
      }
      list += levers(of: view, engine).filter { !$0.isDefault }
    }
    return list
  }

  private func motion(
    of channel: Channel, view: Int, _ engine: borrowing Engine
  ) -> ChannelMotion? {
    var motion = engine.motion(of: channel, view: view)
    if channel == .alpha, engine.motion.drawnUntil(view) <= engine.now {
      motion?.held = MotionState(value: 0)
      motion?.terms = []
    }
    return motion
  }

  private func levers(of view: Int, _ engine: borrowing Engine) -> [ChannelMotion] {
    [MotionChannel.leverX, .leverY].map { part in
      var motion = engine.lever(part, of: view)
      motion.generation = leverStamps[view]
      return motion
    }
  }
}

extension ChannelMotion {
  /// Whether it is where a channel is that has never been touched, without motion or map.
  public var isDefault: Bool {
    terms.isEmpty && map == nil && held == MotionState(value: channel.defaultValue)
  }
}

import SnapbackFrames
public import SnapbackGeometry
import SnapbackLayout
import SnapbackMotion

/// What clients are told that evaluate motions themselves.
extension MotionJournal {
  /// How a lever has changed, which moves by itself with no law: ``Engine/lever(of:)``.
  public struct LeverChange: Hashable, Sendable {
    /// The view, by its place in the scene.
    public var view: Int
    /// Counts its changes; one with a higher number takes the place of one with a lower.
    public var generation: UInt64
    /// From the anchor to the grabbed point, in the view's own space, in points.
    public var lever: Vector
  }

  /// A view has come to be drawn, or to be drawn no more, which no channel says.
  public struct VisibilityChange: Hashable, Sendable {
    /// The view, by its place in the scene.
    public var view: Int
    /// Whether it is drawn; what it is in may still not be.
    public var isDrawn: Bool
  }

  /// What channels do that has been interrupted since a revision, in the order of views and
  /// channels. O(views + what changed).
  ///
  /// The journal has to have been noted since the engine last changed.
  public func motions(since revision: UInt64, of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    guard self.revision > revision else { return list }
    for view in engine.views.indices where isStamped(view, since: revision) {
      for channel in Channel.allCases
      where channelStamps[channel.index(view: view)] > revision {
        guard let motion = engine.motion(of: channel, view: view) else { continue }
        list.append(motion)
      }
    }
    return list
  }

  /// What channels do that are not at rest at their default: what follows a snapshot. O(channels).
  public func motions(of engine: borrowing Engine) -> [ChannelMotion] {
    var list: [ChannelMotion] = []
    for view in engine.views.indices {
      for channel in Channel.allCases {
        guard let motion = engine.motion(of: channel, view: view), !motion.isDefault
        else { continue }
        list.append(motion)
      }
    }
    return list
  }

  /// The levers that have changed since a revision. O(views).
  public func levers(since revision: UInt64, of engine: borrowing Engine) -> [LeverChange] {
    var list: [LeverChange] = []
    guard self.revision > revision else { return list }
    for view in engine.views.indices where leverStamps[view] > revision {
      list.append(leverChange(view, engine))
    }
    return list
  }

  /// The levers that are not zero: what follows a snapshot. O(views).
  public func levers(of engine: borrowing Engine) -> [LeverChange] {
    var list: [LeverChange] = []
    for view in engine.views.indices where engine.lever(of: view) != .zero {
      list.append(leverChange(view, engine))
    }
    return list
  }

  /// The views that have come to be drawn, or not any more, since a revision. O(views).
  public func visibilities(
    since revision: UInt64, of engine: borrowing Engine
  ) -> [VisibilityChange] {
    var list: [VisibilityChange] = []
    guard self.revision > revision else { return list }
    for view in engine.views.indices where visibilityStamps[view] > revision {
      list.append(VisibilityChange(view: view, isDrawn: engine.drawnUntil(view) > engine.now))
    }
    return list
  }

  private func leverChange(_ view: Int, _ engine: borrowing Engine) -> LeverChange {
    LeverChange(view: view, generation: leverStamps[view], lever: engine.lever(of: view))
  }
}

extension ChannelMotion {
  /// Whether it is where a channel is that has never been touched: a scale and the opacity at 1,
  /// all others at 0, without motion or map.
  public var isDefault: Bool {
    guard terms.isEmpty, map == nil, held.velocity == 0 else { return false }
    switch channel {
    case .scaleX, .scaleY, .alpha: return held.value == 1
    default: return held.value == 0
    }
  }
}

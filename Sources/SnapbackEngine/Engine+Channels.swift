import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// Setting channels, and what counts as arrived for each.
extension Engine {
  /// Sets the model of a channel; `animation` carries what is seen, without one it jumps.
  mutating func set(
    _ channel: Channel, of view: Int, to value: Double, with animation: Animation?
  ) {
    let index = channel.index(view: view)
    let hasVelocity = channels[index].modelVelocity != 0
    guard channels[index].model != value || hasVelocity else { return }
    guard let animation = effective(animation, on: channel, of: view) else {
      return channels[index].jump(to: value)
    }
    let end = channels[index].animate(
      to: value, with: animation, threshold: threshold(of: channel, view: view), at: now,
      rate: motionRate, owner: openTransaction?.owner ?? 0)
    restTime = max(restTime, channels[index].restTime)
    openTransaction?.parts.append(Part(channel: index, end: end))
  }

  /// What becomes of an animation on a channel: none where all is to be done at once, or where a
  /// person has asked for less motion.
  mutating func effective(
    _ animation: Animation?, on channel: Channel, of view: Int
  ) -> Animation? {
    guard let animation, !completesInstantly else { return nil }
    guard reducesMotion, channel.isSpatial else { return animation }
    switch animation.reducedMotion {
    case .keep: return animation
    case .jump: return nil
    case .crossFade:
      openTransaction?.fadingViews.insert(view)
      return nil
    }
  }

  /// Sets a channel to a value that is held: terms on it are removed, and who had them learns it.
  mutating func hold(_ index: Int, at value: Double) {
    if !channels[index].terms.isEmpty { interrupt(channel: index) }
    channels[index].hold(value)
  }

  func model(_ channel: Channel, of view: Int) -> Double {
    channels[channel.index(view: view)].model
  }

  /// The place of the view with a name.
  func view(named name: String) -> Int? { viewIndexes[name] }

  mutating func findRestTime() {
    restTime = channels.reduce(.zero) { max($0, $1.restTime) }
  }

  /// What nobody sees of a channel: a length, or what moves the view's farthest corner by it.
  func threshold(of channel: Channel, view: Int) -> RestThreshold {
    switch channel {
    case .left, .top, .right, .bottom, .scrollX, .scrollY:
      return threshold
    case .translationX, .translationY:
      // The tilt makes an angle of the translation, and an angle moves the corners.
      let turn = (views[view].tilt?.slope(at: 0) ?? 0).magnitude * reach(of: view)
      return RestThreshold(offset: threshold.offset / max(1, turn))
    case .rotation, .shear, .scaleX, .scaleY:
      return RestThreshold(offset: threshold.offset / max(1, reach(of: view)))
    case .alpha:
      return RestThreshold(offset: 1.0 / 512)
    case .red, .green, .blue:
      return RestThreshold(offset: 0.5)
    }
  }

  /// The same for a channel by its place among all.
  func threshold(ofChannel index: Int) -> RestThreshold {
    threshold(of: Channel(of: index), view: index / Channel.allCases.count)
  }

  /// The distance from the anchor to the farthest corner, in points.
  private func reach(of view: Int) -> Double {
    let (size, anchor) = (layout.frames[view].size, views[view].anchor)
    let across = max(anchor.x.magnitude, (1 - anchor.x).magnitude) * size.width
    let down = max(anchor.y.magnitude, (1 - anchor.y).magnitude) * size.height
    return Vector(dx: across, dy: down).length + views[view].lever.length
  }
}

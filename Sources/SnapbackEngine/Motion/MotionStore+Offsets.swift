import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads scroll offsets whose ranges are moved by drivers of the layout.
extension MotionStore {
  /// The value and velocity at a moment of a driver of `links`.
  func value(ofDriver driver: Int, of links: EdgeLinks, at moment: Instant) -> MotionState {
    guard links.hasOffsets || bindings.setsConstants else {
      return self[links.sources[driver]].presentation(at: moment)
    }
    return Presentation(at: moment).value(ofDriver: driver, of: links, self)
  }

  /// The present end of a scroll offset's range, if drivers move the end; otherwise nil. The value
  /// is below the start of the range if the content is shorter than the view.
  func movingEnd(of channel: Channel, _ view: Int) -> MotionState? {
    guard linked.hasOffsets, let links, let offset = links.offset(channel, of: view)
    else { return nil }
    return overflow(of: offset, by: links)
  }

  /// The present overflow of a scroll view, and its rate of change.
  func overflow(of offset: OffsetLink, by links: EdgeLinks) -> MotionState {
    var sum = MotionState(value: offset.overflow(at: links.piece.origin, from: links.piece.origin))
    for driver in links.sources.indices where offset.overflowRates[driver] != 0 {
      var source = value(ofDriver: driver, of: links, at: now)
      source.value -= links.piece.origin[driver]
      sum = sum + offset.overflowRates[driver] * source
    }
    return sum
  }

  /// Whether a scroll offset is at the end of its range and moves with that end.
  func isAtMovingEnd(_ channel: Channel, of view: Int) -> Bool {
    linked.hasOffsets && links?.offset(channel, of: view)?.limit == .end
  }

  /// Sets the models of the offsets that move with the ends of their ranges to their present
  /// values. A change of a model then starts from its present value.
  ///
  /// This is done only once per moment: a reversal first sets the drivers and later adds the
  /// motions that animate them.
  mutating func settleOffsets() {
    if linked.hasOffsets, linked.updated != now { updateLinkedModels() }
  }

  /// The animation that the settings allow on a channel; nil for a jump.
  mutating func effective(
    _ animation: Animation?, on channel: Channel, of view: Int
  ) -> Animation? {
    let reduced = settings.reduced(animation, on: channel)
    if reduced.fades { transactions.fade(view) }
    return reduced.animation
  }
}

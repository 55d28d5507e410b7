import SnapbackFrames
import SnapbackMotion

/// Translations that keep a grabbed point in place while layout moves the view.
extension MotionStore {
  /// Sets the model of a channel that a finger holds, after the layout has moved the view. The
  /// animation carries the seen value to the new one, and the model keeps the finger's velocity.
  mutating func shift(
    _ channel: Channel, of view: Int, to value: Double, with animation: Animation?
  ) {
    let (model, velocity) = (
      model(channel, of: view), self[channel.index(view: view)].modelVelocity
    )
    follow(channel, of: view, MotionState(value: model))
    if let animation = effective(animation, on: channel, of: view) {
      _ = animate(
        channel, of: view, to: value, animation, owner: transactions.open?.owner ?? 0)
    }
    follow(channel, of: view, MotionState(value: value, velocity: velocity))
  }

  /// Adds the running terms of the edges, scaled by the negative factors of the grab, to the
  /// translation of a view, so that the edges no longer move the grabbed point.
  mutating func takeUpFrame(of view: Int) {
    guard let grab = linked.grab(of: view) else { return }
    for channel in Channel.translations {
      func takeUp(_ edge: Channel, of source: Int, times factor: Double) {
        guard factor != 0 else { return }
        for term in self[edge.index(view: source)].terms where term.end > now {
          add(term.scaled(by: factor), channel, of: view)
        }
      }
      for edge in Channel.edges {
        takeUp(edge, of: view, times: -grab.factor(of: edge, in: channel))
      }
      if grab.isInParent { takeUp(Grab.origin(of: channel), of: tree.parent(of: view), times: 1) }
    }
  }
}

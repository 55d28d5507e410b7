import SnapbackMotion
import SnapbackProtocol

/// Takes over motions from the scene that this one replaces.
extension MotionStore {
  /// Continues the channels of a view, except its scroll offset, from their state in another scene.
  /// `animation` moves them to this scene's values; the transform keeps the other scene's values.
  mutating func adopt(
    _ view: Int, from other: borrowing MotionStore, _ old: Int, grab: Grab?, animation: Animation?
  ) {
    setLever(other.lever(of: old), of: view)
    setGrab(grab, of: view)
    addDrift(other.linked.drift(of: old), of: view)
    for channel in Channel.all where channel != .scrollX && channel != .scrollY {
      // A view without a color has no color to animate from.
      if !other.hasColor(old), channel.isColor { continue }
      let (index, former) = (channel.index(view: view), channel.index(view: old))
      if bindings.place(of: index) != nil { continue }
      let goal = model(channel, of: view)
      let wasBound = other.bindings.place(of: former) != nil
      if wasBound {
        let seen = Presentation(at: other.now).value(channel, of: old, other)
        replace(channel, of: view, by: AnimatedValue(seen.value))
        carry(seen.velocity, channel, of: view)
      } else {
        replace(channel, of: view, by: other[former])
      }
      if channel.isEdge {
        let velocity = other.linkVelocity(of: channel, old, by: other.links)
        carry(velocity - linkVelocity(of: channel, view, by: links), channel, of: view)
      }
      if wasBound || !channel.isTransform { set(channel, of: view, to: goal, with: animation) }
      if channel == .cornerRadius, !self[index].terms.isEmpty { freeRadius(of: view) }
    }
  }

  /// Takes over another scene's transactions, without the parts of views that no longer exist.
  ///
  /// The parameters are those of ``TransactionList/adopt(_:successors:action:at:)``.
  mutating func adoptTransactions(
    of other: borrowing MotionStore, successors: [Int: Int], action: (Int) -> Int?
  ) {
    transactions.adopt(other.transactions, successors: successors, action: action, at: now)
  }

  /// Continues the scroll offset of a view from its state in another scene. `animation` moves it to
  /// this scene's value, unless fingers hold the offset.
  mutating func adoptOffset(
    of view: Int, from other: borrowing MotionStore, _ old: Int, animation: Animation?, isHeld: Bool
  ) {
    for channel in [Channel.scrollX, .scrollY] {
      let goal = model(channel, of: view)
      replace(channel, of: view, by: other[channel.index(view: old)])
      if !isHeld { set(channel, of: view, to: goal, with: animation) }
    }
  }

  /// Starts an animation of a view's scroll offset with the velocity that drivers gave it in
  /// another scene minus the velocity that they give it in this scene.
  mutating func adoptOffsetVelocity(
    of view: Int, from other: borrowing MotionStore, _ old: Int, animation: Animation?
  ) {
    for channel in [Channel.scrollX, .scrollY] {
      let velocity = other.linkVelocity(of: channel, old, by: other.links)
      carryOffset(
        velocity - linkVelocity(of: channel, view, by: links), channel, of: view, with: animation)
    }
  }

  /// Continues a constant that is a channel from its state in another scene. `animation` moves it
  /// to this scene's value, unless fingers hold the constant.
  mutating func adoptConstant(
    _ place: Int, from other: borrowing MotionStore, _ old: Int, animation: Animation?, isHeld: Bool
  ) {
    let goal = model(.left, of: place)
    replace(.left, of: place, by: other[Channel.left.index(view: old)])
    if !isHeld { set(.left, of: place, to: goal, with: animation) }
  }
}

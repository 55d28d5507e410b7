import SnapbackFrames
import SnapbackMotion

/// What goes on when another scene takes the place of one.
extension MotionStore {
  /// Goes on with a view's channels where another scene has them. The animation carries what the
  /// models differ by, except those of the transform, which are kept.
  mutating func takeOver(
    _ view: Int, from other: MotionStore, _ old: Int, animation: Animation?
  ) {
    setLever(other.lever(of: old), of: view)
    for channel in Channel.all where channel != .scrollX && channel != .scrollY {
      // A view without a colour has none to come from.
      if !other.hasColor(old), channel.isColor { continue }
      let goal = model(channel, of: view)
      replace(channel, of: view, by: other[channel.index(view: old)])
      if !channel.isTransform { set(channel, of: view, to: goal, with: animation) }
    }
  }

  /// Goes on with the scroll offset of a view, as ``takeOver(_:from:_:animation:)`` does with the
  /// rest.
  mutating func takeOverOffset(
    of view: Int, from other: MotionStore, _ old: Int, animation: Animation?
  ) {
    for channel in [Channel.scrollX, .scrollY] {
      let goal = model(channel, of: view)
      replace(channel, of: view, by: other[channel.index(view: old)])
      set(channel, of: view, to: goal, with: animation)
    }
  }

  /// Goes on with a driven constant where another scene has it, as
  /// ``takeOver(_:from:_:animation:)`` does with a view.
  mutating func takeOverConstant(
    _ place: Int, from other: MotionStore, _ old: Int, animation: Animation?
  ) {
    let goal = model(.left, of: place)
    replace(.left, of: place, by: other[Channel.left.index(view: old)])
    set(.left, of: place, to: goal, with: animation)
  }
}

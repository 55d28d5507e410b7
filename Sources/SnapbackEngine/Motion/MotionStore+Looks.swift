import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol

/// The channels of looks.
extension MotionStore {
  /// The goal of a channel of a look; nil for a view without a look.
  func model(_ channel: LookChannel, of view: Int) -> Double? {
    looks.rank(of: view).map {
      model(channel.slot, of: looks.place(of: channel, rank: $0))
    }
  }

  /// The goals of the values of a look; nil for a view without a look.
  func modelLook(of view: Int) -> MovingLook? {
    guard let rank = looks.rank(of: view) else { return nil }
    var look = looks.entries[rank].look.moving
    for channel in LookChannel.all {
      look[channel] = model(channel.slot, of: looks.place(of: channel, rank: rank))
    }
    return look
  }

  /// Sets the model of a channel of a look; does nothing for a view without one.
  mutating func set(
    _ channel: LookChannel, of view: Int, to value: Double, with animation: Animation?
  ) {
    guard let rank = looks.rank(of: view) else { return }
    freeLook(rank: rank)
    set(channel.slot, of: looks.place(of: channel, rank: rank), to: value, with: animation)
  }

  /// Records that a look can move from now on, so that frames and segments contain it.
  mutating func freeLook(rank: Int) {
    guard looks.free(rank: rank) else { return }
    // Clients that evaluate motions get all channels of the look from now on.
    for channel in LookChannel.all {
      interrupt(channel.slot, of: looks.place(of: channel, rank: rank))
    }
  }

  /// Makes the looks follow the variations of a context, and the reading direction.
  mutating func adoptLooks(
    in context: VariationContext, _ direction: LayoutDirection, with animation: Animation?
  ) {
    for (rank, channel, value) in looks.adopt(context, direction) {
      freeLook(rank: rank)
      set(channel.slot, of: looks.place(of: channel, rank: rank), to: value, with: animation)
    }
  }

  /// The motion of a channel of a look from now on. O(terms), allocates the list of terms.
  func motion(of channel: LookChannel, rank: Int) -> ChannelMotion? {
    motion(of: channel.slot, view: looks.place(of: channel, rank: rank), by: links)
  }

  /// Continues the look of a view from its state in another scene. `animation` moves it to this
  /// scene's values.
  mutating func adoptLook(
    of view: Int, from other: borrowing MotionStore, _ old: Int, animation: Animation?
  ) {
    guard let rank = looks.rank(of: view), let former = other.looks.rank(of: old) else { return }
    if other.looks.entries[former].isFree { freeLook(rank: rank) }
    for channel in LookChannel.all where !looks.isBound(channel, rank: rank) {
      let place = looks.place(of: channel, rank: rank)
      let goal = model(channel.slot, of: place)
      let formerPlace = other.looks.place(of: channel, rank: former)
      if other.looks.isBound(channel, rank: former) {
        let seen = Presentation(at: other.now).value(channel.slot, of: formerPlace, other)
        replace(channel.slot, of: place, by: AnimatedValue(seen.value))
        carry(seen.velocity, channel.slot, of: place)
      } else {
        replace(channel.slot, of: place, by: other[channel.slot.index(view: formerPlace)])
      }
      set(channel.slot, of: place, to: goal, with: animation)
      if !self[channel.slot.index(view: place)].terms.isEmpty { freeLook(rank: rank) }
    }
  }
}

extension Presentation {
  /// The drawn values of a look. O(terms), no allocation.
  func look(rank: Int, _ motion: borrowing MotionStore) -> MovingLook {
    var look = MovingLook()
    for channel in LookChannel.all {
      let place = motion.looks.place(of: channel, rank: rank)
      look[channel] = value(channel.slot, of: place, motion).value
    }
    return look
  }
}

extension Engine {
  /// The looks of all views that have one, as drawn now, in the order of the views. O(looks).
  public var looks: [ViewLook] {
    loop.parts.motion.looks.entries.indices.map { rank in
      var look = loop.parts.motion.looks.entries[rank].look
      look.moving = loop.parts.present.look(rank: rank, loop.parts.motion)
      return look
    }
  }

  /// The number of changes, by variations, of values of looks that cannot move, such as images.
  public var looksRevision: UInt64 { loop.parts.motion.looks.revision }
}

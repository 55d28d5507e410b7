import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// A change of a view's channels, or of its scroll offset in the layout, that a gesture requests.
struct ManipulationCommand: Sendable {
  enum Action: Sendable {
    /// ``MotionStore/hold(_:of:at:velocity:)``
    case hold(Channel, MotionState)
    /// ``MotionStore/yieldTo(_:_:of:)``
    case yield(Channel, MotionState)
    /// ``MotionStore/follow(_:of:_:)``
    case follow(Channel, MotionState)
    /// ``MotionStore/rest(_:of:)``
    case rest(Channel)
    /// ``MotionStore/set(_:of:to:with:)``
    indirect case set(Channel, Double, Animation)
    /// ``MotionStore/jump(_:of:to:)``
    case jump(Channel, Double)
    /// ``MotionStore/coast(_:of:_:)``
    indirect case coast(Channel, BouncingDecay)
    /// ``MotionStore/scroll(_:of:_:)``
    indirect case scroll(Channel, ScrollMomentum)
    /// ``MotionStore/shift(_:of:to:velocity:with:)``
    indirect case shift(Channel, Double, Animation?)
    /// ``MotionStore/setLever(_:of:)``
    case lever(Lever)
    /// ``MotionStore/setGrab(_:of:)``
    case grab(Grab?)
    /// ``MotionStore/compensateFrame(of:from:)``
    case compensateFrame(from: Grab?)
    /// ``MotionStore/start(_:of:)``
    indirect case start(WaitingChange)
    /// ``MotionStore/drop(_:)``
    indirect case drop(WaitingChange)
    /// Passes the view's scroll offset to the layout.
    case layOutScroll
  }

  let view: Int
  let action: Action
}

/// The commands of one method call, in order.
///
/// Adding and removing commands in a loop neither allocates nor copies what the commands contain.
struct CommandList: Sendable {
  /// The commands, preceded and followed by emptied slots that later commands use again.
  private var slots: [ManipulationCommand] = []
  private var start = 0
  private var end = 0

  var isEmpty: Bool { start == end }

  /// Removes and returns the first command. The list must not be empty.
  mutating func removeFirst() -> ManipulationCommand {
    var command = ManipulationCommand(view: 0, action: .layOutScroll)
    // A swap moves the command out of the array instead of copying it.
    swap(&command, &slots[start])
    start += 1
    if isEmpty { (start, end) = (0, 0) }
    return command
  }

  mutating func add(_ action: consuming ManipulationCommand.Action, _ view: Int) {
    let command = ManipulationCommand(view: view, action: action)
    if end < slots.count { slots[end] = command } else { slots.append(command) }
    end += 1
  }

  mutating func hold(_ channel: Channel, of view: Int, at value: Double, velocity: Double = 0) {
    add(.hold(channel, MotionState(value: value, velocity: velocity)), view)
  }

  mutating func follow(_ channel: Channel, of view: Int, _ state: MotionState) {
    add(.follow(channel, state), view)
  }

  mutating func set(_ channel: Channel, of view: Int, to value: Double, with animation: Animation) {
    add(.set(channel, value, animation), view)
  }

  mutating func jump(_ channel: Channel, of view: Int, to value: Double) {
    add(.jump(channel, value), view)
  }
}

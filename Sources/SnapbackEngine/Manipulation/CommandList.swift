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

/// The commands of one method call, in order. The list keeps its storage.
struct CommandList: Sendable {
  private var commands: [ManipulationCommand] = []

  var isEmpty: Bool { commands.isEmpty }
  var indices: Range<Int> { commands.indices }

  subscript(index: Int) -> ManipulationCommand { commands[index] }

  mutating func removeAll() { commands.removeAll(keepingCapacity: true) }

  mutating func add(_ action: ManipulationCommand.Action, _ view: Int) {
    commands.append(ManipulationCommand(view: view, action: action))
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

import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

extension MotionStore {
  /// Carries out a gesture's command for a view; returns false if nothing changed.
  mutating func carryOut(_ command: ManipulationCommand) -> Bool {
    let view = command.view
    settleOffsets()
    switch command.action {
    case .hold(let channel, let state):
      hold(channel, of: view, at: state.value, velocity: state.velocity)
    case .yield(let channel, let state): yieldTo(state, channel, of: view)
    case .follow(let channel, let state): follow(channel, of: view, state)
    case .rest(let channel): return rest(channel, of: view)
    case .set(let channel, let value, let animation):
      set(channel, of: view, to: value, with: animation)
    case .jump(let channel, let value): jump(channel, of: view, to: value)
    case .coast(let channel, let flight): coast(channel, of: view, flight)
    case .scroll(let channel, let motion): scroll(channel, of: view, motion)
    case .shift(let channel, let value, let animation):
      shift(channel, of: view, to: value, with: animation)
    case .lever(let lever): setLever(lever, of: view)
    case .grab(let grab):
      if grab == nil { endLastingCompensation(of: view) }
      setGrab(grab, of: view)
    case .compensateFrame(let old): compensateFrame(of: view, from: old)
    case .start(let change): start(change, of: view)
    case .drop(let change): drop(change)
    case .layOutScroll: return false
    }
    return true
  }

  /// Sets the velocity of a channel's model to zero; returns false if it was zero already.
  mutating func rest(_ channel: Channel, of view: Int) -> Bool {
    guard self[channel.index(view: view)].modelVelocity != 0 else { return false }
    follow(channel, of: view, MotionState(value: model(channel, of: view)))
    return true
  }

  /// Gives a view without a color its first color. The color appears immediately, because there is
  /// no previous color to animate from.
  mutating func startColor(_ color: Color, of view: Int) {
    guard !hasColor(view) else { return }
    noteColor(of: view)
    jump(.red, of: view, to: Double(color.red))
    jump(.green, of: view, to: Double(color.green))
    jump(.blue, of: view, to: Double(color.blue))
  }
}

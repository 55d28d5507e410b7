public import SnapbackBasics
import SnapbackMotion
public import SnapbackProtocol

/// A binding of a running scene at a moment. All values are in the units of their channels
/// (``Channel``).
public struct BindingStatus: Sendable {
  /// How the target gets its value from the source. A binding is of the first kind that applies.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The target follows the value of the map on a spring.
    case follower
    /// The value of the map is a factor of the target.
    case product
    /// The target is the sum of the values of several bindings.
    case sum
    /// A piece of the map is a curve.
    case curve
    /// The map consists of lines.
    case linear
  }

  /// The name of the binding.
  public let name: String
  /// The kind of the binding.
  public let kind: Kind
  /// The number that the binding reads.
  public let source: BindingSource
  /// The index of the view that has the source or, for a number of a gesture, the index of the
  /// gesture's view; nil for a constant and for the progress of an action.
  public let sourceView: Int?
  /// The value of the source, which is not limited to what can be drawn.
  public let sourceValue: Double
  /// The index of the view whose channels the binding sets; nil for the constant of a constraint.
  public let targetView: Int?
  /// The channels that the binding sets, with their drawn values, which include other bindings of
  /// these channels. The constant of a constraint is an edge.
  public fileprivate(set) var targets: [(channel: MotionChannel, value: Double)]
  /// Whether the source and the target keep their values without further input.
  public fileprivate(set) var isAtRest: Bool
}

extension Engine {
  /// The bindings of the scene at `time` or, if that is earlier, at ``now``. A binding comes after
  /// those that set its source. O(bindings × terms of their chains).
  public func bindingStatuses(at time: Instant) -> [BindingStatus] {
    loop.parts.motion.bindingStatuses(
      at: max(now, time), gestureViews: loop.parts.interaction.gestures.map(\.view))
  }
}

extension MotionStore {
  /// The bindings as drawn at a moment. `gestureViews` has the index of the view of each gesture.
  fileprivate func bindingStatuses(at moment: Instant, gestureViews: [Int]) -> [BindingStatus] {
    let shown = Presentation(at: moment)
    var statuses: [BindingStatus] = []
    for place in 0..<bindings.entryCount {
      let (channel, view) = bindings.target(of: place)
      let source = bindings.source(of: place)
      let rest = max(end(ofSource: source), bindings.end(ofEntry: place))
      let named = looks.channel(channel, at: view).map(MotionChannel.look)
      let target = (
        channel: named ?? .animated(channel), value: shown.value(channel, of: view, self).value
      )
      let name = bindings.name(ofEntry: place)
      // The entries of a binding of several channels follow each other.
      if let last = statuses.indices.last, statuses[last].name == name {
        statuses[last].targets.append(target)
        statuses[last].isAtRest = statuses[last].isAtRest && rest <= moment
        continue
      }
      let number = bindings.number(of: source)
      var sourceView = number.view
      if case .gesture(let number) = number { sourceView = gestureViews[number.gesture] }
      statuses.append(
        BindingStatus(
          name: name, kind: bindings.kind(of: place), source: number, sourceView: sourceView,
          sourceValue: shown.value(ofSource: source, self).value,
          targetView: bindings.owner(of: place),
          targets: [target], isAtRest: rest <= moment))
    }
    return statuses
  }
}

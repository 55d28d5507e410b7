public import SnapbackMotion

/// A binding of a scene that scrubs an action with a number of a gesture.
///
/// When the gesture begins, the changes of the action are made and shown at the fraction that the
/// map gives to the number. At the release, the action finishes or is undone, with the velocity of
/// the fingers. A gesture that begins before the end of this motion continues at the fraction that
/// is shown.
public struct ProgressBinding: Hashable, Sendable {
  /// The name of the binding in error messages, unique in the scene.
  public var name: String
  /// The number of the gesture; its spring is not used.
  public var number: GestureNumber
  /// The name of the action.
  public var action: String
  /// The fraction of the action as a function of the number. Values outside 0…1 count as 0 or 1.
  public var map: PiecewiseMap
  /// Whether the fraction is one of the time, which the action's timing converts to a fraction of
  /// the distance; otherwise it is the fraction of the distance itself.
  public var followsTiming: Bool
  /// The spring with which the action finishes or returns; nil for the spring of the action or, if
  /// it has none, a critically damped spring with a response of 0.4 s.
  public var spring: Spring?

  /// Creates a binding from its parts.
  public init(
    name: String, from number: GestureNumber, to action: String, through map: PiecewiseMap,
    followsTiming: Bool = false, spring: Spring? = nil
  ) {
    self.name = name
    self.number = number
    self.action = action
    self.map = map
    self.followsTiming = followsTiming
    self.spring = spring
  }
}

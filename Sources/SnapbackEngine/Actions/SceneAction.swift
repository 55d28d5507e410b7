public import SnapbackFrames
public import SnapbackMotion

/// Something that a scene does by itself: changes as one transaction, and what sets them off.
///
/// A scene with actions shows its motions without a client's code.
public struct SceneAction: Hashable, Sendable {
  /// What sets an action off.
  public enum Trigger: Hashable, Sendable {
    /// The scene appears: once, before its first frame.
    case appear
    /// A finger taps a view or one in it: it lifts within 10 points of where it touched.
    case tap(view: Int)
    /// A finger lifts inside the view that it touched, wherever it was between; UIKit's
    /// `touchUpInside`.
    case touchUpInside(view: Int)
    /// A tap makes a view the one that has the focus, which it had not.
    case focus(view: Int)
    /// The screen turns from upright to lying or back.
    case rotate
    /// A gesture, by its place among the scene's, comes to such a phase.
    case gesture(Int, GesturePhase)
    /// Another action's transaction counts as made.
    case completion(of: String)

    /// Whether it is a gesture.
    public var isGesture: Bool {
      if case .gesture = self { true } else { false }
    }
  }

  /// When an action goes on to its next step.
  public enum Advance: String, Hashable, Sendable, CaseIterable {
    /// When a step has begun.
    case start
    /// When a step's transaction counts as made, as a flag that a completion handler flips.
    case completion
  }

  /// Its name, unique in the scene.
  public var name: String
  /// What sets it off.
  public var triggers: [Trigger]
  /// How its changes are carried out; nil for at once.
  public var animation: Animation?
  /// The changes; each time it is set off, the next, and after the last the first again.
  public var steps: [[SceneChange]]
  /// When it goes on to the next step.
  public var advance: Advance

  /// An action by its parts.
  public init(
    name: String, triggers: [Trigger], animation: Animation? = nil, steps: [[SceneChange]],
    advance: Advance = .start
  ) {
    self.name = name
    self.triggers = triggers
    self.animation = animation
    self.steps = steps
    self.advance = advance
  }
}

/// The animations of iOS that scenes and commands know by name.
public enum NamedAnimation: String, Hashable, Sendable, CaseIterable {
  /// The motion of the keyboard, and of the views that make room for it.
  ///
  /// Mass 3, stiffness 1000, damping 500 and a duration of 0.5 s, as a developer printed them from
  /// the keyboard's layer (developer.apple.com/forums/thread/48088).
  case keyboard
  /// The push and the pop of a navigation controller.
  ///
  /// Mass 3, stiffness 1000 and damping 500, as React Navigation publishes them
  /// (`TransitionIOSSpec`).
  case push

  /// The animation: ``Spring/uikitDefault``, because UIKit plays over-damped springs with critical
  /// damping.
  ///
  /// `keyboard` is finished after its duration, `push` after the response of the spring.
  public var animation: Animation {
    var animation = Animation.spring(.uikitDefault)
    if self == .keyboard { animation.runDuration = 0.5 }
    return animation
  }
}

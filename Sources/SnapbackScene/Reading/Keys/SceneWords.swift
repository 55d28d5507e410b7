// Choices of scenes that no other module has.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene words
/// A priority by name.
enum PriorityWord: String, CaseIterable {
  case required
  case high
  case low
  case fitting
}

/// A size class; `bySize` derives it from the screen's size.
enum SizeClassWord: String, CaseIterable {
  case compact
  case regular
  case bySize
}

/// The opposite of the present state.
enum Toggle: String, CaseIterable {
  case toggle
}

/// A value that a gesture drives; the constant of a constraint is an object instead.
enum DrivenValue: String, CaseIterable {
  case translation
  case nothing
}

/// An edge of the screen.
enum ScreenEdge: String, CaseIterable {
  case left
  case right
  case top
  case bottom
}

/// The motion of a scroll view's content after the release.
enum ScrollRelease: String, CaseIterable {
  case momentum
  case stay
  case snap
}

/// The motion of a scale or a rotation after the release.
enum PartRelease: String, CaseIterable {
  case spring
  case stay
  case reset
}

/// A deceleration rate of UIScrollView.
enum DecelerationWord: String, CaseIterable {
  case normal
  case fast
}

/// A detent of a sheet by name.
enum DetentWord: String, CaseIterable {
  /// About half of the screen: 0.56 of the maximum.
  case medium
  /// The maximum.
  case large
}

/// A repetition without end.
enum Forever: String, CaseIterable {
  case forever
}

/// Haptics or a sound, by the names of UIKit's feedback generators.
enum Feedback: String, CaseIterable {
  case light
  case medium
  case heavy
  case soft
  case rigid
  case selection
  case success
  case warning
  case error
}

/// A trigger without a view or a name.
enum PlainTrigger: String, CaseIterable {
  /// Once, before the first frame; again when the scene is read again.
  case appear
  /// The screen turns from portrait to landscape or back; a square is portrait.
  case rotate
}

/// The meaning of the targets of a map to a progress.
enum Scrubbing: String, CaseIterable {
  /// A fraction of the distance of each number.
  case linear
  /// A fraction of the duration of the action.
  case curve
}
// end of generated

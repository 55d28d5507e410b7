import SnapbackLayout

/// The inverse of a change, or of a part of it.
enum Undo: Hashable, Sendable {
  /// Another change.
  case change(SceneChange)
  /// What a view had for each pair of size classes; a change sets it for all alike.
  case property(String, Property, SizeClassTable<ViewProperties>)
  /// The constant that a constraint had, and the one it had where no variation has one.
  case constant(String, Double, usually: Double)

  /// A property of a view that changes are about.
  enum Property: Hashable, Sendable {
    case isHidden
    case stack
    case contents
    case baselines
    case text

    /// Takes it over from other properties, and nothing else.
    func take(from old: ViewProperties, to new: inout ViewProperties) {
      switch self {
      case .isHidden: new.isHidden = old.isHidden
      case .stack: new.stack = old.stack
      case .contents: new.intrinsicSize = old.intrinsicSize
      case .baselines:
        (new.firstBaseline, new.lastBaseline) = (old.firstBaseline, old.lastBaseline)
      case .text: new.text = old.text
      }
    }
  }

  /// Whether it changes what only a description of the scene tells.
  var isDescribed: Bool {
    switch self {
    case .change(let change): change.isDescribed
    case .property(_, let property, _): property == .text || property == .baselines
    case .constant: false
    }
  }

  /// Whether it changes what frames are solved from.
  var goesThroughLayout: Bool {
    if case .change(let change) = self { change.goesThroughLayout } else { true }
  }
}

public import SnapbackLayout

/// The reason why an engine refused a change. A refused change has no effect.
public enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The scene has no view with this name.
  case unknownView(String)
  /// A number is not finite, or its magnitude exceeds the limit.
  case outOfRange(String, Double, limit: Double)
  /// A fraction of a duration is outside 0…1.
  case notAFraction(Double)
  /// A finger holds the view, so its transform cannot be set without animation.
  case held(String)
  /// A binding sets the value. The values are the names of the view or constraint, and the binding.
  case bound(String, by: String)
  /// A change of a stack names a view that is not a stack.
  case noStack(String)
  /// A view to scroll to is not in the scroll view. The values are the names of the view and the
  /// scroll view.
  case notInside(String, String)
  /// A change of a text names a view without a text.
  case noText(String)
  /// A change sets values of the look of a view that has no look.
  case noLook(String)
  /// A text has more characters than the limit.
  case longText(String, limit: Int)
  /// Blocks are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// A change that does not go through layout cannot be staged for a pass.
  case notStaged
  /// No controlled transaction with this id is running.
  case unknownTransaction(UInt64)
  /// The scene has no action with this name.
  case unknownAction(String)
  /// The scene has no gesture with this name.
  case unknownGesture(String)
  /// The layout tree refused the change.
  case layout(LayoutError)

  /// One line with the problem and what to do about it.
  public var description: String {
    switch self {
    case .unknownView(let name): "no view is called \"\(name)\""
    case .outOfRange(let what, let value, let limit):
      "\(what) is \(value); it has to be a number between \(-limit) and \(limit)"
    case .notAFraction(let value): "the fraction is \(value); it has to be between 0 and 1"
    case .held(let name):
      "a finger holds \"\(name)\"; animate the change, and it waits until the finger has let go"
    case .bound(let name, let binding):
      "the binding \"\(binding)\" sets this value of \"\(name)\"; change the binding's source"
    case .noStack(let name): "\"\(name)\" is not a stack; set a stack in the scene first"
    case .notInside(let name, let outer):
      "\"\(name)\" is not in \"\(outer)\"; name a scroll view around it"
    case .noText(let name): "\"\(name)\" shows no text; set one in the scene first"
    case .noLook(let name):
      "\"\(name)\" has no look; give it \"textColor\", \"border\" or \"shadow\" in the scene first"
    case .longText(let name, let limit): "the text of \"\(name)\" has over \(limit) characters"
    case .tooDeep(let limit): "blocks are nested more than \(limit) deep"
    case .notStaged: "only a change that goes through layout can be staged; apply the others"
    case .unknownTransaction(let id):
      "no controlled transaction has the id \(id); it may have ended"
    case .unknownAction(let name): "no action is called \"\(name)\""
    case .unknownGesture(let name): "no gesture is called \"\(name)\""
    case .layout(let error): error.description
    }
  }
}

public import SnapbackLayout

/// Why an engine refused a change; nothing was changed.
public enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The scene has no view of that name.
  case unknownView(String)
  /// A number is not finite or beyond what anybody could see.
  case outOfRange(String, Double, limit: Double)
  /// A share of a duration that is not within 0…1.
  case notAFraction(Double)
  /// A finger holds what the change is about.
  case held(String)
  /// A change of a stack, on a view that is none.
  case noStack(String)
  /// A change of a text, on a view that has none.
  case noText(String)
  /// A text of more characters than are taken.
  case longText(String, limit: Int)
  /// Blocks stand in blocks too deep.
  case tooDeep(limit: Int)
  /// What does not go through layout cannot wait for a pass.
  case notStaged
  /// No controlled transaction of that id is under way.
  case unknownTransaction(UInt64)
  /// The scene has no action of that name.
  case unknownAction(String)
  /// The scene has no gesture of that name.
  case unknownGesture(String)
  /// The layout tree refused.
  case layout(LayoutError)

  /// One line: what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .unknownView(let name): "no view is called \"\(name)\""
    case .outOfRange(let what, let value, let limit):
      "\(what) is \(value); it has to be a number between \(-limit) and \(limit)"
    case .notAFraction(let value): "the fraction is \(value); it has to be between 0 and 1"
    case .held(let name):
      "a finger holds \"\(name)\"; animate the change, and it waits until the finger has let go"
    case .noStack(let name): "\"\(name)\" is no stack; set a stack in the scene first"
    case .noText(let name): "\"\(name)\" shows no text; set one in the scene first"
    case .longText(let name, let limit): "the text of \"\(name)\" has over \(limit) characters"
    case .tooDeep(let limit): "blocks stand in each other more than \(limit) deep"
    case .notStaged: "only a change that goes through layout can be staged; apply the others"
    case .unknownTransaction(let id):
      "no controlled transaction has the id \(id); it may be over"
    case .unknownAction(let name): "no action is called \"\(name)\""
    case .unknownGesture(let name): "no gesture is called \"\(name)\""
    case .layout(let error): error.description
    }
  }
}

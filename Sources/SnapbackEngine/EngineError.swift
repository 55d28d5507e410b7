public import SnapbackLayout

/// Why an engine refused a change; nothing was changed.
public enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The scene has no view of that name.
  case unknownView(String)
  /// A number is not finite.
  case notFinite(String, Double)
  /// A finger holds what the change is about.
  case held(String)
  /// The layout tree refused.
  case layout(LayoutError)

  /// One line: what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .unknownView(let name): "no view is called \"\(name)\""
    case .notFinite(let what, let value): "\(what) is \(value); it has to be a finite number"
    case .held(let name): "a finger holds \"\(name)\"; change its transform when it has let go"
    case .layout(let error): error.description
    }
  }
}

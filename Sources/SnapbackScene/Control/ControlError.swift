public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout

/// The reason why a command was refused. A refused command leaves the scene unchanged.
public struct ControlError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error, for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The message is incomplete or malformed.
    case badMessage = "bad-message"
    /// A name in the message does not exist.
    case unknownName = "unknown-name"
    /// The command exceeds a limit; see ``ControlLimits``.
    case limit
    /// The command is valid, but the current state of the scene does not allow it.
    case conflict
  }

  /// The kind of error.
  public var code: Code
  /// A one-line message for users: where the error is, what is wrong, and how to fix it.
  public var message: String

  /// Creates an error from its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Converts an error in a message, or in a scene that the message contains.
  public init(_ error: DocumentError) {
    let isName =
      error.message.hasPrefix("unknown ") && !error.message.hasPrefix("unknown key ")
    guard !error.isLimit else {
      self = .beyondLimit(error.description)
      return
    }
    self.init(isName ? .unknownName : .badMessage, error.description)
  }

  /// The error for a command that exceeds a limit of untrusted clients; `message` states the limit.
  static func beyondLimit(_ message: String) -> ControlError {
    ControlError(
      .limit,
      "\(message); there is no such limit for clients that are \"trusted\" in the daemon's "
        + "configuration")
  }

  /// Converts an error in a merged document. Errors in merged documents have a path but no line.
  init(merged error: DocumentError) {
    self.init(error)
    message = "\(error.path): \(error.message)" + (error.hint.map { " — \($0)" } ?? "")
  }

  /// Converts an error of the engine.
  public init(_ error: EngineError) {
    let code: Code =
      switch error {
      case .unknownView, .unknownTransaction, .unknownAction, .unknownGesture,
        .layout(.unknownConstraint), .layout(.unknownView), .layout(.unknownGuide),
        .layout(.unknownState), .layout(.unknownValue):
        .unknownName
      case .longText, .tooDeep, .layout(.tooManyViews), .layout(.tooManyGuides): .limit
      case .held, .bound, .noStack, .noText, .noLook, .notInside, .layout(.notScrolling),
        .layout(.duplicateConstraint), .layout(.duplicateName), .layout(.noKeyboard):
        .conflict
      case .outOfRange, .notAFraction, .notStaged, .layout: .badMessage
      }
    self.init(code, error.description)
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

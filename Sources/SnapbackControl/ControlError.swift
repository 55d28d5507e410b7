public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout

/// Why a command was not carried out; the scene is as it was.
public struct ControlError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of fault it is, for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The message does not say what it has to, or says what does not make sense.
    case badMessage = "bad-message"
    /// It names what is not there.
    case unknownName = "unknown-name"
    /// It asks for more than is allowed: ``ControlLimits``.
    case limit
    /// It makes sense, and the scene as it is now does not allow it.
    case conflict
  }

  /// What kind of fault it is.
  public var code: Code
  /// One line for a person: where, what is wrong, what to do about it.
  public var message: String

  /// An error by its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A fault of a message or a scene in it.
  public init(_ error: DocumentError) {
    let isName =
      error.message.hasPrefix("unknown ") && !error.message.hasPrefix("unknown key ")
    guard !error.isLimit else {
      self = .beyondLimit(error.description)
      return
    }
    self.init(isName ? .unknownName : .badMessage, error.description)
  }

  /// A command that asks for more than an untrusted client may; `message` says how much it may.
  static func beyondLimit(_ message: String) -> ControlError {
    ControlError(
      .limit,
      "\(message); there is no such limit for clients that are \"trusted\" in the daemon's "
        + "configuration")
  }

  /// A fault of what was merged from several texts, which has a path and no line.
  init(merged error: DocumentError) {
    self.init(error)
    message = "\(error.path): \(error.message)" + (error.hint.map { " — \($0)" } ?? "")
  }

  /// What an engine refused.
  public init(_ error: EngineError) {
    let code: Code =
      switch error {
      case .unknownView, .unknownTransaction, .unknownAction, .unknownGesture,
        .layout(.unknownConstraint), .layout(.unknownView), .layout(.unknownGuide):
        .unknownName
      case .longText, .tooDeep, .layout(.tooManyViews), .layout(.tooManyGuides): .limit
      case .held, .noStack, .noText, .layout(.notScrolling), .layout(.duplicateConstraint),
        .layout(.duplicateName), .layout(.noKeyboard):
        .conflict
      case .outOfRange, .notAFraction, .notStaged, .layout: .badMessage
      }
    self.init(code, error.description)
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

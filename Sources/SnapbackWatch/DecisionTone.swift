public import SnapbackProtocol

extension WatchTape.Tone {
  /// The tone in which an input decision is shown.
  public init(_ decision: InputDecision) {
    guard case .step(let step) = decision.subject else {
      self = .plain
      return
    }
    self =
      switch step.state {
      case .recognized: .good
      case .failed, .cancelled: .bad
      case .waits, .possible: .dim
      case .ended: .plain
      }
  }
}

public import SnapbackFrames

extension WatchTape.Tone {
  /// How a decision about input is shown.
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

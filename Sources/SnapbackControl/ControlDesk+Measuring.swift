public import SnapbackEngine
import SnapbackTiming

/// Texts that a renderer with fonts measures.
extension ControlDesk {
  /// The texts to ask a renderer about, each once; empty as a rule.
  ///
  /// To be called after frames while somebody is there who measures. O(1) unless there has been
  /// a layout pass since the last call, else O(views).
  public mutating func takeMeasureRequests(
    of engine: borrowing Engine
  ) -> [MeasureRequest] {
    measuring.next(of: engine)
  }

  /// Forgets what has been asked and not answered: who was asked has gone.
  public mutating func forgetMeasureRequests() { measuring.forgetAll() }

  mutating func measured(
    _ size: MeasuredSize, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    guard let question = measuring.question(of: size.request) else {
      throw ControlError(
        .unknownName, "no measure with the request \(size.request) is waited for")
    }
    do throws(EngineError) {
      try engine.setMeasuredSize(
        width: size.width, height: size.height, firstBaseline: size.firstBaseline,
        lastBaseline: size.lastBaseline, of: question, at: now)
    } catch {
      throw ControlError(error)
    }
    measuring.answered(size.request)
    return ControlReply()
  }
}

import SnapbackBasics
public import SnapbackEngine

/// Measures texts with the help of a renderer that has the fonts.
extension ControlDesk {
  /// Returns the measure requests for a renderer that have not been returned before; usually none.
  ///
  /// Call this after each frame while a client can measure texts. O(views) after a layout pass,
  /// otherwise O(1).
  public mutating func drainMeasureRequests(
    of engine: borrowing Engine
  ) -> [MeasureRequest] {
    measuring.next(of: engine)
  }

  /// Drops all unanswered requests, because the client that had to answer them has disconnected.
  public mutating func forgetMeasureRequests() { measuring.forgetAll() }

  mutating func measured(
    _ size: MeasuredSize, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    guard let question = measuring.question(of: size.request) else {
      throw ControlError(
        .unknownName, "no measure request \(size.request) is pending")
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

import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// Changes, their channels and their ends, by seconds and names.
extension EngineDriver {
  /// Makes changes and returns the transaction's id; 0 if there is none.
  @discardableResult
  mutating func apply(
    _ changes: [SceneChange], _ animation: Animation?, isControlled: Bool = false,
    _ seconds: Double
  ) throws -> UInt64 {
    try engine.apply(
      changes, animation: animation, isControlled: isControlled, at: Self.moment(seconds)) ?? 0
  }

  /// The index of a view.
  func place(of view: String) -> Int {
    engine.appearances.firstIndex { $0.name == view } ?? 0
  }

  /// The state of a channel at a time in seconds, if nothing happens until then. Does not advance
  /// the engine.
  func seen(_ channel: Channel, of view: String, _ seconds: Double) -> MotionState {
    seen(channel, of: view, at: Self.moment(seconds))
  }

  /// The state of a channel at a moment, if nothing happens until then.
  func seen(_ channel: Channel, of view: String, at moment: Instant) -> MotionState {
    motion(channel, of: view)?.presentation(at: moment) ?? MotionState(value: .nan)
  }

  /// The motion of a channel from now on.
  func motion(_ channel: Channel, of view: String) -> ChannelMotion? {
    engine.motion(of: channel, view: place(of: view))
  }

  /// The number of terms that move a channel.
  func termCount(_ channel: Channel, of view: String) -> Int {
    motion(channel, of: view)?.terms.count ?? -1
  }

  /// The transactions' events up to a time, since the last call.
  mutating func events(_ seconds: Double) -> [TransactionEvent] {
    engine.advance(to: Self.moment(seconds))
    return engine.drainTransactionEvents()
  }

  /// The ends of one transaction up to a time, in seconds; events of others are dropped.
  mutating func ends(of id: UInt64, _ seconds: Double) -> Ends {
    var ends = Ends()
    for event in events(seconds) where event.id == id {
      let time = Double(event.time.nanoseconds) / 1e9
      if event.moment == .finished { ends.finished.append(time) } else { ends.settled.append(time) }
      ends.isInterrupted = ends.isInterrupted || event.isInterrupted
    }
    return ends
  }

  /// The times of a transaction's two ends.
  struct Ends: Equatable {
    var finished: [Double] = []
    var settled: [Double] = []
    var isInterrupted = false
  }
}

extension Channel {
  /// The edges of a frame.
  static let frameEdges: [Channel] = [.left, .top, .right, .bottom]
}

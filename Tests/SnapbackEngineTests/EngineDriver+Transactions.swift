import SnapbackEngine
import SnapbackFrames
import SnapbackMotion
import SnapbackTestSupport
import SnapbackTiming

/// Changes, their channels and their ends, by seconds and names.
extension EngineDriver {
  /// Makes changes and returns the transaction's id; 0 when there is none.
  @discardableResult
  mutating func apply(
    _ changes: [SceneChange], _ animation: Animation?, isControlled: Bool = false,
    _ seconds: Double
  ) throws -> UInt64 {
    try engine.apply(
      changes, animation: animation, isControlled: isControlled, at: Self.moment(seconds)) ?? 0
  }

  /// The place of a view.
  func place(of view: String) -> Int {
    engine.appearances.firstIndex { $0.name == view } ?? 0
  }

  /// What is seen of a channel then, if nothing happens in between. It does not move the engine on.
  func seen(_ channel: Channel, of view: String, _ seconds: Double) -> MotionState {
    seen(channel, of: view, at: Self.moment(seconds))
  }

  /// The same at a moment.
  func seen(_ channel: Channel, of view: String, at moment: Instant) -> MotionState {
    motion(channel, of: view)?.presentation(at: moment) ?? MotionState(value: .nan)
  }

  /// What a channel does from now on.
  func motion(_ channel: Channel, of view: String) -> ChannelMotion? {
    engine.motion(of: channel, view: place(of: view))
  }

  /// How many terms move a channel.
  func termCount(_ channel: Channel, of view: String) -> Int {
    motion(channel, of: view)?.terms.count ?? -1
  }

  /// The ends of transactions up to a time, since they were last asked for.
  mutating func events(_ seconds: Double) -> [TransactionEvent] {
    engine.advance(to: Self.moment(seconds))
    return engine.takeTransactionEvents()
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

  /// When a transaction came to its two ends.
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

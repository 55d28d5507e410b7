import SnapbackProtocol

/// The goals that a view's channels had when a finger stopped the view.
struct CaughtGoals: Sendable {
  // NaN for channels that the finger did not stop.
  private var goals = SIMD32<Double>(repeating: .nan)

  subscript(channel: Channel) -> Double? {
    get { goals[channel.rawValue].isNaN ? nil : goals[channel.rawValue] }
    set { goals[channel.rawValue] = newValue ?? .nan }
  }

  /// Removes the goals of the channels that a beginning pan drives.
  mutating func drop(drivenBy pan: Pan, isTurned: Bool) {
    for channel in pan.part?.channels ?? [] { self[channel] = nil }
    self[pan.xChannel] = nil
    self[pan.yChannel] = nil
    if pan.target == .translation, !isTurned { self[.rotation] = nil }
  }
}

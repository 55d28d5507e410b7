import CSnapbackLinux

/// Signals that are read from a descriptor instead of interrupting the process.
public struct Signals: ~Copyable {
  private let source: Descriptor

  /// Blocks these signals and delivers them through the descriptor instead of running their default
  /// actions.
  public init(_ signals: [Int32]) throws(SystemError) {
    source = Descriptor(
      owning: try checked(snapback_signal_open(signals, Int32(signals.count)), "signalfd"))
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { source.raw }

  /// The next signal that has arrived; nil if there is none.
  public func next() -> Int32? {
    let signal = snapback_signal_read(source.raw)
    return signal > 0 ? signal : nil
  }
}

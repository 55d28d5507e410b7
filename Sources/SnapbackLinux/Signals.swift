import CSnapbackLinux

/// Signals as something to read instead of something that interrupts.
public struct Signals: ~Copyable {
  private let source: Descriptor

  /// Takes these signals over from their default actions.
  public init(_ signals: [Int32]) throws(SystemError) {
    source = Descriptor(
      owning: try checked(snapback_signal_open(signals, Int32(signals.count)), "signalfd"))
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { source.raw }

  /// The next signal that has come; nil when none has.
  public func next() -> Int32? {
    let signal = snapback_signal_read(source.raw)
    return signal > 0 ? signal : nil
  }
}

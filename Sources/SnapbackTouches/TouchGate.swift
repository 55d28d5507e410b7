public import SnapbackBasics

/// Determines whether touches on a surface are used or ignored, depending on whether a pen is near.
///
/// States: open → closed when a pen comes near → opening when the pen leaves → open after
/// ``delay``. Touches are ignored because the hand that holds the pen rests on the surface. When
/// the gate closes and when it opens, the caller cancels all contacts of the surface; contacts that
/// are still down are then ignored until they lift. libinput does the same (`evdev_fallback.c`,
/// `TOUCH_ARBITRATION`).
public struct TouchGate: Sendable {
  private enum State: Sendable {
    case open
    case closed
    case opening(at: Instant)
  }

  /// How long touches are still ignored after the pen has left, in seconds; libinput's value.
  public static let delay = 0.09

  private var state = State.open

  /// Creates an open gate.
  public init() {}

  /// Whether touches are used.
  public var isOpen: Bool { if case .open = state { true } else { false } }

  /// Updates the state by whether a pen is near. Returns whether the gate has just closed.
  public mutating func follow(penIsNear isNear: Bool, at time: Instant) -> Bool {
    switch (state, isNear) {
    case (.open, true):
      state = .closed
      return true
    case (.opening, true): state = .closed
    case (.closed, false): state = .opening(at: time.advanced(bySeconds: Self.delay))
    case (.open, false), (.opening, false), (.closed, true): break
    }
    return false
  }

  /// Opens the gate if ``delay`` is over at `time`. Returns whether the gate has just opened. Call
  /// this method before each event of the surface.
  public mutating func opens(at time: Instant) -> Bool {
    guard case .opening(let moment) = state, time >= moment else { return false }
    state = .open
    return true
  }
}

extension DeviceProfile {
  /// The default device group: devices with equal bus, vendor and product belong together, such as
  /// the pen and the panel of a tablet computer.
  public var usualGroup: String {
    identity.prefix(3).map { String($0, radix: 16) }.joined(separator: ":")
  }
}

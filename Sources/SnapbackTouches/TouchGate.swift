public import SnapbackBasics

/// Decides whether the touches of a surface count while a pen may be near it.
///
/// Open → closed when a pen comes near → opening when it leaves → open after ``delay``. A hand that
/// writes rests on the surface. When the gate closes and when it opens, the caller cancels all
/// contacts of the surface; those that are still down are then ignored until they lift. libinput
/// does the same (`evdev_fallback.c`, `TOUCH_ARBITRATION`).
public struct TouchGate: Sendable {
  private enum State: Sendable {
    case open
    case closed
    case opening(at: Instant)
  }

  /// How long after the pen has left touches still do not count, in seconds; libinput's value.
  public static let delay = 0.09

  private var state = State.open

  /// Creates an open gate.
  public init() {}

  /// Whether touches count.
  public var isOpen: Bool { if case .open = state { true } else { false } }

  /// Follows whether a pen is near; returns whether the gate has just closed.
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

  /// Opens the gate if it is time; returns whether it has just opened. Call it before each event of
  /// the surface.
  public mutating func opens(at time: Instant) -> Bool {
    guard case .opening(let moment) = state, time >= moment else { return false }
    state = .open
    return true
  }
}

extension DeviceProfile {
  /// The group of devices that belong together: those with equal bus, vendor and product, such as
  /// the pen and the panel of a tablet computer.
  public var usualGroup: String {
    identity.prefix(3).map { String($0, radix: 16) }.joined(separator: ":")
  }
}

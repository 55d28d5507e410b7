import SnapbackBasics
import SnapbackEvdev
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// The sources of touches: devices or, in their place, a replay; and clients.
struct InputSources: ~Copyable {
  let devices: DeviceHub
  /// The touches that clients inject.
  var injector = TouchInjector()
  private var replay: ReplaySource?
  /// The devices that had more touch frames than one turn could handle.
  private var unread: [UInt64] = []
  /// Whether input is discarded, for example while the panel is dark.
  private(set) var isInhibited = false
  /// The size of the screen onto which touches are mapped.
  private(set) var screen: Size

  init(_ devices: DeviceHub, replay: ReplaySource?, screen: Size) {
    (self.devices, self.replay, self.screen) = (devices, replay, screen)
  }

  /// Whether a recording replaces the devices.
  var isReplay: Bool { replay != nil }

  /// The id of the first contact of the first device.
  var firstContact: UInt64 { isReplay ? DeviceHub.replayContacts : DeviceHub.deviceContacts }

  /// Maps the sources onto a screen.
  mutating func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    devices.map(onto: screen, rotation: rotation)
    replay?.map(onto: screen, rotation: rotation)
  }

  /// Starts or stops discarding input. Returns whether this is a change.
  mutating func setInhibited(_ inhibits: Bool) -> Bool {
    defer { isInhibited = inhibits }
    return inhibits != isInhibited
  }

  // MARK: Recordings and clients

  /// The time of the next input that is already known: of the replay, or of injected touches.
  var nextInput: Instant? { Instant.earlier(replay?.nextTime, injector.nextMoment) }

  /// Starts the replay, if there is one and it has not started.
  mutating func beginReplay(at now: Instant) {
    if replay?.hasStarted == false { replay?.begin(at: now) }
  }

  /// Returns the next touch frame of the replay that is due by `now`; nil if there is none.
  mutating func nextReplayed(by now: Instant) -> TouchFrame? {
    while let next = replay?.nextTime, next <= now {
      if let touches = replay?.playNext() { return touches }
    }
    return nil
  }

  /// Returns the next frame of injected touches that is due by `now`; nil if there is none.
  mutating func nextInjected(by now: Instant) -> TouchFrame? {
    guard let next = injector.nextMoment, next <= now else { return nil }
    return injector.next(at: now)
  }

  // MARK: Devices

  /// Whether devices had more touch frames than the last turn could handle.
  var hasUnread: Bool { !unread.isEmpty }

  /// Defers further touch frames of a device to the next turn.
  mutating func readLater(_ device: UInt64) { unread.append(device) }

  /// Returns the devices with deferred frames and clears the list.
  mutating func drainUnread() -> [UInt64] {
    defer { unread.removeAll() }
    return unread
  }
}

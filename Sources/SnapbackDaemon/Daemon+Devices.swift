import Logging
import SnapbackEngine
import SnapbackEvdev
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming
import SnapbackTouches

/// Devices: those that come, go, and are read.
extension Daemon {
  /// Opens devices that have come and closes those that have gone; a replay stands in for all.
  func scanDevices() {
    guard replay == nil else { return }
    let changes = devices.scan(at: MonotonicClock.now()) { loop.forget($0) }
    for (entry, lost) in changes.closed { tell(entry, lost: lost) }
    if !changes.opened.isEmpty { manager.status(status) }
    for (descriptor, entry) in changes.opened {
      do throws(SystemError) {
        try loop.watch(descriptor, token: Token.devices | entry.id, for: .readable)
      } catch {
        log.error("\(error)")
      }
      for client in clients.values { tell(entry, isThere: true, to: client) }
      hasNewInput = true
    }
  }

  /// Resumes reading devices whose frames did not fit into one turn.
  func readDevices() {
    let ids = unreadDevices
    unreadDevices.removeAll()
    for id in ids { readDevice(id) }
  }

  /// Reads all that a device has sent, for ``ProtocolLimits/turnNanoseconds`` at most.
  ///
  /// Clients are told of the first frame before anybody looks whether there are more; what else
  /// waits they are told at once, at the end of the turn.
  func readDevice(_ id: UInt64) {
    let now = MonotonicClock.now()
    let end = now.advanced(byNanoseconds: ProtocolLimits.turnNanoseconds)
    var isFirst = true
    while true {
      switch devices.readFrame(id, at: now, { take($0) }) {
      case .frame:
        if isFirst, hasNewInput { _ = turn() }
        isFirst = false
        // libevdev holds the rest, so the descriptor may not become readable for it.
        if MonotonicClock.now() >= end {
          unreadDevices.append(id)
          return
        }
      case .drained: return
      case .gone:
        if let closed = devices.close(id, at: now, forget: { loop.forget($0) }) {
          tell(closed.entry, lost: closed.lost)
        }
        return
      }
    }
  }

  /// A device has gone: its contacts are taken back, and clients are told.
  private func tell(_ entry: DeviceEntry, lost: TouchFrame?) {
    if let lost { take(lost) }
    for client in clients.values { tell(entry, isThere: false, to: client) }
    manager.status(status)
    hasNewInput = true
  }

  /// Closes every device; what touches is taken back.
  func closeDevices() {
    for closed in devices.closeAll(at: MonotonicClock.now(), forget: { loop.forget($0) }) {
      tell(closed.entry, lost: closed.lost)
    }
  }

  /// Grabs the devices, or gives them back, as the configuration and the clients have it.
  func updateGrab() {
    let isWatched = clients.values.contains { $0.stage == .streaming }
    let wanted =
      switch configuration.grab {
      case .never: false
      case .always: true
      case .whileConnected: isWatched
      }
    devices.setGrab(wanted, at: MonotonicClock.now())
  }

  /// The machine has slept: nobody knows what happened meanwhile, so everything begins anew.
  ///
  /// Contacts are cancelled, motions are where they were going, the devices' state is read again,
  /// and clients get a snapshot of a new epoch.
  func resume() {
    log.info("the machine has slept; contacts are cancelled and motions are over")
    epoch += 1
    if replay == nil { closeDevices() }
    engine.settle(at: timeline.now)
    scanDevices()
    requireSnapshots()
    hasNewInput = true
  }

  /// Swallows input from now on, or no longer.
  ///
  /// What touches when it ends is swallowed until it lifts: the touch that wakes a dark panel is
  /// not meant for what it shows.
  func setInhibited(_ inhibits: Bool) {
    guard inhibits != isInhibited else { return }
    log.info(inhibits ? "input is swallowed" : "input counts again")
    if inhibits {
      engine.cancelContacts(at: timeline.now)
      hasNewInput = true
    }
    isInhibited = inhibits
  }
}

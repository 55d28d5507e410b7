import Logging
import SnapbackBasics
import SnapbackEngine
import SnapbackEvdev
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackTouches

/// Opens, closes and reads devices.
extension Daemon {
  /// Opens new devices and closes removed ones. Does nothing during a replay, which replaces all
  /// devices.
  func scanDevices() {
    guard !inputs.isReplay else { return }
    let changes = inputs.devices.scan(at: MonotonicClock.now()) { loop.forget($0) }
    for (entry, lost) in changes.closed { reportRemoval(of: entry, lost: lost) }
    if !changes.opened.isEmpty { service.report(status) }
    for (descriptor, entry) in changes.opened {
      do throws(SystemError) {
        try loop.watch(descriptor, for: .device(entry.id))
      } catch {
        log.error("\(error)")
      }
      for (_, client) in clients.roster { client.report(entry, isPresent: true) }
      scene.noteNews()
    }
  }

  /// Reads the touch frames of a device for at most ``ProtocolLimits/turnNanoseconds``.
  ///
  /// The effect of the first touch frame is published before further frames are read. The effects
  /// of further frames are published together in the next turn.
  func readDevice(_ id: UInt64) {
    let now = MonotonicClock.now()
    let end = now.advanced(byNanoseconds: ProtocolLimits.turnNanoseconds)
    var isFirst = true
    while true {
      switch inputs.devices.readFrame(id, at: now, { handle($0) }) {
      case .frame:
        if isFirst, scene.hasNews, clients.isWatched {
          let now = timeline.now
          playInjected(until: now)
          publish(at: now)
        }
        isFirst = false
        // libevdev may have buffered the rest, and then the descriptor does not become readable
        // again. So read it in the next turn.
        if MonotonicClock.now() >= end {
          inputs.readLater(id)
          return
        }
      case .drained: return
      case .gone:
        if let closed = inputs.devices.close(id, at: now, forget: { loop.forget($0) }) {
          reportRemoval(of: closed.entry, lost: closed.lost)
        }
        return
      }
    }
  }

  /// Handles the removal of a device: cancels its contacts and notifies clients.
  private func reportRemoval(of entry: DeviceEntry, lost: TouchFrame?) {
    if let lost { handle(lost) }
    for (_, client) in clients.roster { client.report(entry, isPresent: false) }
    service.report(status)
    scene.noteNews()
  }

  /// Closes every device and cancels its contacts.
  func closeDevices() {
    for closed in inputs.devices.closeAll(at: MonotonicClock.now(), forget: { loop.forget($0) }) {
      reportRemoval(of: closed.entry, lost: closed.lost)
    }
  }

  /// Grabs or releases the devices, depending on the configuration and the connected clients.
  func updateGrab() {
    let wanted =
      switch configuration.grab {
      case .never: false
      case .always: true
      case .whileConnected: clients.isWatched
      }
    inputs.devices.setGrab(wanted, at: MonotonicClock.now())
  }

  /// Recovers after a sleep of the machine, during which input was lost.
  ///
  /// Cancels contacts, completes motions, reads the state of the devices again, and sends clients a
  /// snapshot with a new epoch.
  func resume() {
    log.info("the machine resumed from sleep; contacts are cancelled and motions completed")
    scene.startEpoch()
    if !inputs.isReplay { closeDevices() }
    scene.engine.settle(at: timeline.now)
    scanDevices()
    requireSnapshots()
    scene.noteNews()
  }

  /// Starts or stops discarding input. A contact that is down when discarding stops is still
  /// discarded until it lifts. So a touch that wakes a dark panel has no effect on the scene.
  func setInhibited(_ inhibits: Bool) {
    guard inputs.setInhibited(inhibits) else { return }
    log.info(inhibits ? "input is discarded" : "input is accepted again")
    guard inhibits else { return }
    scene.engine.cancelContacts(at: timeline.now)
    scene.noteNews()
  }
}

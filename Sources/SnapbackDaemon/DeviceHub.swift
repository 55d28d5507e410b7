import Glibc
import Logging
import SnapbackBasics
import SnapbackEvdev
import SnapbackFiles
import SnapbackLinux
import SnapbackTouches

/// Opens, reads and closes the input devices, and tracks devices that appear and disappear.
///
/// If udevd runs, the hub receives its notifications, and does not open a device until udevd has
/// initialized it. Otherwise the hub watches directories. In both cases a notification means only
/// that something has changed; the hub then scans the directory for the current devices.
final class DeviceHub {
  /// The first contact id of the first device. The contact ids of each further device start 2³²
  /// higher.
  static let deviceContacts: UInt64 = 1 << 32
  /// The first contact id of replays. It is above the ids of devices and below those of injected
  /// touches.
  static let replayContacts: UInt64 = 1 << 51
  /// The delays in seconds between attempts to open a device. After the last attempt, the hub waits
  /// for a change in the device's directory.
  private static let retryDelays = [0.1, 0.2, 0.4, 0.8, 1.6]
  /// The delay in seconds before another attempt to grab a device that another program has grabbed.
  private static let grabDelay = 2.0

  private struct Attempt {
    var count: Int
    var nextTry: Instant?
    var message: String
  }

  /// The current configuration. Its `devices` and `seat` do not change after the start.
  private var configuration: Configuration
  private var screen: Size
  private let log: Logger
  private let watch: DirectoryWatch
  private let database: DeviceDatabase?
  /// The open devices in the order in which they were opened, so in ascending order of ids.
  private var open: [(id: UInt64, device: OpenDevice)] = []
  private var nextDevice: UInt64 = 1
  /// The inodes of device nodes that are not read, by path.
  private var ignored: [String: UInt64] = [:]
  private var attempts: [String: Attempt] = [:]
  private var wantsGrab = false
  private var nextGrab: Instant?

  /// Creates a hub for the devices that a configuration names, or for all touch devices.
  init(
    _ configuration: Configuration, screen: Size, log: Logger
  ) throws(SystemError) {
    self.configuration = configuration
    self.screen = screen
    self.log = log
    database = DeviceDatabase()
    // The device directory is always watched: links point into it, and nodes there appear and
    // change their mode.
    let folders = [DeviceFolder.path] + configuration.devices.map { FilePaths.parent($0) }
    watch = try DirectoryWatch(Array(Set(folders)).sorted())
  }

  /// The paths of the devices that the configuration names. If empty, all devices of the configured
  /// kinds are read.
  private var named: [String] { configuration.devices }

  /// The descriptors that become readable when devices are added or removed.
  var descriptors: [Int32] { [watch.descriptor] + [database?.descriptor].compactMap { $0 } }

  /// Clears the notifications about added and removed devices, and allows new attempts to open
  /// devices at once.
  func acknowledgeChanges() {
    watch.drain()
    database?.drain()
    for path in attempts.keys {
      attempts[path]?.count = 0
      attempts[path]?.nextTry = nil
    }
  }

  /// Maps later input onto a screen of another size or rotation.
  func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    configuration.rotation = rotation
    for (_, entry) in open { entry.map(onto: screen, rotation: rotation) }
  }

  /// Sets the device rules and kinds. Close all open devices before this call.
  func setRules(_ rules: [DeviceRule], kinds: [DeviceKind]) {
    configuration.deviceRules = rules
    configuration.kinds = kinds
    ignored.removeAll()
  }

  /// The earliest time at which a device produces a touch frame without a further event, such as
  /// the end of a tap. Nil if there is none. O(devices × contacts).
  var nextDeadline: Instant? {
    var earliest: Instant?
    for (_, entry) in open { earliest = Instant.earlier(earliest, entry.deadline) }
    return earliest
  }

  /// Handles the touch frames that devices produce up to `now` without a further event, device by
  /// device.
  func advance(to now: Instant, _ handle: (TouchFrame) -> Void) {
    for (_, entry) in open {
      while let deadline = entry.deadline, deadline <= now {
        if let frame = entry.advance(to: deadline) {
          handle(frame)
        } else if entry.deadline == deadline {
          break
        }
      }
      report(entry, at: now)
    }
  }

  private func report(_ entry: OpenDevice, at now: Instant) {
    for note in entry.drainNotes(at: now) {
      log.about(entry.device.path).warning("\(entry.device.path): \(note)")
    }
  }

  /// The time of the next attempt to open or grab a device; nil if none is pending.
  var nextRetry: Instant? {
    var earliest = nextGrab
    for attempt in attempts.values { earliest = Instant.earlier(earliest, attempt.nextTry) }
    return earliest
  }

  private func device(_ id: UInt64) -> OpenDevice? {
    for entry in open where entry.id == id { return entry.device }
    return nil
  }

  /// Whether a device is grabbed.
  var hasGrab: Bool { open.contains { $0.device.device.isGrabbed } }

  /// The descriptions of the open devices for clients.
  var entries: [DeviceEntry] {
    open.map { Self.entry($0.id, $0.device.device.profile) }
  }

  private static func entry(_ id: UInt64, _ profile: DeviceProfile) -> DeviceEntry {
    DeviceEntry(id: id, name: profile.name, kind: profile.kind.rawValue)
  }

  /// The result of a scan.
  struct Changes {
    var opened: [(descriptor: Int32, entry: DeviceEntry)] = []
    /// The removed devices, each with the touch frame that cancels its contacts.
    var closed: [(entry: DeviceEntry, lost: TouchFrame?)] = []
  }

  /// Opens new devices and closes removed ones. Calls `forget` with each descriptor before the
  /// descriptor is closed.
  func scan(at now: Instant, forget: (Int32) -> Void) -> Changes {
    var changes = Changes()
    for (id, entry) in open
    where Self.inode(entry.device.path) != entry.inode {
      if let closed = close(id, at: now, forget: forget) { changes.closed.append(closed) }
    }
    let paths = named.isEmpty ? DeviceFolder.eventDevices() : named
    ignored = ignored.filter { Self.inode($0.key) == $0.value }
    attempts = attempts.filter { paths.contains($0.key) }
    for path in paths where !open.contains(where: { $0.device.device.path == path }) {
      guard let inode = Self.inode(path) else {
        if !named.isEmpty { awaitAppearance(of: path) }
        continue
      }
      // Two paths to the same node are the same device.
      guard ignored[path] != inode, !open.contains(where: { $0.device.inode == inode }) else {
        attempts[path] = nil
        continue
      }
      if let next = attempts[path]?.nextTry, next > now { continue }
      attempts[path]?.nextTry = nil
      let known = database?.entry(forNode: path) ?? DeviceDatabase.Entry()
      guard isOurs(known, path, inode: inode) else { continue }
      if let id = tryOpen(path, known, inode: inode, at: now), let entry = device(id) {
        changes.opened.append(
          (entry.device.descriptor, Self.entry(id, entry.device.profile)))
      }
    }
    applyGrab(at: now)
    return changes
  }

  /// Closes every device. The next scan opens the devices and reads their state again.
  func closeAll(
    at now: Instant, forget: (Int32) -> Void
  ) -> [(entry: DeviceEntry, lost: TouchFrame?)] {
    open.map(\.id).compactMap { close($0, at: now, forget: forget) }
  }

  /// Reads one report of a device: its events up to `SYN_REPORT`.
  func readFrame(
    _ id: UInt64, at now: Instant, _ handle: (TouchFrame) -> Void
  ) -> EvdevDevice.Outcome {
    guard let entry = device(id) else { return .drained }
    let resyncs = entry.device.resyncs
    let outcome = entry.device.readFrame(at: now) { event in
      if let frame = entry.consume(event) { handle(frame) }
    }
    if entry.isPen { followPens(at: now, handle) }
    report(entry, at: now)
    if entry.device.resyncs > resyncs {
      let path = entry.device.path
      log.about(path).warning("\(path) lost events; its state was read again")
    }
    return outcome
  }

  /// Keeps touches away from the surfaces that a pen is near, and cancels those that are down.
  private func followPens(at now: Instant, _ handle: (TouchFrame) -> Void) {
    for (_, entry) in open {
      let isNear = open.contains { $0.device.isNear(entry) }
      if let lost = entry.setPen(isNear: isNear, at: now) { handle(lost) }
    }
  }

  /// Closes a device. In the result, `lost` is the touch frame that cancels the contacts of the
  /// device.
  func close(
    _ id: UInt64, at now: Instant, forget: (Int32) -> Void
  ) -> (entry: DeviceEntry, lost: TouchFrame?)? {
    guard let place = open.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = open.remove(at: place).device
    forget(entry.device.descriptor)
    log.about(entry.device.path).info("\(entry.device.path) has gone")
    if entry.isPen { followPens(at: now) { _ in } }
    return (Self.entry(id, entry.device.profile), entry.cancelAll(at: now))
  }

  /// Grabs all devices, or releases them.
  func setGrab(_ wanted: Bool, at now: Instant) {
    guard wanted != wantsGrab else { return }
    wantsGrab = wanted
    nextGrab = nil
    applyGrab(at: now)
  }

  /// Grabs or releases devices according to `wantsGrab`. Schedules another attempt after a failure.
  private func applyGrab(at now: Instant) {
    var waits = false
    for (_, entry) in open where entry.device.isGrabbed != wantsGrab {
      if let nextGrab, nextGrab > now, entry.isGrabRefused {
        waits = true
        continue
      }
      do throws(EvdevError) {
        try entry.device.setGrabbed(wantsGrab)
        entry.isGrabRefused = false
        let path = entry.device.path
        log.about(path).info("\(path) is \(wantsGrab ? "grabbed" : "released")")
      } catch {
        if !entry.isGrabRefused { log.about(entry.device.path).warning("\(error.description)") }
        entry.isGrabRefused = true
        nextGrab = now.advanced(bySeconds: Self.grabDelay)
        waits = true
      }
    }
    if !waits { nextGrab = nil }
  }

  /// Grabs the devices again. Call this after the guard has released them because a turn of the
  /// loop took too long.
  func forgetGrabs(at now: Instant) {
    log.error("a turn of the loop took too long; the devices were released meanwhile")
    for (_, entry) in open { entry.device.forgetGrab() }
    applyGrab(at: now)
  }

  /// Whether a device may be opened: udev has initialized it, and neither its seat nor
  /// `LIBINPUT_IGNORE_DEVICE` excludes it.
  private func isOurs(_ entry: DeviceDatabase.Entry, _ path: String, inode: UInt64) -> Bool {
    guard entry.isReady else { return false }
    let isElsewhere = entry.seat != configuration.seat
    let mayBeKept = configuration.deviceRules.contains { $0.isIgnored == false }
    guard named.isEmpty, isElsewhere || entry.isIgnored && !mayBeKept else { return true }
    let refusal: DeviceAssessment.Refusal =
      isElsewhere && !entry.isIgnored
      ? .seat(entry.seat, wanted: configuration.seat) : .system
    log.about(path).debug("\(path) is left alone: \(refusal)")
    ignored[path] = inode
    return false
  }

  private func tryOpen(
    _ path: String, _ entry: DeviceDatabase.Entry, inode: UInt64, at now: Instant
  ) -> UInt64? {
    let device: EvdevDevice
    do throws(EvdevError) {
      device = try EvdevDevice(path: path)
    } catch {
      postpone(path, error.description, at: now)
      return nil
    }
    attempts[path] = nil
    let profile = device.profile
    let isNamed = !named.isEmpty
    let assessment = DeviceAssessment(
      profile, path: path, entry: entry, configuration: configuration, isNamed: isNamed)
    if let refusal = assessment.refusal {
      refuse(path, profile, refusal)
      ignored[path] = inode
      return nil
    }
    guard
      var decoder = DeviceDecoder(
        profile: profile, settings: assessment.settings, screen: screen,
        rotation: configuration.rotation, firstContact: nextDevice &* Self.deviceContacts)
    else {
      refuse(path, profile, .noPositions)
      ignored[path] = inode
      return nil
    }
    device.seed(&decoder)
    let id = nextDevice
    nextDevice += 1
    logOpened(path, profile, assessment, entry)
    if !device.hasMonotonicTime {
      log.about(path)
        .warning("\(path) keeps its own clock; its events are stamped when they arrive")
    }
    open.append(
      (id, OpenDevice(device, decoder: decoder, inode: inode, group: assessment.group)))
    return id
  }

  /// Logs the reason for which a device is not read: as a warning if the configuration names
  /// devices, otherwise at the level `debug`.
  private func refuse(
    _ path: String, _ profile: DeviceProfile, _ refusal: DeviceAssessment.Refusal
  ) {
    let reason =
      switch refusal {
      case .keyboard: "is a keyboard; not read"
      case .noPositions: "reports no positions; not read"
      default: "is left alone: \(refusal)"
      }
    let line = "\(path) \"\(profile.name)\" \(reason)"
    if !named.isEmpty {
      log.about(path).warning("\(line)")
    } else if profile.kind != .keyboard {
      log.about(path).debug("\(line)")
    }
  }

  /// Logs that a device is read, with its settings.
  private func logOpened(
    _ path: String, _ profile: DeviceProfile, _ assessment: DeviceAssessment,
    _ entry: DeviceDatabase.Entry
  ) {
    var line = "\(path) \"\(profile.name)\" is read: \(assessment.kind.rawValue)"
    if let size = assessment.size.size {
      let (width, height) = (size.width.rounded(), size.height.rounded())
      line += ", \(Int32(saturating: width)) x \(Int32(saturating: height)) mm"
    }
    if let source = assessment.calibrationSource { line += ", calibrated by \(source)" }
    if !assessment.rules.isEmpty {
      line += ", rules \(assessment.rules.map { "\($0)" }.joined(separator: ", "))"
    }
    log.about(path).info("\(line)")
    for warning in assessment.warnings { log.about(path).warning("\(path): \(warning)") }
    if case .unbelievable(let size) = assessment.size {
      let (width, height) = (Int32(saturating: size.width), Int32(saturating: size.height))
      log.about(path).warning(
        "\(path) reports an implausible size, \(width) x \(height) mm; set \"size\" in a rule")
    }
    // Report this only for devices named in the configuration.
    guard !named.isEmpty, entry.isIgnored || entry.seat != configuration.seat else { return }
    let reason: DeviceAssessment.Refusal =
      entry.isIgnored ? .system : .seat(entry.seat, wanted: configuration.seat)
    log.about(path).info("\(path) is read because it was named, although \(reason)")
  }

  /// Logs once that a device does not exist. A change in its directory triggers the next scan.
  private func awaitAppearance(of path: String) {
    let message = "\(path) does not exist; waiting for it"
    if attempts[path]?.message != message { log.about(path).info("\(message)") }
    attempts[path] = Attempt(count: 0, nextTry: nil, message: message)
  }

  /// Schedules another attempt to open a device, and logs the reason once.
  private func postpone(_ path: String, _ message: String, at now: Instant) {
    let count = attempts[path]?.count ?? 0
    if attempts[path]?.message != message { log.about(path).warning("\(message)") }
    let delay = Self.retryDelays.indices.contains(count) ? Self.retryDelays[count] : nil
    attempts[path] = Attempt(
      count: count + 1, nextTry: delay.map { now.advanced(bySeconds: $0) }, message: message)
  }

  private static func inode(_ path: String) -> UInt64? {
    var information = stat()
    return stat(path, &information) == 0 ? UInt64(information.st_ino) : nil
  }
}

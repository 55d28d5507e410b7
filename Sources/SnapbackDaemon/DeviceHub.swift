import Glibc
import Logging
import SnapbackEvdev
import SnapbackGeometry
import SnapbackLinux
import SnapbackTiming
import SnapbackTouches

/// The devices that are open, those that are waited for, and those that come and go.
///
/// Where udevd runs it is asked, and a device is left alone until udevd has finished with it.
/// Where it does not, folders are watched. Either only says that something happened: what there
/// is, is looked up in the folder.
final class DeviceHub {
  /// Where the contact ids of the first device start; those of each further one 2³² later.
  static let deviceContacts: UInt64 = 1 << 32
  /// Where the contact ids of replays start; those of devices are below, those of programs above.
  static let replayContacts: UInt64 = 1 << 51
  /// After how many seconds a device that could not be opened is tried again; then it is left
  /// until something changes in its folder.
  private static let retryDelays = [0.1, 0.2, 0.4, 0.8, 1.6]
  /// After how many seconds a device that another program has grabbed is tried again.
  private static let grabDelay = 2.0

  private struct Attempt {
    var count: Int
    var nextTry: Instant?
    var message: String
  }

  /// Its `devices` and `seat` are those of the start.
  private var configuration: Configuration
  private var screen: Size
  private let log: Logger
  private let watch: DirectoryWatch
  private let database: DeviceDatabase?
  /// In the order in which they came, which is that of their ids.
  private var open: [(id: UInt64, device: OpenDevice)] = []
  private var nextDevice: UInt64 = 1
  /// Nodes that are of no use, by path and inode.
  private var ignored: [String: UInt64] = [:]
  private var attempts: [String: Attempt] = [:]
  private var wantsGrab = false
  private var nextGrab: Instant?

  /// A hub for the devices that a configuration names, or for all touch devices.
  init(
    _ configuration: Configuration, screen: Size, log: Logger
  ) throws(SystemError) {
    self.configuration = configuration
    self.screen = screen
    self.log = log
    database = DeviceDatabase()
    // Links lead into the folder of devices: nodes come and change their mode there.
    let folders = [DeviceFolder.path] + configuration.devices.map { FilePaths.parent($0) }
    watch = try DirectoryWatch(Array(Set(folders)).sorted())
  }

  /// The paths that were asked for; empty for every device of the kinds that are read.
  private var named: [String] { configuration.devices }

  /// The descriptors that tell of devices that come and go.
  var descriptors: [Int32] { [watch.descriptor] + [database?.descriptor].compactMap { $0 } }

  /// Something came or went: takes note.
  func acknowledgeChanges() {
    watch.drain()
    database?.drain()
    for path in attempts.keys {
      attempts[path]?.count = 0
      attempts[path]?.nextTry = nil
    }
  }

  /// Maps what follows onto a screen of another size, or one that is turned otherwise.
  func map(onto screen: Size, rotation: PanelRotation) {
    self.screen = screen
    configuration.rotation = rotation
    for (_, entry) in open { entry.map(onto: screen, rotation: rotation) }
  }

  /// Goes by other rules and kinds; devices that are open are to be closed first.
  func setRules(_ rules: [DeviceRule], kinds: [DeviceKind]) {
    configuration.deviceRules = rules
    configuration.kinds = kinds
    ignored.removeAll()
  }

  /// When a device that is silent has something to say; nil when none has. O(devices × contacts).
  var nextDeadline: Instant? {
    var earliest: Instant?
    for (_, entry) in open { earliest = Instant.earlier(earliest, entry.deadline) }
    return earliest
  }

  /// Hands on what happens by itself up to `now`, device by device.
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
    for note in entry.takeNotes(at: now) { log.warning("\(entry.device.path): \(note)") }
  }

  /// When something should be tried again; nil when nothing waits.
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

  /// What clients are told of the open devices.
  var entries: [DeviceEntry] {
    open.map { Self.entry($0.id, $0.device.device.profile) }
  }

  private static func entry(_ id: UInt64, _ profile: DeviceProfile) -> DeviceEntry {
    DeviceEntry(id: id, name: profile.name, kind: profile.kind.rawValue)
  }

  /// What a look at the folders found.
  struct Changes {
    var opened: [(descriptor: Int32, entry: DeviceEntry)] = []
    /// Devices that have gone, with the frame that takes their contacts back.
    var closed: [(entry: DeviceEntry, lost: TouchFrame?)] = []
  }

  /// Opens what is new and closes what has gone; `forget` gets a descriptor before it closes.
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
      // One node under two names is still one device.
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

  /// Closes every device, so that the next look reads their state anew.
  func closeAll(
    at now: Instant, forget: (Int32) -> Void
  ) -> [(entry: DeviceEntry, lost: TouchFrame?)] {
    open.map(\.id).compactMap { close($0, at: now, forget: forget) }
  }

  /// Reads a frame that a device has sent.
  func readFrame(
    _ id: UInt64, at now: Instant, _ handle: (TouchFrame) -> Void
  ) -> EvdevDevice.Outcome {
    guard let entry = device(id) else { return .drained }
    let resyncs = entry.device.resyncs
    let outcome = entry.device.readFrame(at: now) { event in
      if let frame = entry.consume(event) { handle(frame) }
    }
    report(entry, at: now)
    if entry.device.resyncs > resyncs {
      log.warning("\(entry.device.path) lost events; its state was read again")
    }
    return outcome
  }

  /// Closes a device; the frame takes its contacts back.
  func close(
    _ id: UInt64, at now: Instant, forget: (Int32) -> Void
  ) -> (entry: DeviceEntry, lost: TouchFrame?)? {
    guard let place = open.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = open.remove(at: place).device
    forget(entry.device.descriptor)
    log.info("\(entry.device.path) has gone")
    return (Self.entry(id, entry.device.profile), entry.cancelAll(at: now))
  }

  /// Takes all devices for this program alone, or gives them back.
  func setGrab(_ wanted: Bool, at now: Instant) {
    guard wanted != wantsGrab else { return }
    wantsGrab = wanted
    nextGrab = nil
    applyGrab(at: now)
  }

  /// Brings what is grabbed in line with what is wanted; tries again later where it cannot.
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
        log.info("\(entry.device.path) is \(wantsGrab ? "grabbed" : "given back")")
      } catch {
        if !entry.isGrabRefused { log.warning("\(error.description)") }
        entry.isGrabRefused = true
        nextGrab = now.advanced(bySeconds: Self.grabDelay)
        waits = true
      }
    }
    if !waits { nextGrab = nil }
  }

  /// The guard has given all devices back because the loop was too slow; they are taken again.
  func forgetGrabs(at now: Instant) {
    log.error("a turn of the loop took too long; the devices were given back meanwhile")
    for (_, entry) in open { entry.device.forgetGrab() }
    applyGrab(at: now)
  }

  /// Whether the device manager has finished with a device, and it may be opened to look at it.
  private func isOurs(_ entry: DeviceDatabase.Entry, _ path: String, inode: UInt64) -> Bool {
    guard entry.isReady else { return false }
    let isElsewhere = entry.seat != configuration.seat
    let mayBeKept = configuration.deviceRules.contains { $0.isIgnored == false }
    guard named.isEmpty, isElsewhere || entry.isIgnored && !mayBeKept else { return true }
    let refusal: DeviceAssessment.Refusal =
      isElsewhere && !entry.isIgnored
      ? .seat(entry.seat, wanted: configuration.seat) : .system
    log.debug("\(path) is left alone: \(refusal)")
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
    tell(path, profile, assessment, entry)
    if !device.hasMonotonicTime {
      log.warning("\(path) keeps its own clock; its events are stamped when they arrive")
    }
    open.append((id, OpenDevice(device, decoder: decoder, inode: inode)))
    return id
  }

  /// Says why a device is not read: to a person who named it, else to one who looks for it.
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
      log.warning("\(line)")
    } else if profile.kind != .keyboard {
      log.debug("\(line)")
    }
  }

  /// Says that a device is read, and what applies to it.
  private func tell(
    _ path: String, _ profile: DeviceProfile, _ assessment: DeviceAssessment,
    _ entry: DeviceDatabase.Entry
  ) {
    var line = "\(path) \"\(profile.name)\" is read: \(profile.kind.rawValue)"
    if let size = assessment.size.size {
      let (width, height) = (size.width.rounded(), size.height.rounded())
      line += ", \(Int32(saturating: width)) x \(Int32(saturating: height)) mm"
    }
    if let source = assessment.calibrationSource { line += ", calibrated by \(source)" }
    if !assessment.rules.isEmpty {
      line += ", rules \(assessment.rules.map { "\($0)" }.joined(separator: ", "))"
    }
    log.info("\(line)")
    for warning in assessment.warnings { log.warning("\(path): \(warning)") }
    if case .unbelievable(let size) = assessment.size {
      let (width, height) = (Int32(saturating: size.width), Int32(saturating: size.height))
      log.warning(
        "\(path) claims to measure \(width) x \(height) mm; not believed, a rule can say \"size\"")
    }
    // Named by a person, so the person is told; else it is the system's own business.
    guard !named.isEmpty, entry.isIgnored || entry.seat != configuration.seat else { return }
    let reason: DeviceAssessment.Refusal =
      entry.isIgnored ? .system : .seat(entry.seat, wanted: configuration.seat)
    log.info("\(path) is read because it was named, although \(reason)")
  }

  /// Says once that a device is not there; its folder tells when it is.
  private func awaitAppearance(of path: String) {
    let message = "\(path) is not there; waiting for it"
    if attempts[path]?.message != message { log.info("\(message)") }
    attempts[path] = Attempt(count: 0, nextTry: nil, message: message)
  }

  /// Tries again later, and says why once.
  private func postpone(_ path: String, _ message: String, at now: Instant) {
    let count = attempts[path]?.count ?? 0
    if attempts[path]?.message != message { log.warning("\(message)") }
    let delay = Self.retryDelays.indices.contains(count) ? Self.retryDelays[count] : nil
    attempts[path] = Attempt(
      count: count + 1, nextTry: delay.map { now.advanced(bySeconds: $0) }, message: message)
  }

  private static func inode(_ path: String) -> UInt64? {
    var information = stat()
    return stat(path, &information) == 0 ? UInt64(information.st_ino) : nil
  }
}

/// What clients are told of a device.
struct DeviceEntry {
  /// The same for as long as it is there; another one when it comes back.
  var id: UInt64
  var name: String
  var kind: String
}

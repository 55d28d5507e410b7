import Glibc
import Logging
import SnapbackEvdev
import SnapbackGeometry
import SnapbackLinux
import SnapbackTiming
import SnapbackTouches

/// The devices that are open, those that are waited for, and those that come and go.
final class DeviceHub {
  /// Where the contact ids of replays start; those of devices are below.
  static let replayContacts: UInt64 = 1 << 62
  /// After how many seconds a device that could not be opened is tried again; then it is left
  /// until something changes in its folder.
  private static let retryDelays = [0.1, 0.2, 0.4, 0.8, 1.6]

  private final class OpenDevice {
    var device: EvdevDevice
    var decoder: ContactDecoder
    /// Tells a node from another one at the same path.
    let inode: UInt64

    init(_ device: consuming EvdevDevice, decoder: ContactDecoder, inode: UInt64) {
      self.device = device
      self.decoder = decoder
      self.inode = inode
    }
  }

  private struct Attempt {
    var count: Int
    var nextTry: Instant?
    var message: String
  }

  /// The paths that were asked for; empty for every touch device.
  private let named: [String]
  private var screen: Size
  private let rotation: PanelRotation
  private let log: Logger
  private let watch: DirectoryWatch
  private var open: [UInt64: OpenDevice] = [:]
  private var nextDevice: UInt64 = 1
  /// Nodes that are of no use, by path and inode.
  private var ignored: [String: UInt64] = [:]
  private var attempts: [String: Attempt] = [:]

  /// A hub for the devices at `named` paths, or for all touch devices when there are none.
  init(
    named: [String], screen: Size, rotation: PanelRotation, log: Logger
  ) throws(SystemError) {
    self.named = named
    self.screen = screen
    self.rotation = rotation
    self.log = log
    let folders = named.isEmpty ? [DeviceFolder.path] : named.map { FilePaths.parent($0) }
    watch = try DirectoryWatch(Array(Set(folders)).sorted())
  }

  /// The descriptor that tells of devices that come and go.
  var watchDescriptor: Int32 { watch.descriptor }

  /// Something came or went: takes note.
  func acknowledgeChanges() {
    watch.drain()
  }

  /// Maps what follows onto a screen of another size.
  func map(onto screen: Size) {
    self.screen = screen
    for entry in open.values { entry.decoder.map(onto: screen) }
  }

  /// When a device should be tried again; nil when none waits.
  var nextRetry: Instant? { attempts.values.compactMap(\.nextTry).min() }

  /// What a look at the folders found.
  struct Changes {
    var opened: [(id: UInt64, descriptor: Int32)] = []
    /// Devices that have gone, with the frame that takes their contacts back.
    var closed: [(id: UInt64, descriptor: Int32, lost: TouchFrame?)] = []
  }

  /// Opens what is new and closes what has gone.
  func scan(at now: Instant) -> Changes {
    var changes = Changes()
    for (id, entry) in open.sorted(by: { $0.key < $1.key })
    where Self.inode(entry.device.path) != entry.inode {
      changes.closed.append((id, entry.device.descriptor, close(id, at: now)))
    }
    let paths = named.isEmpty ? DeviceFolder.eventDevices() : named
    ignored = ignored.filter { Self.inode($0.key) == $0.value }
    attempts = attempts.filter { paths.contains($0.key) }
    for path in paths where !open.values.contains(where: { $0.device.path == path }) {
      guard let inode = Self.inode(path), ignored[path] != inode else { continue }
      if let next = attempts[path]?.nextTry, next > now { continue }
      if let id = tryOpen(path, inode: inode, at: now), let entry = open[id] {
        changes.opened.append((id, entry.device.descriptor))
      }
    }
    return changes
  }

  /// Reads what a device has sent, frame by frame; false when it has gone.
  func read(_ id: UInt64, at now: Instant, _ handle: (TouchFrame) -> Void) -> Bool {
    guard let entry = open[id] else { return true }
    let resyncs = entry.device.resyncs
    let outcome = entry.device.read(at: now) { event in
      if let frame = entry.decoder.consume(event) { handle(frame) }
    }
    if entry.device.resyncs > resyncs {
      log.warning("\(entry.device.path) lost events; its state was read again")
    }
    return outcome == .drained
  }

  /// Closes a device; the frame takes its contacts back.
  func close(_ id: UInt64, at now: Instant) -> TouchFrame? {
    guard let entry = open.removeValue(forKey: id) else { return nil }
    log.info("\(entry.device.path) has gone")
    return entry.decoder.cancelAll(at: now)
  }

  /// The descriptor of an open device.
  func descriptor(of id: UInt64) -> Int32? { open[id]?.device.descriptor }

  private func tryOpen(_ path: String, inode: UInt64, at now: Instant) -> UInt64? {
    let device: EvdevDevice
    do throws(EvdevError) {
      device = try EvdevDevice(path: path)
    } catch {
      postpone(path, error.description, at: now)
      return nil
    }
    let profile = device.profile
    attempts[path] = nil
    guard profile.kind != .keyboard else {
      if !named.isEmpty { log.warning("\(path) \"\(profile.name)\" is a keyboard; not read") }
      ignored[path] = inode
      return nil
    }
    guard profile.kind.touches || !named.isEmpty,
      var decoder = ContactDecoder(
        profile: profile, screen: screen, rotation: rotation, firstContact: nextDevice << 32)
    else {
      if !named.isEmpty {
        log.warning("\(path) \"\(profile.name)\" reports no positions; not read")
      }
      ignored[path] = inode
      return nil
    }
    device.seed(&decoder)
    let id = nextDevice
    nextDevice += 1
    let size = profile.physicalSize.map {
      ", \(Int32(saturating: $0.width)) x \(Int32(saturating: $0.height)) mm"
    }
    log.info("\(path) \"\(profile.name)\" is read: \(profile.kind.rawValue)\(size ?? "")")
    if !device.hasMonotonicTime {
      log.warning("\(path) keeps its own clock; its events are stamped when they arrive")
    }
    open[id] = OpenDevice(device, decoder: decoder, inode: inode)
    return id
  }

  /// Tries again later, and says why once.
  private func postpone(_ path: String, _ message: String, at now: Instant) {
    let count = attempts[path]?.count ?? 0
    if attempts[path]?.message != message { log.warning("\(message)") }
    let delay = Self.retryDelays.indices.contains(count) ? Self.retryDelays[count] : nil
    attempts[path] = Attempt(
      count: count + 1, nextTry: delay.map { now.advanced(bySeconds: $0) }, message: message)
  }

  /// Forgets how often devices were tried: their folder has changed.
  func forgetAttempts() {
    for path in attempts.keys {
      attempts[path]?.count = 0
      attempts[path]?.nextTry = nil
    }
  }

  private static func inode(_ path: String) -> UInt64? {
    var information = stat()
    return stat(path, &information) == 0 ? UInt64(information.st_ino) : nil
  }
}

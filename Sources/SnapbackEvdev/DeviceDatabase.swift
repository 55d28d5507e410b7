import CLibudev
import Glibc
import SnapbackLinux

/// What the system's device manager knows of devices, where there is one.
///
/// With udevd running, devices are left alone until it has finished with them: their permissions
/// and properties are only then what its rules say. Without it (an initramfs, mdev), what the
/// kernel itself tells is all there is, and folders are watched instead.
public final class DeviceDatabase {
  // Owned here and released in deinit; libudev's objects are not thread-safe, and the daemon has
  // one thread.
  private let context: OpaquePointer
  private let monitor: OpaquePointer?

  /// Whether udevd was running when this was made.
  public let isManaged: Bool

  /// A database; nil when libudev cannot be set up.
  public init?() {
    guard let context = udev_new() else { return nil }
    self.context = context
    isManaged = access("/run/udev/control", F_OK) == 0
    guard isManaged, let monitor = udev_monitor_new_from_netlink(context, "udev") else {
      self.monitor = nil
      return
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    udev_monitor_enable_receiving(monitor)
    self.monitor = monitor
  }

  deinit {
    if let monitor { udev_monitor_unref(monitor) }
    udev_unref(context)
  }

  /// The descriptor that tells of devices that udevd has finished with; nil without udevd.
  public var descriptor: Int32? { monitor.map { udev_monitor_get_fd($0) } }

  /// Reads away what has been told.
  public func drain() {
    guard let monitor else { return }
    while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
  }

  /// What is known of one device.
  public struct Entry: Hashable, Sendable {
    /// Whether udevd has finished with it; true where there is no udevd.
    public var isReady = true
    /// Whether `LIBINPUT_IGNORE_DEVICE` asks input programs to leave it alone.
    public var isIgnored = false
    /// The seat it belongs to.
    public var seat = "seat0"
    /// The numbers of `LIBINPUT_CALIBRATION_MATRIX`; nil when there is none.
    public var calibration: String?

    /// What holds of a device that nobody knows.
    public init() {}
  }

  /// What is known of the device node at `path`.
  public func entry(forNode path: String) -> Entry {
    var entry = Entry()
    // By name, as the kernel has it: a link leads to the node, and the node is called eventN.
    let node = FilePaths.followLinks(path) { Self.name(of: $0).hasPrefix("event") }
    let name = Self.name(of: node)
    guard let device = udev_device_new_from_subsystem_sysname(context, "input", name)
    else {
      return entry
    }
    defer { udev_device_unref(device) }
    if isManaged { entry.isReady = udev_device_get_is_initialized(device) == 1 }
    func property(_ name: String) -> String? {
      udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
    // libinput's own rule: any value but 0 counts.
    entry.isIgnored = property("LIBINPUT_IGNORE_DEVICE").map { $0 != "0" } ?? false
    if let seat = property("ID_SEAT"), !seat.isEmpty { entry.seat = seat }
    if let matrix = property("LIBINPUT_CALIBRATION_MATRIX"), !matrix.isEmpty {
      entry.calibration = matrix
    }
    return entry
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}

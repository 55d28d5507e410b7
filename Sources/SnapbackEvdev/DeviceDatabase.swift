import CLibudev
import Glibc
import SnapbackLinux

/// The device properties of the system's device manager, udevd, if one is running.
///
/// If udevd is running, a device must not be opened before udevd has initialized it, because
/// udevd's rules for permissions and properties have not been applied earlier. Without udevd (an
/// initramfs, mdev), only the kernel's information is available, and folders are watched instead.
public final class DeviceDatabase {
  // Owned by this object and released in deinit. libudev's objects are not thread-safe; the daemon
  // uses them on one thread only.
  private let context: OpaquePointer
  private let monitor: OpaquePointer?

  /// Whether udevd was running when this object was created.
  public let isManaged: Bool

  /// Creates a database; returns nil if libudev cannot be set up.
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

  /// The descriptor that becomes readable when udevd has initialized a device; nil without udevd.
  public var descriptor: Int32? { monitor.map { udev_monitor_get_fd($0) } }

  /// Reads and discards all pending notifications.
  public func drain() {
    guard let monitor else { return }
    while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
  }

  /// The properties of one device.
  public struct Entry: Hashable, Sendable {
    /// Whether udevd has initialized the device; true if there is no udevd.
    public var isReady = true
    /// Whether `LIBINPUT_IGNORE_DEVICE` tells input programs to ignore the device.
    public var isIgnored = false
    /// The seat that the device belongs to.
    public var seat = "seat0"
    /// The value of `LIBINPUT_CALIBRATION_MATRIX`; nil if it is not set.
    public var calibration: String?
    /// The value of `LIBINPUT_DEVICE_GROUP`; nil if it is not set.
    public var group: String?

    /// Creates the properties of an unknown device.
    public init() {}
  }

  /// Returns the properties of the device node at `path`.
  public func entry(forNode path: String) -> Entry {
    var entry = Entry()
    // Look the device up by its kernel name, eventN; resolve links until the path has such a name.
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
    // As in libinput, any value other than 0 means true.
    entry.isIgnored = property("LIBINPUT_IGNORE_DEVICE").map { $0 != "0" } ?? false
    if let seat = property("ID_SEAT"), !seat.isEmpty { entry.seat = seat }
    if let matrix = property("LIBINPUT_CALIBRATION_MATRIX"), !matrix.isEmpty {
      entry.calibration = matrix
    }
    if let group = property("LIBINPUT_DEVICE_GROUP"), !group.isEmpty { entry.group = group }
    return entry
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}

import SnapbackLinux

/// The folder of input devices.
public enum DeviceFolder {
  /// Where the kernel's device nodes appear.
  public static let path = "/dev/input"

  /// Returns the paths of the existing event devices, sorted by number.
  public static func eventDevices() -> [String] {
    Files.names(in: path)
      .compactMap { name in
        name.hasPrefix("event") ? Int(name.dropFirst(5)).map { (number: $0, name: name) } : nil
      }
      .sorted { $0.number < $1.number }
      .map { path + "/" + $0.name }
  }
}

/// Which devices a rule is about; what is nil is not asked for.
public struct DeviceMatch: Hashable, Sendable {
  /// A pattern for the device's name.
  public var name: NamePattern?
  /// The vendor's number.
  public var vendor: UInt16?
  /// The product's number.
  public var product: UInt16?
  /// How it is connected.
  public var bus: DeviceBus?
  /// What it is.
  public var kind: DeviceKind?
  /// A path that leads to it: its node, or a link.
  public var path: String?

  /// Every device.
  public init() {}

  /// Whether a device is meant; `leads` says whether a path leads to it.
  public func matches(_ profile: DeviceProfile, leads: (String) -> Bool) -> Bool {
    let identity = profile.identity
    func isNumber(_ index: Int, _ wanted: UInt16?) -> Bool {
      wanted == nil || identity.indices.contains(index) && identity[index] == wanted
    }
    return isNumber(0, bus?.number) && isNumber(1, vendor) && isNumber(2, product)
      && (kind == nil || kind == profile.kind)
      && (name.map { $0.matches(profile.name) } ?? true) && (path.map(leads) ?? true)
  }
}

/// How a device is connected, by the kernel's names.
///
/// Source of the numbers: Linux, `include/uapi/linux/input.h`, `BUS_…`.
public enum DeviceBus: String, Hashable, Sendable, CaseIterable {
  /// `BUS_PCI`
  case pci
  /// `BUS_USB`
  case usb
  /// `BUS_BLUETOOTH`
  case bluetooth
  /// `BUS_VIRTUAL`: made by a program.
  case virtual
  /// `BUS_I8042`: a PC's own keyboard and mouse.
  case i8042
  /// `BUS_RS232`: a serial line.
  case rs232
  /// `BUS_I2C`
  case i2c
  /// `BUS_HOST`: part of the processor.
  case host
  /// `BUS_SPI`
  case spi
  /// `BUS_RMI`: Synaptics' protocol.
  case rmi

  /// The kernel's number.
  public var number: UInt16 {
    switch self {
    case .pci: 0x01
    case .usb: 0x03
    case .bluetooth: 0x05
    case .virtual: 0x06
    case .i8042: 0x11
    case .rs232: 0x13
    case .i2c: 0x18
    case .host: 0x19
    case .spi: 0x1c
    case .rmi: 0x1d
    }
  }
}

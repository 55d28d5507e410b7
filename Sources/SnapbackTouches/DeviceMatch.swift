/// The conditions that decide which devices a rule applies to; a nil condition matches every
/// device.
public struct DeviceMatch: Hashable, Sendable {
  /// A pattern that the device's name must match.
  public var name: NamePattern?
  /// The vendor id.
  public var vendor: UInt16?
  /// The product id.
  public var product: UInt16?
  /// The bus that the device is connected to.
  public var bus: DeviceBus?
  /// The device's kind.
  public var kind: DeviceKind?
  /// A path to the device: its node or a link.
  public var path: String?

  /// A match for every device.
  public init() {}

  /// Whether a device fulfills all conditions; `leads` returns whether a path leads to the device.
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

/// The bus of a device, by the kernel's names.
///
/// Source of the numbers: Linux, `include/uapi/linux/input.h`, `BUS_…`.
public enum DeviceBus: String, Hashable, Sendable, CaseIterable {
  /// `BUS_PCI`
  case pci
  /// `BUS_USB`
  case usb
  /// `BUS_BLUETOOTH`
  case bluetooth
  /// `BUS_VIRTUAL`: created by a program.
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

import Glibc

/// A request of ioctl(2) to an input device: EVIOC….
struct EvdevControl {
  private let direction: UInt
  private let size: Int
  private let group: UInt
  private let number: Int
  private let argument: Int

  init(_ request: UInt, _ argument: Int) {
    direction = request >> 30 & 3
    size = Int(request >> 16 & 0x3FFF)
    group = request >> 8 & 0xFF
    number = Int(request & 0xFF)
    self.argument = argument
  }

  func perform(on file: EvdevFile) throws(Errno) -> Int {
    guard group == UInt(UInt8(ascii: "E")) else { throw Errno(ENOTTY) }
    let isWrite = direction == 1
    switch number {
    case 0x90 where isWrite:
      try file.grab(argument != 0)
      return 0
    case 0x93 where isWrite: return try setMask(of: file)
    case 0xA0 where isWrite:
      try file.setClock(try memory(4).loadUnaligned(as: Int32.self))
      return 0
    default:
      guard !isWrite else { file.kernel.refuse("ioctl \(number) on an input device") }
      return try tell(file)
    }
  }

  private func tell(_ file: EvdevFile) throws(Errno) -> Int {
    let profile = file.device.profile
    switch number {
    case 0x01: return try putStructure([Int32(0x010001)])
    case 0x02: return try putStructure(Array(profile.identity.prefix(4)))
    case 0x03: throw Errno(ENOSYS)
    case 0x06: return try put(profile.name)
    case 0x07: return try put(profile.physicalPath)
    case 0x08: return try put(profile.unique)
    case 0x09:
      var bits = Bits(0x20)
      for property in profile.properties { bits.set(property, true) }
      return try put(bits.words)
    case 0x0A: return try putSlots(file.device)
    case 0x18, 0x19, 0x1A, 0x1B:
      let type: UInt16 = [0x18: 1, 0x19: 0x11, 0x1A: 0x12, 0x1B: 5][number] ?? 0
      let words = Bits((EvdevDevice.greatestCode(Int(type)) ?? 0) + 1).words.count
      let state = file.device.active[type]?.words.prefix(words) ?? Bits(words * 64).words[...]
      file.flush(type)
      return try put(Array(state))
    case 0x20...0x3F:
      guard EvdevDevice.greatestCode(number - 0x20) != nil else { throw Errno(EINVAL) }
      return try put(file.device.codes(number - 0x20).words)
    case 0x40...0x7F: return try putAxis(file.device, number - 0x40)
    default: file.kernel.refuse("ioctl \(number) on an input device")
    }
  }

  private func memory(_ count: Int) throws(Errno) -> UnsafeMutableRawBufferPointer {
    guard let start = UnsafeMutableRawPointer(bitPattern: argument) else { throw Errno(EFAULT) }
    return UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Writes as many bytes as fit; returns how many.
  private func put<Value>(_ values: [Value]) throws(Errno) -> Int {
    let count = min(values.count * MemoryLayout<Value>.size, size)
    let target = try memory(count)
    values.withUnsafeBytes {
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    return count
  }

  private func putStructure<Value>(_ values: [Value]) throws(Errno) -> Int {
    _ = try put(values)
    return 0
  }

  private func put(_ text: String?) throws(Errno) -> Int {
    guard let text else { throw Errno(ENOENT) }
    return try put(Array(text.utf8) + [0])
  }

  private func putAxis(_ device: EvdevDevice, _ code: Int) throws(Errno) -> Int {
    guard let axis = device.profile.axes[code] else { throw Errno(EINVAL) }
    let isContact = EvdevDevice.contactCodes.contains(code)
    return try putStructure([
      isContact ? 0 : device.values[code], axis.minimum, axis.maximum, axis.fuzz, axis.flat,
      axis.resolution,
    ])
  }

  private func putSlots(_ device: EvdevDevice) throws(Errno) -> Int {
    let target = try memory(size)
    let code = Int(target.loadUnaligned(as: UInt32.self))
    guard !device.slots.isEmpty, EvdevDevice.contactCodes.contains(code) else {
      throw Errno(EINVAL)
    }
    let count = min(device.slots.count, (size - 4) / 4)
    for slot in 0..<count {
      let value = device.slots[slot][code - EvdevDevice.contactCodes.lowerBound]
      target.storeBytes(of: value, toByteOffset: 4 + 4 * slot, as: Int32.self)
    }
    return 0
  }

  private func setMask(of file: EvdevFile) throws(Errno) -> Int {
    let request = try memory(16)
    let type = Int(request.loadUnaligned(as: UInt32.self))
    let count = Int(request.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    let address = request.loadUnaligned(fromByteOffset: 8, as: UInt.self)
    guard let greatest = EvdevDevice.greatestCode(type) else { return 0 }
    guard let codes = UnsafePointer<UInt8>(bitPattern: address) else { throw Errno(EFAULT) }
    var bits = Bits(greatest + 1)
    for code in 0...min(greatest, count * 8 - 1) {
      bits.set(code, codes[code / 8] & 1 << UInt8(code % 8) != 0)
    }
    file.setMask(type, bits)
    return 0
  }
}

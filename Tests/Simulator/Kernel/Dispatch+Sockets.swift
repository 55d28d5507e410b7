import Glibc

/// Calls on sockets, and the messages of sendmsg(2) and recvmsg(2).
extension Process {
  func answerSockets(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .socket:
      return Int(try makeSocket(domain: a.int(0), kind: a.int(1), protocol: a.int(2)))
    case .socketpair:
      guard a.int(0) == AF_UNIX else { throw Errno(EAFNOSUPPORT) }
      let pair = try makeSocketPair(a.int(1))
      let numbers = try a.existing(3, Int32.self)
      (numbers[0], numbers[1]) = pair
    case .bind: try bind(a.int(0), to: try address(a, 1, length: a.word(2)))
    case .listen: try listen(a.int(0), backlog: a.int(1))
    case .connect: try connect(a.int(0), to: try address(a, 1, length: a.word(2)))
    case .accept: return Int(try accept(a, flags: 0))
    case .accept4: return Int(try accept(a, flags: a.int(3)))
    case .shutdown: try shutdown(a.int(0), a.int(1))
    case .getsockname: try putAddress(try socket(a.int(0)).path, a, 1, length: 2)
    case .getsockopt, .setsockopt: return try answerOption(a)
    default: return try answerMessages(a)
    }
    return 0
  }

  private func answerMessages(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .send, .sendto:
      let socket = try socket(a.int(0))
      let bytes = shortened(try a.input(1, count: a.word(2)), socket)
      var target: UnixSocket?
      if a.call == .sendto, !a.isNull(4) {
        let path = try address(a, 4, length: a.word(5))
        target = try UnixSocket.bound(to: path, type: socket.type, by: self)
      }
      return charge(try socket.send(bytes, flags: a.int(3), by: self, to: target))
    case .recv:
      let socket = try socket(a.int(0))
      let buffer = shortened(try a.output(1, count: a.word(2)), socket)
      let received = try socket.receive(into: buffer, flags: a.int(3))
      for file in received.files { file.release() }
      return charge(received.count)
    case .sendmsg: return charge(try sendMessage(a))
    case .recvmsg: return charge(try receiveMessage(a))
    default: return nil
    }
  }

  private func accept(_ a: Arguments, flags: Int32) throws(Errno) -> Int32 {
    let number = try accept(a.int(0), flags: flags)
    if !a.isNull(1) { try putAddress("", a, 1, length: 2) }
    return number
  }

  /// The path in an address.
  private func address(_ a: Arguments, _ index: Int, length: Int) throws(Errno) -> String {
    let header = MemoryLayout<sa_family_t>.size
    let bytes = try a.input(index, count: length)
    guard length > header, length <= MemoryLayout<sockaddr_un>.size else { throw Errno(EINVAL) }
    guard bytes.loadUnaligned(as: sa_family_t.self) == sa_family_t(AF_UNIX) else {
      throw Errno(EINVAL)
    }
    if bytes[header] == 0 { kernel.refuse("an abstract address") }
    return String(decoding: bytes[header...].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func putAddress(
    _ path: String, _ a: Arguments, _ index: Int, length place: Int
  ) throws(Errno) {
    let length = try a.existing(place, socklen_t.self)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let size = MemoryLayout<sa_family_t>.size + (path.isEmpty ? 0 : path.utf8.count + 1)
    let room = try a.output(index, count: Int(length.pointee))
    withUnsafeBytes(of: address) {
      room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<min(size, room.count)]))
    }
    length.pointee = socklen_t(size)
  }

  private func answerOption(_ a: Arguments) throws(Errno) -> Int {
    let socket = try socket(a.int(0))
    guard a.int(1) == SOL_SOCKET else { throw Errno(ENOPROTOOPT) }
    guard a.call == .getsockopt else {
      try socket.setOption(a.int(2), a.input(3, count: a.word(4)))
      return 0
    }
    let length = try a.existing(4, socklen_t.self)
    let room = try a.output(3, count: Int(length.pointee))
    length.pointee = socklen_t(try socket.option(a.int(2), into: room))
    return 0
  }

  // MARK: Messages with descriptors

  private static let header = MemoryLayout<cmsghdr>.size

  private func sendMessage(_ a: Arguments) throws(Errno) -> Int {
    let socket = try socket(a.int(0))
    let message = try a.existing(1, msghdr.self).pointee
    guard message.msg_name == nil else { kernel.refuse("sendmsg to an address") }
    let files = try passedFiles(message)
    guard message.msg_iovlen == 1, let part = message.msg_iov?.pointee else {
      kernel.refuse("sendmsg of several parts")
    }
    let bytes = UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len)
    return try socket.send(shortened(bytes, socket), files: files, flags: a.int(2), by: self)
  }

  private func passedFiles(_ message: msghdr) throws(Errno) -> [OpenFile] {
    guard let control = message.msg_control else { return [] }
    let bytes = UnsafeRawBufferPointer(start: control, count: message.msg_controllen)
    var files: [OpenFile] = []
    var place = 0
    while place + Self.header <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: place, as: cmsghdr.self)
      guard header.cmsg_len >= Self.header, place + header.cmsg_len <= bytes.count else {
        throw Errno(EINVAL)
      }
      guard header.cmsg_level == SOL_SOCKET, header.cmsg_type == Int32(SCM_RIGHTS) else {
        kernel.refuse("sendmsg with a control message of type \(header.cmsg_type)")
      }
      for at in stride(from: place + Self.header, to: place + header.cmsg_len, by: 4) {
        files.append(try file(bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)))
      }
      place += (header.cmsg_len + 7) & ~7
    }
    return files
  }

  private func receiveMessage(_ a: Arguments) throws(Errno) -> Int {
    let socket = try socket(a.int(0))
    let message = try a.existing(1, msghdr.self)
    guard message.pointee.msg_iovlen == 1, let part = message.pointee.msg_iov?.pointee else {
      kernel.refuse("recvmsg into several parts")
    }
    let buffer = UnsafeMutableRawBufferPointer(start: part.iov_base, count: part.iov_len)
    let received = try socket.receive(into: shortened(buffer, socket), flags: a.int(2))
    let room = message.pointee.msg_control == nil ? 0 : message.pointee.msg_controllen
    let limit = max(0, room - Self.header) / 4
    let numbers = take(
      received, limit: limit, closesOnExec: a.int(2) & Int32(MSG_CMSG_CLOEXEC) != 0)
    message.pointee.msg_flags = 0
    if numbers.count < received.files.count {
      message.pointee.msg_flags |= Int32(MSG_CTRUNC)
    }
    if received.isCut { message.pointee.msg_flags |= Int32(MSG_TRUNC) }
    message.pointee.msg_controllen = 0
    message.pointee.msg_namelen = 0
    guard !numbers.isEmpty, let control = message.pointee.msg_control else {
      return received.count
    }
    let length = Self.header + 4 * numbers.count
    var header = cmsghdr()
    header.cmsg_len = length
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = Int32(SCM_RIGHTS)
    control.storeBytes(of: header, as: cmsghdr.self)
    for (index, number) in numbers.enumerated() {
      control.storeBytes(of: number, toByteOffset: Self.header + 4 * index, as: Int32.self)
    }
    message.pointee.msg_controllen = min(room, (length + 7) & ~7)
    return received.count
  }
}

import Glibc

/// The event bits of inotify(7).
enum Inotify {
  static let modify: UInt32 = 0x2
  static let attributes: UInt32 = 0x4
  static let closeWrite: UInt32 = 0x8
  static let movedFrom: UInt32 = 0x40
  static let movedTo: UInt32 = 0x80
  static let create: UInt32 = 0x100
  static let delete: UInt32 = 0x200
  static let deleteSelf: UInt32 = 0x400
  static let moveSelf: UInt32 = 0x800
  static let overflow: UInt32 = 0x4000
  static let ignored: UInt32 = 0x8000
  static let onlyDirectory: UInt32 = 0x0100_0000
  static let addToMask: UInt32 = 0x2000_0000
  static let isOfDirectory: UInt32 = 0x4000_0000
  /// The events that are modeled.
  static let all: UInt32 = 0xFCE
}

/// An inotify instance.
final class InotifyFile: OpenFile {
  /// A watch: a node and the events of interest.
  final class Watch {
    unowned let file: InotifyFile
    unowned let node: Inode
    let number: Int32
    var mask: UInt32

    init(_ file: InotifyFile, _ node: Inode, _ number: Int32, _ mask: UInt32) {
      self.file = file
      self.node = node
      self.number = number
      self.mask = mask
    }
  }

  private struct Event: Equatable {
    var watch: Int32
    var mask: UInt32
    var cookie: UInt32
    var name: String
  }

  private static let eventLimit = 16384
  private static let header = 16

  private var watches: [Watch] = []
  private var nextWatch: Int32 = 1
  private var events: [Event] = []

  init(_ process: Process, flags: Int32) { super.init(process, status: O_RDONLY | flags) }

  override var kind: FileIdentity.Kind { .inotify }
  override var readiness: UInt32 { events.isEmpty ? 0 : Ready.readable }

  override func close() {
    for watch in watches { watch.node.watches.removeAll { $0 === watch } }
    watches.removeAll()
  }

  func watch(_ node: Inode, mask: UInt32) throws(Errno) -> Int32 {
    let wanted = mask & ~(Inotify.onlyDirectory | Inotify.addToMask)
    guard wanted != 0 else { throw Errno(EINVAL) }
    guard wanted & ~Inotify.all == 0 else { kernel.refuse("inotify mask \(mask)") }
    if let watch = watches.first(where: { $0.node === node }) {
      watch.mask = mask & Inotify.addToMask != 0 ? watch.mask | wanted : wanted
      return watch.number
    }
    let watch = Watch(self, node, nextWatch, wanted)
    nextWatch += 1
    watches.append(watch)
    node.watches.append(watch)
    return watch.number
  }

  func remove(_ number: Int32) throws(Errno) {
    guard let watch = watches.first(where: { $0.number == number }) else { throw Errno(EINVAL) }
    forget(watch)
  }

  /// Removes a watch whose node is gone or that was cancelled.
  func forget(_ watch: Watch) {
    watches.removeAll { $0 === watch }
    watch.node.watches.removeAll { $0 === watch }
    add(watch.number, Inotify.ignored, 0, "")
  }

  func add(_ watch: Int32, _ mask: UInt32, _ cookie: UInt32, _ name: String) {
    var event = Event(watch: watch, mask: mask, cookie: cookie, name: name)
    if events.last == event { return }
    if events.count >= Self.eventLimit {
      event = Event(watch: -1, mask: Inotify.overflow, cookie: 0, name: "")
      if events.last == event { return }
    }
    events.append(event)
    notify(Ready.readable)
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try waiting { () throws(Errno) in
      guard !events.isEmpty else { throw Errno(EAGAIN) }
    }
    var count = 0
    var taken = 0
    for event in events {
      let name = Array(event.name.utf8)
      let room = name.isEmpty ? 0 : (name.count + Self.header) / Self.header * Self.header
      guard count + Self.header + room <= buffer.count else { break }
      buffer.storeBytes(of: event.watch, toByteOffset: count, as: Int32.self)
      buffer.storeBytes(of: event.mask, toByteOffset: count + 4, as: UInt32.self)
      buffer.storeBytes(of: event.cookie, toByteOffset: count + 8, as: UInt32.self)
      buffer.storeBytes(of: UInt32(room), toByteOffset: count + 12, as: UInt32.self)
      let place = count + Self.header
      let field = UnsafeMutableRawBufferPointer(rebasing: buffer[place..<(place + room)])
      field.initializeMemory(as: UInt8.self, repeating: 0)
      field.copyBytes(from: name)
      count += Self.header + room
      taken += 1
    }
    guard taken > 0 else { throw Errno(EINVAL) }
    events.removeFirst(taken)
    return count
  }
}

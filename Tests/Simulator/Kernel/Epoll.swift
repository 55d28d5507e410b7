import Glibc

/// An entry of an epoll instance: a description under one of its numbers, and the events of
/// interest.
final class EpollItem {
  unowned let epoll: EpollFile
  unowned let file: OpenFile
  let number: Int32
  var events: UInt32
  var data: UInt64
  var isQueued = false

  init(_ epoll: EpollFile, _ file: OpenFile, _ number: Int32, events: UInt32, data: UInt64) {
    self.epoll = epoll
    self.file = file
    self.number = number
    self.events = events | Ready.error | Ready.hangup
    self.data = data
  }
}

/// An epoll instance.
///
/// Entries that may be ready are queued in the order in which they became ready; an entry that is
/// reported and still ready moves to the end. So the order of events matches the real kernel's.
final class EpollFile: OpenFile {
  private var watched: [EpollItem] = []
  private var queue: [EpollItem] = []

  init(_ process: Process) { super.init(process, status: O_RDWR) }

  override var kind: FileIdentity.Kind { .epoll }

  override var readiness: UInt32 {
    queue.contains { $0.file.readiness & $0.events != 0 } ? Ready.readable : 0
  }

  override func close() {
    for item in watched { item.file.remove(item) }
    watched.removeAll()
    queue.removeAll()
  }

  func queue(_ item: EpollItem) {
    // A one-shot entry is disabled after its event.
    guard !item.isQueued, item.events & Ready.interests != 0 else { return }
    item.isQueued = true
    queue.append(item)
    notify(Ready.readable)
  }

  /// Removes an entry whose description or registration is gone.
  func drop(_ item: EpollItem) {
    watched.removeAll { $0 === item }
    if item.isQueued { queue.removeAll { $0 === item } }
  }

  func add(_ file: OpenFile, _ number: Int32, events: UInt32, data: UInt64) throws(Errno) {
    guard file.canBePolled else { throw Errno(EPERM) }
    guard find(file, number) == nil else { throw Errno(EEXIST) }
    let item = EpollItem(self, file, number, events: events, data: data)
    watched.append(item)
    file.add(item)
    queueIfReady(item)
  }

  func change(_ file: OpenFile, _ number: Int32, events: UInt32, data: UInt64) throws(Errno) {
    guard let item = find(file, number) else { throw Errno(ENOENT) }
    item.events = events | Ready.error | Ready.hangup
    item.data = data
    queueIfReady(item)
  }

  func remove(_ file: OpenFile, _ number: Int32) throws(Errno) {
    guard let item = find(file, number) else { throw Errno(ENOENT) }
    file.remove(item)
    drop(item)
  }

  private func find(_ file: OpenFile, _ number: Int32) -> EpollItem? {
    watched.first { $0.file === file && $0.number == number }
  }

  private func queueIfReady(_ item: EpollItem) {
    if item.file.readiness & item.events != 0 { queue(item) }
  }

  /// Takes up to `limit` events.
  func take(_ limit: Int) -> [(events: UInt32, data: UInt64)] {
    var events: [(UInt32, UInt64)] = []
    let candidates = queue
    queue.removeAll()
    var rest = candidates[...]
    while events.count < limit, let item = rest.popFirst() {
      item.isQueued = false
      let ready = item.file.readiness & item.events
      guard ready != 0 else { continue }
      events.append((ready, item.data))
      if item.events & Ready.oneShot != 0 {
        item.events &= Ready.oneShot | Ready.edge
      } else if item.events & Ready.edge == 0 {
        item.isQueued = true
        queue.append(item)
      }
    }
    queue = Array(rest) + queue
    return events
  }
}

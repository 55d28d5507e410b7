import Logging
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// Frames in shared memory.
extension Daemon {
  /// Hands a client the memory, and what wakes it.
  func attachShared(_ client: ClientSession) {
    guard client.sharedWake == nil else {
      return client.refuse(ProtocolError(.badMessage, "shared memory is attached already"))
    }
    do throws(SystemError) {
      if shared == nil { shared = try SharedFrames(views: appearances.count, epoch: epoch) }
      client.sharedWake = try SharedWake()
    } catch {
      log.error("\(error)")
      client.refuse(ProtocolError(.unavailable, error.description))
      return
    }
    hand(to: client)
    hasNewInput = true
  }

  private func hand(to client: ClientSession) {
    guard let wake = client.sharedWake, let size = shared?.size,
      let descriptor = shared?.descriptor
    else { return }
    _ = client.addAnswer(with: [descriptor, wake.descriptor]) {
      $0.sharedMemory(size: UInt64(clamping: size))
    }
  }

  /// Another scene has other views, so who has the memory gets another one.
  func renewShared() {
    guard shared != nil else { return }
    shared = nil
    let attached = clients.values.filter { $0.sharedWake != nil }
    guard !attached.isEmpty else { return }
    do throws(SystemError) {
      shared = try SharedFrames(views: appearances.count, epoch: epoch)
    } catch {
      log.error("\(error)")
    }
    for client in attached { hand(to: client) }
  }

  /// When the memory is due a frame.
  func nextShared(after now: Instant) -> Instant? {
    guard hasSharers else { return nil }
    return sharedPacer.due(sharedActivity(at: now), at: now)
  }

  private var hasSharers: Bool { shared != nil && roster.contains { $0.client.sharedWake != nil } }

  private func sharedActivity(at now: Instant) -> Pacer.Activity {
    guard let mark = shared?.mark else { return [] }
    var activity: Pacer.Activity = []
    if journal.revision > mark.revision { activity.insert(.input) }
    if journal.differs(since: mark, at: now) { activity.insert(.motion) }
    return activity
  }

  /// Puts a frame into the memory if one is due, and wakes who waits for it.
  func publishShared(at now: Instant) {
    guard let due = nextShared(after: now), due <= now else { return }
    sample(at: now)
    shared?.publish(sampled, &journal, isIdle: isIdle)
    sharedPacer.sent(target: now, at: now)
    for client in clients.values { client.sharedWake?.signal() }
  }
}

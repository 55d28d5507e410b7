import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol

/// Feeds client bytes in pieces that the first bytes choose. Every way to split them gives the same
/// requests, memory stays bounded, and no request stops the lanes or the pace of the client.
func fuzzRequests(_ bytes: [UInt8]) {
  guard bytes.count > 2 else { return }
  let said = Array(bytes[2...])
  let whole = hear(said, pieces: said.count)
  let split = hear(said, pieces: (Int(bytes[0]) << 8 | Int(bytes[1])) + 1)
  precondition(whole.requests == split.requests, "a split changes requests")
  precondition(whole.error == split.error, "a split changes the error")
  follow(whole.requests)
}

private func hear(
  _ bytes: [UInt8], pieces: Int
) -> (requests: [ClientRequest], error: ProtocolError?) {
  var stream = InboundStream()
  var requests: [ClientRequest] = []
  var start = 0
  do throws(ProtocolError) {
    while true {
      while let request = try stream.next() { requests.append(request) }
      precondition(stream.waitingBytes <= ProtocolLimits.message + 24)
      if start == bytes.count { break }
      let end = min(bytes.count, start + pieces)
      stream.append(bytes[start..<end])
      start = end
    }
    stream.end()
    while let request = try stream.next() { requests.append(request) }
  } catch {
    precondition(!error.message.utf8.contains(0x0A) && stream.failure == error)
    return (requests, error)
  }
  return (requests, nil)
}

private func follow(_ requests: [ClientRequest]) {
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  var lanes = ClientLanes()
  var now = Instant(nanoseconds: 1_000_000_000)
  for request in requests {
    _ = request.forbidden
    do throws(ProtocolError) { try request.checkTime(at: now) } catch { continue }
    switch request {
    case .hello(let hello):
      precondition(hello.views.matches("card") || !hello.views.isAll)
      pacer = Pacer(pacing: hello.pacing, rate: hello.rate, greatestRate: 120)
      lanes = ClientLanes(acknowledges: hello.acknowledges)
    case .rate(let rate): pacer.setRate(rate)
    case .frameRequest(let time, let refresh): _ = pacer.request(time, refresh: refresh)
    case .presented(let sequence, let time, let refresh, let isDiscarded):
      pacer.presented(at: time, refresh: refresh, isDiscarded: isDiscarded, now: now)
      lanes.presented(sequence: sequence)
      // As sent by a client that knows the time.
      now = max(now, time)
    case .resync: lanes.requestSnapshot()
    default: lanes.addEvent(bytes: 40)
    }
    guard let due = pacer.due([.input, .motion], at: now) else { continue }
    precondition(due >= now)
    pacer.sent(target: pacer.target(at: due), at: due)
    now = due
  }
}

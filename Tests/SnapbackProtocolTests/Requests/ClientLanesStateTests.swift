import SnapbackBasics
import SnapbackProtocol
import Testing

/// Clients without state, postponed frames, and how long output has waited.
@Suite struct ClientLanesStateTests {
  private func second(_ number: Double) -> Instant { Instant.zero.advanced(bySeconds: number) }

  @Test func aClientWithoutStateNeverNeedsASnapshot() {
    var lanes = ClientLanes(hasState: false)
    #expect(!lanes.hasState && ClientLanes().hasState)
    func needsOne(_ lanes: ClientLanes) -> Bool {
      [0.0, 0.05, 1, 1000].contains { lanes.needsSnapshot(at: second($0)) }
    }
    #expect(!needsOne(lanes) && needsOne(ClientLanes()))
    lanes.requestSnapshot()
    #expect(!needsOne(lanes))
    lanes.requireSnapshot()
    #expect(!needsOne(lanes))
    // Dropped events are counted, and no snapshot follows.
    for _ in 0..<ProtocolLimits.eventMessages + 3 where lanes.admitsEvent() {
      lanes.addEvent(bytes: 10)
    }
    let missed = lanes.emptyEvents()
    #expect(missed == 3 && !needsOne(lanes))
    #expect(lanes.deadline(after: second(1)) == nil)
  }

  @Test func aLaneTakesSoManyEventsAndNotOneMore() {
    var lane = EventLane()
    for number in 0..<1024 {
      let isAdmitted = lane.admits()
      #expect(isAdmitted, "\(number)")
      lane.add(bytes: 1)
    }
    #expect(lane.messages == 1024 && lane.dropped == 0)
    for number in 1...3 as ClosedRange<UInt64> {
      let isAdmitted = lane.admits()
      #expect(!isAdmitted && lane.dropped == number)
    }
    let missed = lane.empty()
    #expect(missed == 3 && lane.messages == 0 && lane.bytes == 0 && lane.dropped == 0)
    let isAdmitted = lane.admits()
    let missedNow = lane.empty()
    #expect(isAdmitted && missedNow == 0)
  }

  @Test func aLaneTakesSoManyBytesAndTheEventThatCrossesThem() {
    var lane = EventLane()
    lane.add(bytes: (256 << 10) - 1)
    var isAdmitted = lane.admits()
    #expect(isAdmitted)
    lane.add(bytes: 1)
    isAdmitted = lane.admits()
    #expect(!isAdmitted)
    // Requests are read while both are below half of their limits.
    for (bytes, messages, takes) in [
      ((128 << 10) - 1, 1, true), (128 << 10, 1, false), (0, 511, true), (0, 512, false),
    ] {
      var lane = EventLane()
      for index in 0..<messages { lane.add(bytes: index == 0 ? bytes : 0) }
      #expect(lane.takesRequests == takes, "\(bytes) \(messages)")
    }
  }

  @Test func aPictureThatIsPutOffIsTriedAgain() {
    var lanes = ClientLanes()
    #expect(lanes.mayTry(at: second(1)) && lanes.deadline(after: second(1)) == nil)
    lanes.postpone(at: second(1))
    #expect(!lanes.mayTry(at: second(1)) && !lanes.mayTry(at: second(1.0099)))
    #expect(lanes.mayTry(at: second(1.01)))
    #expect(lanes.deadline(after: second(1)) == second(1.01))
    // A postponed frame does not make a client a slow reader.
    #expect(!lanes.isStalled(at: second(1000)))
    #expect(!lanes.hasWaited(nanoseconds: 1, at: second(1000)))
    let mayCompose = lanes.mayCompose(at: second(1.02))
    #expect(mayCompose && lanes.deadline(after: second(1.02)) == nil)
  }

  @Test func outputWaitsFromTheMomentTheSocketIsFull() {
    let half = ProtocolLimits.shortStallNanoseconds
    var lanes = ClientLanes()
    #expect(!lanes.hasWaited(nanoseconds: 0, at: second(100)))
    lanes.noteWritten(1000, at: second(1))
    lanes.blocked(at: second(1))
    lanes.blocked(at: second(1.3))
    #expect(lanes.hasWaited(nanoseconds: 0, at: second(1)))
    #expect(!lanes.hasWaited(nanoseconds: half, at: second(1.499)))
    #expect(lanes.hasWaited(nanoseconds: half, at: second(1.5)))
    // The client has read, so there is room.
    lanes.noteWritten(1, at: second(2))
    #expect(!lanes.hasWaited(nanoseconds: 0, at: second(100)))
    lanes.blocked(at: second(3))
    #expect(!lanes.hasWaited(nanoseconds: half, at: second(3.4)))
    lanes.observe(unread: 0, at: second(3.4))
    #expect(!lanes.hasWaited(nanoseconds: 0, at: second(100)))
  }
}

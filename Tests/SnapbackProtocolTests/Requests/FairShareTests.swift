import SnapbackProtocol
import Testing

/// Processor time is shared among users, then among the clients of a user.
@Suite struct FairShareTests {
  /// A loop that serves the first client in the queue; each client has its own length of a unit of
  /// work.
  private struct Loop {
    var share = FairShare()
    var served: [UInt64: UInt64] = [:]
    var units: [UInt64: UInt64] = [:]

    mutating func add(_ client: UInt64, user: UInt32, unit: UInt64) {
      share.add(client, user: user)
      units[client] = unit
    }

    /// Serves the first of the waiting clients; returns it with the time used.
    mutating func serve(_ waiting: [UInt64]) -> (client: UInt64, nanoseconds: UInt64) {
      var order = waiting
      share.sort(&order)
      let first = order[0]
      let unit = units[first] ?? 0
      share.charge(first, nanoseconds: unit)
      served[first, default: 0] += unit
      return (first, unit)
    }
  }

  @Test func aUserWithManyClientsGetsAsMuchAsAUserWithOne() {
    var loop = Loop()
    for client in 1...62 { loop.add(UInt64(client), user: 1000, unit: 1_000_000) }
    loop.add(100, user: 2000, unit: 300_000)
    let all = (1...62).map(UInt64.init) + [100]
    for _ in 0..<5000 { _ = loop.serve(all) }
    let one = loop.served[100] ?? 0
    let many = (1...62).reduce(0) { $0 + (loop.served[UInt64($1)] ?? 0) }
    #expect(abs(Double(one) / Double(many) - 1) < 0.01)
  }

  @Test func clientsOfAUserGetTheSameWhateverTheirRequestsCost() {
    var loop = Loop()
    let units: [UInt64] = [20_000, 1_200_000, 9_000_000, 300_000]
    for (index, unit) in units.enumerated() { loop.add(UInt64(index), user: 1, unit: unit) }
    for _ in 0..<50_000 { _ = loop.serve([0, 1, 2, 3]) }
    let least = loop.served.values.min() ?? 0
    let most = loop.served.values.max() ?? 0
    // They differ by at most the largest unit plus the smallest.
    #expect(most - least <= 9_020_000)
  }

  @Test(arguments: [1000 as UInt32, 2000])
  func aClientThatAsksNowAndThenIsServedNext(user: UInt32) {
    var loop = Loop()
    loop.add(100, user: user, unit: 60_000)
    for _ in 0..<100 { _ = loop.serve([100]) }
    for client in 1...62 { loop.add(UInt64(client), user: 1000, unit: 1_200_000) }
    let attackers = (1...62).map(UInt64.init)
    var now: UInt64 = 0
    var due: UInt64 = 16_666_667
    var worst: UInt64 = 0
    while now < 3_000_000_000 {
      let isDue = now >= due
      let (client, taken) = loop.serve(attackers + (isDue ? [100] : []))
      now += taken
      guard client == 100 else { continue }
      worst = max(worst, now - due)
      due += 16_666_667
    }
    // The unit in progress, and the client's own.
    #expect(worst <= 1_260_000)
  }

  @Test func timeIsNotSavedUpDuringAPause() {
    var loop = Loop()
    loop.add(1, user: 1, unit: 1_000_000)
    loop.add(2, user: 2, unit: 1_000_000)
    for _ in 0..<1000 { _ = loop.serve([1]) }
    var first = 0
    while loop.serve([1, 2]).client == 2 { first += 1 }
    // Its credit, and the units that bring it to the other client's level.
    #expect(first <= Int(FairShare.credit / 1_000_000) + 2)
  }

  @Test func connectingAnewGainsNothing() {
    var loop = Loop()
    loop.add(1, user: 1, unit: 1_000_000)
    loop.add(2, user: 2, unit: 1_000_000)
    for _ in 0..<10 { _ = loop.serve([1, 2]) }
    for _ in 0..<100 { loop.share.charge(1, nanoseconds: 1_000_000) }
    loop.share.remove(1)
    loop.add(3, user: 1, unit: 1_000_000)
    for _ in 0..<90 { #expect(loop.serve([2, 3]).client == 2) }
  }

  @Test func clientsThatHaveLeftAreNotServed() {
    var share = FairShare()
    share.add(1, user: 1)
    share.add(2, user: 1)
    share.remove(1)
    var waiting: [UInt64] = [2, 1]
    share.sort(&waiting)
    #expect(waiting == [2])
  }
}

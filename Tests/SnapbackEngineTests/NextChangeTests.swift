import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// An engine that wakes only for its next change, and not for frames in between, misses nothing.
@Suite struct NextChangeTests {
  /// Advances from change to change until nothing is left. Returns the events and the number of
  /// wakes.
  private static func hop(_ driver: inout EngineDriver) -> (ends: [TransactionEvent], wakes: Int) {
    var (ends, wakes): ([TransactionEvent], Int) = ([], 0)
    while case .at(let moment) = driver.engine.nextChange, wakes < 1000 {
      // A change that is already due is made by an update at the current time.
      driver.updateFrame(at: max(moment, driver.engine.now))
      ends += driver.engine.drainTransactionEvents()
      wakes += 1
    }
    return (ends, wakes)
  }

  @Test func transactionsEndAsTheyDoFrameByFrame() throws {
    func start() throws -> EngineDriver {
      var driver = try EngineDriver(scene: TransactionOrderTests.scene)
      try driver.apply([.constant("x1", 100)], .curve(.linear, duration: 1), 0)
      try driver.apply(
        [.alpha("two", 0.5)], .spring(try Spring(response: 0.3, dampingRatio: 0.5)), 0.1)
      try driver.apply([.constant("x1", 40)], .curve(.easeOut, duration: 0.4, delay: 0.2), 0.3)
      return driver
    }
    var hopping = try start()
    var stepping = try start()
    let hopped = Self.hop(&hopping)
    var ends: [TransactionEvent] = []
    for step in 0...3000 {
      stepping.updateFrame(at: EngineDriver.moment(0.3 + Double(step) / 1000))
      ends += stepping.engine.drainTransactionEvents()
    }
    #expect(hopped.ends == ends)
    #expect(ends.count == 6)
    #expect(hopped.wakes < 10)
    #expect(hopping.frame.views == stepping.frame.views)
    let isAtRest = hopping.engine.isAtRest && hopping.engine.wakeUp == .never
    #expect(isAtRest)
    let next = hopping.engine.nextChange
    #expect(next == .never)
  }

  @Test func aFingerThatRestsIsKnownToRest() throws {
    var driver = try EngineDriver(scene: PanTests.scene("slop: 5"))
    driver.drag(from: Point(x: 120, y: 300), to: Point(x: 220, y: 300), 0...0.2)
    driver.updateFrame(at: EngineDriver.moment(0.2))
    let moving = driver.motion(.translationX, of: "card")?.held.velocity
    #expect(moving != 0)
    let stop = driver.engine.nextChange
    #expect(stop == .at(EngineDriver.moment(0.24)))
    _ = Self.hop(&driver)
    let resting = driver.motion(.translationX, of: "card")?.held.velocity
    #expect(resting == 0)
    driver.lift(0.5)
    let hopped = Self.hop(&driver)
    #expect(hopped.wakes < 5)
    let home = driver.frame.views[driver.place(of: "card")].transform
    #expect(home == .identity)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aLongPressBegins() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
          constraints: [ "card.left = 0", "card.top = 0", "card.width = 200", "card.height = 200" ],
          gestures: [ { longPress: "card" } ] }
        """)
    driver.finger(at: Point(x: 50, y: 50), 0)
    _ = Self.hop(&driver)
    let phases = driver.phases()
    #expect(phases == [.began])
  }

  @Test func whatRepeatsForEverWakesNobody() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    var animation = Animation.curve(.linear, duration: 1)
    animation.repeatCount = .infinity
    try driver.apply([.alpha("two", 0.5)], animation, isControlled: true, 0)
    let (wakeUp, next) = (driver.engine.wakeUp, driver.engine.nextChange)
    #expect(wakeUp == .everyFrame)
    #expect(next == .never)
  }
}

import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Random fingers, wheels and pointers on a scene with gestures of every kind.
@Suite struct GestureSimulationTests {
  static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [
        { id: "list", scroll: true, views: [
          { id: "row" }, { id: "tall" } ] },
        { id: "photo" }, { id: "card", views: [ { id: "key" } ] }, { id: "sheet" } ],
      constraints: [
        "list.left = 0", "list.top = 0", "list.width = 200", "list.height = 400",
        { format: "H:|[row(200)]|", in: "list" },
        { format: "V:|[row(80)][tall(900)]|", in: "list", align: ["left", "right"] },
        "photo.left = 210", "photo.top = 20", "photo.width = 180", "photo.height = 300",
        "card.left = 210", "card.top = 330", "card.width = 180", "card.height = 200",
        "key.left = 10", "key.top = 10", "key.width = 80", "key.height = 80",
        "sheet.left = 0", "sheet.width = 400", "sheet.bottom = screen.bottom",
        { id: "high", rule: "sheet.height = 200" } ],
      gestures: [
        { scroll: "list", name: "scroll", direction: "vertical" },
        { pan: "row", name: "row", axes: "horizontal", release: "snap",
          limits: { x: [-80, 0], rubberBand: true }, snap: { x: [-80, 0] } },
        { pan: "photo", name: "move", follow: "point", simultaneous: ["zoom", "turn"] },
        { pinch: "photo", name: "zoom", limits: [0.5, 3], rubberBand: true,
          simultaneous: ["turn"] },
        { rotation: "photo", name: "turn" },
        { tap: "photo", name: "twice", taps: 2 },
        { tap: "photo", name: "once", requireFailureOf: ["twice"] },
        { pan: "card", name: "card", follow: "point", tilt: { degrees: 12, reach: 160 } },
        { pinch: "card", name: "grow" },
        { longPress: "key", name: "press", drives: "translation" },
        { swipe: "key", name: "swipe", direction: "left" },
        { pan: "sheet", name: "sheet", drives: { constant: "high", axis: "vertical", factor: -1,
          limits: [100, 600], rubberBand: true, release: "snap", snap: [200, 500] } },
        { edgePan: "screen", name: "edge", edge: "left" },
        { hover: "card", name: "hover" } ],
      actions: [
        { on: { gesture: "once" }, animate: { curve: "linear", duration: 0.2 },
          steps: [[{ view: "photo", alpha: 0.5 }], [{ view: "photo", alpha: 1 }]] },
        { on: { gesture: "swipe" }, animate: { spring: { response: 0.2, dampingRatio: 1 } },
          changes: [{ constraint: "high", constant: 200 }] } ] }
    """

  struct World: ~Copyable {
    var driver: EngineDriver
    var generator: SeededGenerator
    var now = 0.0
    var places: [UInt64: Point] = [:]
    var next: UInt64 = 1
    /// The gestures that have begun and not ended, each with the phases that may follow.
    var running: [UInt64: String] = [:]
    var kinds: Set<String> = []

    init(seed: UInt64) throws {
      driver = try EngineDriver(scene: GestureSimulationTests.scene)
      generator = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }

    mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Fingers touch, move and lift, in frames of several; now and then another event happens.
    mutating func step() throws {
      now += number(0...0.02)
      switch pick(0..<30) {
      case 0...2 where places.count < 5:
        var place = Point(x: number(0...400), y: number(0...800))
        // The second finger of a pair often touches close to the first.
        if let other = places.min(by: { $0.key < $1.key })?.value, pick(0..<2) == 0 {
          place = other + Vector(dx: number(-90...90), dy: number(-90...90))
        }
        places[next] = place
        driver.fingers([(next, place)], now)
        next += 1
      case 3...4:
        guard let id = places.keys.sorted().randomElement(using: &generator) else { return }
        places[id] = nil
        driver.lift(fingers: [id], now, phase: pick(0..<5) == 0 ? .cancelled : .ended)
      case 5: now += number(0...1.5)
      case 6:
        let phases: [ScrollInput.Phase] = [.began, .changed, .ended, .cancelled, .step]
        driver.scroll(
          phases[pick(0..<5)], by: Vector(dx: number(-30...30), dy: number(-60...60)),
          at: Point(x: number(0...400), y: number(0...800)), now)
      case 7:
        let point = Point(x: number(0...400), y: number(300...600))
        driver.hover(at: pick(0..<4) == 0 ? nil : point, now)
      case 8 where pick(0..<6) == 0: try disturb()
      case 9...14 where places.count > 1: turn()
      default:
        let spread = pick(0..<3) == 0 ? 40.0 : 8.0
        let aside = Vector(dx: number(-spread...spread), dy: number(-spread...spread))
        let moved = places.keys.sorted().map { id in
          let own = Vector(dx: number(-spread...spread), dy: number(-spread...spread))
          return (id, (places[id] ?? .zero) + aside + 0.5 * own)
        }
        for (id, place) in moved { places[id] = place }
        if !moved.isEmpty { driver.fingers(moved, now) }
      }
    }

    /// Moves all fingers apart or together, and turns them.
    private mutating func turn() {
      let ids = places.keys.sorted()
      var sum = Vector.zero
      for id in ids { sum = sum + ((places[id] ?? .zero) - .zero) }
      let middle = Point.zero + (1 / Double(ids.count)) * sum
      let map = SimilarityTransform(
        center: middle, image: middle,
        ratio: Vector(dx: number(0.7...1.4), dy: number(-0.4...0.4)))
      for id in ids { places[id] = map(places[id] ?? .zero) }
      driver.fingers(ids.map { ($0, places[$0] ?? .zero) }, now)
    }

    private mutating func disturb() throws {
      switch pick(0..<5) {
      case 0:
        driver.engine.cancelContacts(at: EngineDriver.moment(now))
        places.removeAll()
      case 1:
        let view = ["list", "photo", "card", "sheet", "key"][pick(0..<5)]
        try driver.apply([.hidden(view, true)], nil, now)
        _ = driver.see("card", now)
        try driver.apply([.hidden(view, false)], nil, now)
      case 2: try driver.apply([.constant("high", number(100...500))], nil, now)
      case 3: driver.engine.settle(at: EngineDriver.moment(now + 60))
      default:
        try driver.replaceScene(by: GestureSimulationTests.scene)
      }
      now = max(now, driver.engine.now.seconds(since: .zero))
    }

    mutating func check() -> [String] {
      var faults: [String] = []
      driver.updateFrame(at: EngineDriver.moment(now))
      for (index, view) in driver.frame.views.enumerated() {
        let map = view.toScreen
        let isFinite =
          [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy(\.isFinite)
          && view.translationVelocity.isFinite && view.rotationVelocity.isFinite
        if !isFinite { faults.append("view \(index) is nowhere") }
      }
      for event in driver.engine.drainGestureEvents() {
        kinds.insert("\(event.kind) \(event.phase)")
        let name = "\(event.name ?? event.kind) \(event.id) \(event.phase)"
        switch event.phase {
        case .recognized:
          if running[event.id] != nil { faults.append("\(name), and it runs") }
        case .began:
          if running.updateValue(event.kind, forKey: event.id) != nil { faults.append(name) }
        case .changed:
          if running[event.id] != event.kind { faults.append("\(name), and it does not run") }
        case .ended, .cancelled:
          if running.removeValue(forKey: event.id) == nil { faults.append("\(name) again") }
        }
      }
      return faults
    }

    /// Lifts all fingers and waits.
    mutating func finish() throws -> [String] {
      driver.lift(fingers: places.keys.sorted(), now)
      driver.scroll(.cancelled, at: .zero, now)
      driver.hover(at: nil, now)
      now += 60
      var faults = check()
      now += 1
      faults += check()
      if !running.isEmpty { faults.append("still running: \(running)") }
      if !driver.engine.isAtRest { faults.append("not at rest") }
      if driver.engine.wakeUp != .never { faults.append("wants to be woken") }
      for view in ["photo", "card", "key"] where driver.see(view, now).transform != .identity {
        faults.append("\(view) is not at home: \(driver.see(view, now).transform)")
      }
      let row = driver.see("row", now).transform
      if ![0, -80].contains(row.translation.dx) { faults.append("the row is nowhere: \(row)") }
      return faults
    }
  }

  @Test(arguments: 0..<Effort.cases(20, inDebugBuilds: 2))
  func everyGestureEndsOnceAndEverythingComesHome(batch: Int) throws {
    var kinds: Set<String> = []
    for seed in batch * 100..<(batch + 1) * 100 {
      var world = try World(seed: UInt64(seed))
      for _ in 0..<60 {
        try world.step()
        let faults = world.check()
        #expect(faults == [], "seed \(seed)")
      }
      let faults = try world.finish()
      #expect(faults == [], "seed \(seed)")
      kinds.formUnion(world.kinds)
    }
    // Every kind of gesture must have occurred.
    for kind in ["pan", "pinch", "rotation", "scroll", "hover"] {
      #expect(kinds.contains("\(kind) began"), "\(kind)")
    }
    #expect(kinds.contains("tap recognized"))
  }
}

import SnapbackBasics

/// Generates the script of a run from a seed.
struct ScriptGenerator {
  private var dice: SeededGenerator
  private var steps: [Step] = []
  /// The length of a script, in microseconds.
  private static let length: UInt64 = 3_000_000

  init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  /// The script: clients of all kinds, devices, files, signals and faults, in order of time.
  mutating func script() -> [Step] {
    for client in 1...(2 + dice.roll(7)) { addClient(client) }
    if dice.happens(0.6) { addDevice() }
    for _ in 0..<dice.roll(4) { addReload() }
    for _ in 0..<dice.roll(4) {
      steps.append(Step(moment(), 0, .fault, dice.roll(8), 1 + dice.roll(20)))
    }
    if dice.happens(0.3) {
      steps.append(Step(moment(), 0, .log, 0))
      if dice.happens(0.5) { steps.append(Step(moment(), 0, .log, 1)) }
    }
    if dice.happens(0.15) { steps.append(Step(moment(), 0, .sleep, 300 + dice.roll(5000))) }
    if dice.happens(0.2) {
      steps.append(Step(moment(), 0, .signal, 10))
      steps.append(Step(moment(), 0, .signal, 12))
    }
    if dice.happens(0.3) { addWatch() }
    // Steps at the same time keep the order in which they were generated.
    return steps.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  private mutating func moment(after earliest: UInt64 = 0) -> UInt64 {
    earliest + UInt64(dice.roll(Int(max(1, Self.length - min(earliest, Self.length - 1)))))
  }

  private mutating func addClient(_ client: Int) {
    var now = moment() / 2
    let user = dice.happens(0.3) ? 0 : dice.roll(Material.users.count)
    if dice.happens(0.06) {
      steps.append(Step(now, client, .connect, user, 2))
      return steps.append(Step(now + 1000, client, .babble, dice.roll(Material.nonsense.count)))
    }
    steps.append(
      Step(now, client, .connect, user, dice.roll(2), dice.roll(3), dice.roll(5), dice.roll(2)))
    if dice.happens(0.3) { steps.append(Step(now, client, .ask, 6, 1)) }
    if dice.happens(0.25) { steps.append(Step(now + 500, client, .read, 0)) }
    for _ in 0..<dice.roll(9) {
      now = moment(after: now)
      steps.append(act(client, at: now))
    }
  }

  private mutating func act(_ client: Int, at now: UInt64) -> Step {
    switch dice.roll(20) {
    case 0: return Step(now, client, .babble, dice.roll(Material.nonsense.count))
    case 1: return Step(now, client, .mumble)
    case 2: return Step(now, client, .finish)
    case 3: return Step(now, client, .leave)
    case 4: return Step(now, client, .read, 0)
    case 5, 6: return Step(now, client, .read, 1, 1 << dice.roll(18))
    case 7, 8: return Step(now, client, .abuse)
    case 9: return Step(now, client, .ask, 6, 1)
    case 10, 11:
      return Step(now, client, .ask, dice.roll(Material.requests.count), 20 + dice.roll(200))
    default: return Step(now, client, .ask, dice.roll(Material.requests.count), 1 + dice.roll(3))
    }
  }

  private mutating func addReload() {
    let now = moment()
    steps.append(Step(now, 0, .scene, dice.roll(Material.scenes.count)))
    steps.append(Step(now + 10, 0, .signal, 1))
  }

  private mutating func addWatch() {
    steps.append(Step(0, 0, .watch))
    for _ in 0..<(1 + dice.roll(4)) {
      steps.append(Step(moment(), 0, .scene, dice.roll(Material.scenes.count), dice.roll(3)))
    }
  }

  private mutating func addDevice() {
    var now = moment() / 2
    steps.append(Step(now, 0, .plug, 1))
    for _ in 0..<dice.roll(4) {
      now += 200_000
      let (x, y) = (1000 + dice.roll(4000), 1000 + dice.roll(4000))
      let slot = dice.roll(3)
      steps.append(Step(now, 0, .touch, slot, 0, x, y))
      for move in 1..<(3 + dice.roll(12)) {
        now += 8000
        steps.append(Step(now, 0, .touch, slot, 1, x + move * 40, y + move * 15))
      }
      if dice.happens(0.2) { steps.append(Step(now + 100, 0, .lie, dice.roll(3))) }
      if dice.happens(0.85) { steps.append(Step(now + 8000, 0, .touch, slot, 2, x, y)) }
    }
    if dice.happens(0.4) { steps.append(Step(now + 50_000, 0, .plug, 0)) }
  }
}

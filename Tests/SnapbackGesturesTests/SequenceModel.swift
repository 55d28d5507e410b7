import SnapbackGestures
import SnapbackTouches
import Testing

/// The rules that hold for the recognizers of an arena in every sequence, checked step by step from
/// the documentation. The model knows only the steps.
struct SequenceModel {
  private enum Phase: String {
    case idle, possible, waiting, active, over
  }

  private struct Life {
    var phase = Phase.idle
    var wasRecognized = false
    /// The contacts since the recognizer began to look, each with the number of the step at which
    /// it came.
    var seen: [UInt64: Int] = [:]
    var recognizedAt = 0
  }

  private let descriptions: [GestureDescription]
  private var lives: [Life]
  private var down: Set<UInt64> = []
  private var number = 0
  /// The violated rules, one line each.
  private(set) var violations: [String] = []

  init(_ descriptions: [GestureDescription]) {
    self.descriptions = descriptions
    lives = Array(repeating: Life(), count: descriptions.count)
  }

  private mutating func report(_ text: String) {
    violations.append("step \(number): " + text)
  }

  private func shares(_ one: Int, _ other: Int) -> Bool {
    lives[one].seen.keys.contains { lives[other].seen[$0] != nil }
  }

  private func isTogether(_ one: Int, _ other: Int) -> Bool {
    descriptions[one].simultaneous.contains(other) || descriptions[other].simultaneous.contains(one)
  }

  /// Whether both are taps and one needs more taps than the other, which then does not exclude it.
  private func needsMoreTaps(_ one: Int, than other: Int) -> Bool {
    guard case .tap(let more) = descriptions[one].settings,
      case .tap(let tap) = descriptions[other].settings
    else { return false }
    return more.taps > tap.taps
  }

  private func isUndecided(_ index: Int) -> Bool {
    lives[index].phase == .possible || lives[index].phase == .waiting
  }

  /// Processes a contact that was offered to a recognizer; `isTaken` is the arena's answer.
  mutating func give(_ contact: UInt64, to index: Int, isTaken: Bool, at steps: [GestureStep]) {
    let touches = steps.filter { $0.recognizer == index && $0.outcome == .touched }
    if (touches.count == 1) != isTaken {
      report("\(index) was touched without a contact, or not")
    }
    number += 1
    guard isTaken else { return }
    if lives[index].phase == .over || lives[index].phase == .idle {
      // A recognizer starts again only when all its fingers have lifted.
      if lives[index].seen.keys.contains(where: down.contains) {
        report("\(index) began too early")
      }
      lives[index] = Life()
      lives[index].phase = .possible
    }
    lives[index].seen[contact] = number
    down.insert(contact)
  }

  mutating func take(_ step: GestureStep) {
    number += 1
    let index = step.recognizer
    let phase = lives[index].phase
    switch step.outcome {
    case .touched: break
    case .recognized:
      if !isUndecided(index) { report("\(index) recognized when \(phase)") }
      checkRights(of: index)
      lives[index].phase = descriptions[index].settings.kind.isDiscrete ? .over : .active
      lives[index].wasRecognized = true
      lives[index].recognizedAt = number
    case .changed: if phase != .active { report("\(index) changed when \(phase)") }
    case .ended, .cancelled:
      if phase != .active { report("\(index) ended when \(phase)") }
      lives[index].phase = .over
    case .failed:
      if !isUndecided(index) { report("\(index) failed when \(phase)") }
      lives[index].phase = .over
    case .waits(let other):
      if phase != .possible { report("\(index) waits when \(phase)") }
      if !descriptions[index].requiredFailures.contains(other) {
        report("\(index) waits for a stranger")
      }
      if !isUndecided(other) || !shares(index, other) {
        report("\(index) waits for one who is decided")
      }
      lives[index].phase = .waiting
    }
  }

  /// Checks whether the other recognizers allow this one to be recognized.
  private mutating func checkRights(of index: Int) {
    for other in descriptions.indices where other != index && shares(index, other) {
      if descriptions[index].requiredFailures.contains(other) {
        if isUndecided(other) { report("\(index) did not wait for \(other)") }
        if lives[other].wasRecognized { report("\(index) although \(other) had to fail") }
      }
      guard !isTogether(index, other) else { continue }
      if lives[other].phase == .active { report("\(index) although its rival \(other) runs") }
      // A recognizer is no rival if its contact came after the other one was recognized.
      let isBefore = lives[index].seen.contains { contact, place in
        guard let place = lives[other].seen[contact].map({ max($0, place) }) else { return false }
        return place < lives[other].recognizedAt
      }
      if lives[other].wasRecognized && isBefore && !needsMoreTaps(index, than: other) {
        report("\(index) although its rival \(other) was")
      }
    }
  }

  /// Checks the state after all steps of a frame.
  mutating func finishFrame(_ frame: TouchFrame, _ arena: GestureArena) {
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      down.remove(contact.id)
    }
    for index in lives.indices {
      let states: [GestureArena.State: Set<Phase>] = [
        .possible: [.idle, .possible], .waiting: [.waiting], .active: [.active],
        .ended: [.over], .failed: [.over],
      ]
      let state = arena.state(of: index)
      if states[state]?.contains(lives[index].phase) != true {
        report("\(index) is \(state), its steps say \(lives[index].phase)")
      }
      if lives[index].phase == .waiting {
        let isHeld = descriptions[index].requiredFailures.contains {
          isUndecided($0) && shares(index, $0)
        }
        if !isHeld { report("\(index) waits for nobody") }
      }
      guard lives[index].phase == .active else { continue }
      if !lives[index].seen.keys.contains(where: down.contains) {
        report("\(index) runs without fingers")
      }
      for other in 0..<index where lives[other].phase == .active && !isTogether(index, other) {
        let both = lives[index].seen.keys.filter { lives[other].seen[$0] != nil }
        if both.contains(where: down.contains) {
          report("\(index) and \(other) run on one finger")
        }
      }
    }
  }

  /// Checks the state after all fingers have lifted and all deadlines have passed.
  mutating func finish(_ arena: GestureArena) {
    if !arena.isAtRest { report("not at rest") }
    if arena.deadline != nil { report("a deadline is left") }
    for index in lives.indices {
      let isOver = lives[index].phase == .over || lives[index].phase == .idle
      if !isOver { report("\(index) is \(lives[index].phase) in the end") }
    }
  }
}

import SnapbackBasics

/// An event in a simulated run: its time, its client or device, and its kind.
///
/// As text, it is a line of words, `12500 3 connect 2 1 0 0`: microseconds, actor, verb, numbers.
struct Step: Equatable {
  /// The kind of event; each comment explains the numbers.
  enum Verb: String, CaseIterable {
    /// A client connects: user, encoding, pacing, subscriptions, acknowledges.
    case connect
    /// It sends a request: index of the request, number of times.
    case ask
    /// It sends malformed bytes: index.
    case babble
    /// It sends half of a message.
    case mumble
    /// It stops or resumes reading: 0 or 1; the maximum number of bytes at a time.
    case read
    /// It shuts its writing side down.
    case finish
    /// It disconnects.
    case leave
    /// It clears O_NONBLOCK of all received descriptors and fills them.
    case abuse
    /// The daemon receives a signal: its number.
    case signal
    /// The scene file is written: index of the scene; 0 in place, 1 by renaming, 2 removes it.
    case scene
    /// The configuration lets the daemon watch the scene file, from the start.
    case watch
    /// A touchscreen appears or disappears: 1 or 0.
    case plug
    /// It reports a contact: slot, phase, x, y.
    case touch
    /// It reports nonsense: index.
    case lie
    /// The machine sleeps: milliseconds.
    case sleep
    /// The next calls of a kind fail or are cut short: index of the fault, number of calls.
    case fault
    /// The reader of the log stops or resumes: 0 or 1.
    case log
  }

  /// The time since the daemon started, in microseconds.
  var time: UInt64
  /// The index of the client; 0 for everything else.
  var actor: Int
  var verb: Verb
  var numbers: [Int]

  init(_ time: UInt64, _ actor: Int, _ verb: Verb, _ numbers: Int...) {
    (self.time, self.actor, self.verb, self.numbers) = (time, actor, verb, numbers)
  }

  /// Parses a line; nil if it is not a step.
  init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count >= 3, let time = UInt64(words[0]), let actor = Int(words[1]),
      let verb = Verb(rawValue: String(words[2]))
    else { return nil }
    self.init(time, actor, verb)
    numbers = words.dropFirst(3).compactMap { Int($0) }
    guard numbers.count == words.count - 3 else { return nil }
  }

  /// The step as a line.
  var line: String {
    ([String(time), String(actor), verb.rawValue] + numbers.map(String.init))
      .joined(separator: " ")
  }

  /// The number at an index, or 0 if there are fewer.
  func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
}

extension SeededGenerator {
  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func happens(_ chance: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < chance
  }
}

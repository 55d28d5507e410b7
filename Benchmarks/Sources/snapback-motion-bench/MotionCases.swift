import SnapbackMotion

/// The cases that every engine of the benchmark computes; Benchmarks/motion/cases.py makes them.
struct MotionCases {
  /// A spring, its start, the time at which its target moves, and how far.
  struct SpringCase {
    let spring: Spring
    let start: MotionState
    let seconds: Double
    let shift: Double
  }

  private(set) var groups: [(name: String, springs: [SpringCase])] = []
  private(set) var curves: [CubicBezier] = []
  /// The number of fractions computed of each curve: 1/frames…1.
  private(set) var frames = 1
  /// Seconds of a shared step.
  private(set) var step = 0.0
  /// The offset at which a motion counts as at rest.
  private(set) var threshold = 0.0

  /// The springs of a group; empty for an unknown group.
  func springs(_ name: String) -> [SpringCase] {
    groups.first { $0.name == name }?.springs ?? []
  }

  /// Parses one line; returns false when it is not understood.
  mutating func take(_ line: String) throws(MotionError) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    guard let kind = words.first else { return false }
    let numbers = words.dropFirst().compactMap(Double.init)
    switch (kind, numbers.count) {
    case ("group", 0) where words.count == 2:
      groups.append((words[1], []))
    case ("spring", 6) where !groups.isEmpty:
      groups[groups.count - 1].springs.append(
        SpringCase(
          spring: try Spring(mass: 1, stiffness: numbers[0], damping: numbers[1]),
          start: MotionState(value: numbers[2], velocity: numbers[3]), seconds: numbers[4],
          shift: numbers[5]))
    case ("curve", 4):
      curves.append(try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]))
    case ("frames", 1): frames = max(1, Int(exactly: numbers[0]) ?? 1)
    case ("step", 1): step = numbers[0]
    case ("threshold", 1): threshold = numbers[0]
    default: return false
    }
    return true
  }
}

import Glibc
import SnapbackMotion

/// Answers the lines that Benchmarks/motion/engine.h describes, with Snapback's motion.
@main
struct MotionBench {
  static func main() {
    do {
      let workloads = workloads(of: try readCases())
      while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2 else { fail("expected `NAME COUNT`, not `\(line)`") }
        print(answer(words[1], workloads[words[0]]))
        fflush(nil)
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func readCases() throws(MotionError) -> MotionCases {
    var cases = MotionCases()
    while let line = readLine(), line != "end" {
      if try !cases.take(line) { fail("not understood: \(line)") }
    }
    return cases
  }

  private static func workloads(of cases: MotionCases) -> [String: any MotionWorkload] {
    var result: [String: any MotionWorkload] = [:]
    for (name, springs) in cases.groups {
      result["spring-\(name)"] = SpringWorkload(springs)
      result["retarget-\(name)"] = RetargetWorkload(springs, threshold: cases.threshold)
    }
    let bodies = cases.springs("undamped")
    result["step-shared"] = SharedStepWorkload(bodies, step: cases.step)
    result["step-columns"] = ColumnStepWorkload(bodies, step: cases.step)
    result["step-own"] = OwnStepWorkload(bodies, step: cases.step)
    result["curve-warm"] = CurveWorkload(cases.curves, frames: cases.frames)
    return result
  }

  /// The answer to one line: numbers, nanoseconds, or "-" for an unknown line.
  private static func answer(_ order: String, _ workload: (any MotionWorkload)?) -> String {
    guard var running = workload else { return "-" }
    // A copy, so that passes that continue the last one start from the beginning with each line.
    if order == "check" {
      running.measurePass()
      return running.answers.map { "\($0)" }.joined(separator: " ")
    }
    let start = now()
    for _ in 0..<(Int(order) ?? 0) { running.measurePass() }
    return "\(measureEnd() - start)"
  }

  /// Reads the clock. Not inlined, so that callgrind can find the end of the last pass.
  @inline(never)
  private static func measureEnd() -> Int { now() }

  private static func fail(_ message: String) -> Never {
    let line = Array("snapback-motion-bench: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(65)
  }

  /// CLOCK_MONOTONIC, in nanoseconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

import Glibc

/// Measures the path from raw events to recognized gestures.
///
/// Reads lines `WORKLOAD COUNT`, runs COUNT passes of ``InputWorkload/framesPerPass`` frames and
/// prints their nanoseconds, or `-` for an unknown workload.
@main
struct InputBench {
  static func main() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let count = Int(words[1]) else { fail("not understood: \(line)") }
      print(answer(count, InputWorkload(words[0])))
      fflush(nil)
    }
  }

  private static func answer(_ count: Int, _ workload: InputWorkload?) -> String {
    guard var running = workload else { return "-" }
    // Warm up: fingers are down and storage is allocated before the measurement.
    running.warmUp()
    let start = now()
    for _ in 0..<count { running.measurePass() }
    let end = measureEnd()
    guard running.isAlive else { fail("a recognizer does not run at the end") }
    return "\(end - start)"
  }

  /// Reads the clock. Not inlined, so that callgrind can find the end of the last pass.
  @inline(never)
  private static func measureEnd() -> Int { now() }

  private static func fail(_ message: String) -> Never {
    let line = Array("snapback-input-bench: \(message)\n".utf8)
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

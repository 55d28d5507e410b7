import Glibc

/// Measures the cost of frames without messages in scenes of many views, few of which move.
///
/// Reads lines `WORKLOAD COUNT`, runs COUNT passes of ``SceneWorkload/framesPerPass`` frames and
/// prints their nanoseconds, or `-` for an unknown workload. The line `memory COUNT` prints the
/// bytes that a scene of COUNT views takes.
@main
struct SceneBench {
  static func main() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let count = Int(words[1]) else { fail("not understood: \(line)") }
      do {
        if words[0] == "memory" {
          let scene = SceneWorkload.crowdScene(count - 1, bindings: "")
          guard let bytes = try SceneMemory.bytes(of: scene) else { fail("no memory is known") }
          print(bytes)
          fflush(nil)
          continue
        }
        guard let workload = try SceneWorkload(words[0]) else {
          print("-")
          continue
        }
        print(run(workload, count))
      } catch {
        fail("\(words[0]): \(error)")
      }
      fflush(nil)
    }
  }

  private static func run(_ workload: consuming SceneWorkload, _ count: Int) -> Int {
    workload.warmUp()
    let start = now()
    for _ in 0..<count { workload.measurePass() }
    let end = measureEnd()
    guard workload.isAlive else { fail("nothing moves at the end") }
    return end - start
  }

  /// Reads the clock. Not inlined, so that callgrind can find the end of the last pass.
  @inline(never)
  private static func measureEnd() -> Int { now() }

  private static func fail(_ message: String) -> Never {
    let line = Array("snapback-scene-bench: \(message)\n".utf8)
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

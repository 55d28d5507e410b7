import ArgumentParser
import SnapbackClient
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackWatch

/// `snapback watch --still`: prints the scene at rest as one picture.
struct WatchStill {
  let cells: CellsArgument

  /// Reads messages until the first `idle` after a snapshot, then prints the scene.
  func run(
    _ client: inout LineClient,
    apply: ([UInt8], inout SceneMirror) throws(Failure) -> SceneMirror.Update
  ) throws(Failure) {
    var mirror = SceneMirror()
    var hasSnapshot = false
    while let line = client.nextLine() {
      switch try apply(line, &mirror) {
      case .snapshot: hasSnapshot = true
      case .idle where hasSnapshot: return Self.show(mirror, cells)
      default: break
      }
    }
    throw Failure(.unavailable, "the daemon has gone before everything was at rest")
  }

  /// Prints a scene.
  static func show(_ mirror: SceneMirror, _ cells: CellsArgument) {
    let picture = ScenePicture(
      screen: mirror.screen, views: mirror.views, columns: cells.columns, rows: cells.rows * 2)
    Terminal.write(picture.halfBlocks)
  }
}

/// A size in cells on the command line, `80x24`.
struct CellsArgument: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }
}

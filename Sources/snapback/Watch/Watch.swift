import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackWatch

/// `snapback watch`: shows the views of the running daemon as clients receive them.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws the views of the running daemon in the terminal as they move.",
    discussion: """
      The keys are listed with ?. With --recording it shows a recording to scrub through, without \
      a daemon (docs/watch.md). If the output is not a terminal, it prints a line for each view \
      that moves, with its frame if layout moved it. --follow prints events instead. \
      Ctrl-C ends it.
      """)

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Flag(help: "Print the daemon's lines as they arrive.")
  var json = false

  @Option(
    help: """
      The events to print, one per line: gestures, touches, decisions (about touches, with the \
      reason), layout, done, devices or segments; may be given more than once.
      """)
  var follow: [WatchFollow.Topic] = []

  @Option(help: "End after this many frames.")
  var frames: Int?

  @Flag(help: "End when everything has come to rest after a motion.")
  var untilIdle = false

  @Flag(help: "One picture of the scene when it is at rest, in cells of 24-bit colors.")
  var still = false

  @Option(help: "With --still, its size in cells, COLUMNSxROWS; 80x24 if left out.")
  var size: CellsArgument?

  @Option(help: "A recording to watch instead of the daemon, with --scene.", completion: .file())
  var recording: String?

  @Option(help: "The scene of the recording, JSON5.", completion: .json5)
  var scene: String?

  @Option(help: "With --recording, start paused at this time, in seconds.")
  var at: Double?

  func validate() throws {
    guard size == nil || still else { throw ValidationError("--size needs --still") }
    guard (recording == nil) == (scene == nil) else {
      throw ValidationError("--recording and --scene belong together")
    }
    guard at == nil || recording != nil else {
      throw ValidationError("--at needs --recording")
    }
    let hasOther = json || !follow.isEmpty || frames != nil || untilIdle || socket != nil
    guard recording == nil || !hasOther else {
      throw ValidationError(
        "--recording excludes --socket, --json, --follow, --frames and --until-idle")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      if let recording, let scene { return try show(recording, on: scene) }
      if !follow.isEmpty, !json { return try WatchFollow(socket: socket, topics: follow).run() }
      var client: LineClient
      let places = SocketPath.candidates(explicit: socket)
      do throws(SystemError) {
        client = try LineClient(candidates: places)
      } catch {
        throw Failure(.unavailable, "\(error.description); is snapbackd running?")
      }
      let isDrawn = !json && !still && Terminal.isInteractive
      let topics = follow.isEmpty ? nil : follow.map(\.rawValue)
      client.hello(name: "snapback watch", want: isDrawn ? Self.wanted : topics)
      if still {
        return try WatchStill(cells: cells).run(&client, apply: apply)
      }
      if json { return try printLines(&client) }
      if Terminal.isInteractive { return try draw(&client) }
      try printMotion(&client)
    }
  }

  /// Counts frames to determine when the command has shown what was requested.
  private struct Progress {
    let limit: Int?
    let untilIdle: Bool
    var count = 0
    private var hasMoved = false

    init(limit: Int?, untilIdle: Bool) {
      self.limit = limit
      self.untilIdle = untilIdle
    }

    mutating func isDone(after update: SceneMirror.Update) -> Bool {
      if update == .frame {
        count += 1
        hasMoved = true
      }
      if let limit, count >= limit { return true }
      return untilIdle && hasMoved && update == .idle
    }
  }

  private func apply(
    _ line: [UInt8], to mirror: inout SceneMirror
  ) throws(Failure) -> SceneMirror.Update {
    let update: SceneMirror.Update
    do throws(DocumentError) {
      update = try mirror.apply(line)
    } catch {
      throw Failure(.software, "cannot read the daemon's message: \(error.description)")
    }
    if case .failed(let reason) = update {
      throw Failure(.unavailable, "the daemon closed the connection: \(reason)")
    }
    return update
  }

  private func printLines(_ client: inout LineClient) throws(Failure) {
    var mirror = SceneMirror()
    var progress = Progress(limit: frames, untilIdle: untilIdle)
    while let line = client.nextLine() {
      guard Terminal.write(String(decoding: line, as: UTF8.self) + "\n") else { return }
      if progress.isDone(after: try apply(line, to: &mirror)) { return }
    }
    throw Failure(.unavailable, "the daemon has gone")
  }

  private func printMotion(_ client: inout LineClient) throws(Failure) {
    var mirror = SceneMirror()
    var progress = Progress(limit: frames, untilIdle: untilIdle)
    var start: Instant?
    var seen: [String: ViewState] = [:]
    while let line = client.nextLine() {
      let update = try apply(line, to: &mirror)
      if update == .frame || update == .snapshot {
        let origin = start ?? mirror.time
        start = origin
        for view in mirror.views.dropFirst() where seen[view.name] != view.state {
          let before = seen.updateValue(view.state, forKey: view.name)
          var line = MotionLine.text(view, at: mirror.time.seconds(since: origin))
          // A view that layout moved has another layout frame, but the same transform.
          if let before, before.frame != view.state.frame {
            line += "  frame " + FollowText.frame(view.state.frame)
          }
          Terminal.write(line + "\n")
        }
      }
      if case .gesture(let view, let phase) = update, phase != .changed {
        Terminal.write("          pan on \(view) \(phase.rawValue)\n")
      }
      if progress.isDone(after: update) { return }
    }
    throw Failure(.unavailable, "the daemon has gone")
  }

  // MARK: In a terminal

  /// The features that are requested for the terminal. The daemon sends only the features that it
  /// grants.
  private static let wanted = [
    "frames", "segments", "gestures", "touches", "done", "devices", "decisions",
  ]

  private func draw(_ client: inout LineClient) throws(Failure) {
    var progress = Progress(limit: frames, untilIdle: untilIdle)
    var session = try WatchSession(WatchModel(.live))
    try session.follow(&client) { progress.isDone(after: $0) }
  }

  private func show(_ recording: String, on scene: String) throws(Failure) {
    let tape = try WatchRecording.tape(recording: recording, scene: scene)
    let name = recording.split(separator: "/").last.map(String.init) ?? recording
    var model = WatchModel(.recording(name), tape: tape)
    if let at { model.move(to: tape.start.advanced(bySeconds: at)) }
    if still {
      let picture = ScenePicture(
        screen: tape.screen, views: tape.views(at: model.position), columns: cells.columns,
        rows: cells.rows * 2)
      Terminal.write(picture.halfBlocks)
      return
    }
    guard Terminal.isInteractive else {
      throw Failure(
        .usage,
        "--recording is drawn in a terminal; --still prints a picture anywhere, and "
          + "snapback replay --json every frame")
    }
    var session = try WatchSession(model)
    session.play()
  }

  private var cells: CellsArgument { size ?? CellsArgument(columns: 80, rows: 24) }
}

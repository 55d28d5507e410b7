import ArgumentParser
import Glibc
import SnapbackClient
import SnapbackDaemon
import SnapbackDocument
import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
import SnapbackMessages
import SnapbackTiming

/// `snapback watch`: what the daemon's clients see.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws the views of the running daemon in the terminal as they move.",
    discussion: """
      Where the output is no terminal, it prints a line for each view that moves, with its frame \
      where layout moved it. --follow prints what happens besides. Ctrl-C ends it.
      """)

  @Option(help: "The daemon's socket; by default the places that the daemon uses.")
  var socket: String?

  @Flag(help: "The daemon's lines as they come.")
  var json = false

  @Option(
    help: """
      What to follow, a line each: gestures, touches, layout, done, devices or segments; may be \
      given more than once.
      """)
  var follow: [WatchFollow.Topic] = []

  @Option(help: "End after so many frames.")
  var frames: Int?

  @Flag(help: "End when everything has come to rest after a motion.")
  var untilIdle = false

  @Flag(help: "One picture of the scene when it is at rest, in cells of 24-bit colours.")
  var still = false

  @Option(help: "With --still, its size in cells, COLUMNSxROWS; 80x24 if left out.")
  var size: CellsArgument?

  func validate() throws {
    guard size == nil || still else { throw ValidationError("--size belongs to --still") }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      if !follow.isEmpty, !json { return try WatchFollow(socket: socket, topics: follow).run() }
      var client: LineClient
      let places = SocketPath.candidates(explicit: socket)
      do throws(SystemError) {
        client = try LineClient(candidates: places)
      } catch {
        throw Failure(.unavailable, "\(error.description); is snapbackd running?")
      }
      client.hello(name: "snapback watch", want: follow.isEmpty ? nil : follow.map(\.rawValue))
      if still {
        let cells = size ?? CellsArgument(columns: 80, rows: 24)
        return try WatchStill(cells: cells).run(&client, apply: apply)
      }
      if json { return try printLines(&client) }
      if Terminal.isInteractive { return try draw(&client) }
      try printMotion(&client)
    }
  }

  /// Whether the command has shown what it was asked for.
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
      throw Failure(.software, "the daemon sent what cannot be read: \(error.description)")
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
          // What layout moved shows in the frame, not in the transform.
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

  private func draw(_ client: inout LineClient) throws(Failure) {
    var mirror = SceneMirror()
    var progress = Progress(limit: frames, untilIdle: untilIdle)
    let signals: Signals
    do throws(SystemError) {
      signals = try Signals([SIGINT, SIGTERM, SIGWINCH])
    } catch {
      throw Failure(.system, error.description)
    }
    // The alternate screen without a cursor, given back at the end.
    Terminal.write("\u{1B}[?1049h\u{1B}[?25l")
    defer { Terminal.write("\u{1B}[?25h\u{1B}[?1049l") }
    while true {
      var waits = [
        pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if !client.hasLine { poll(&waits, 2, -1) }
      var isResized = false
      while let signal = signals.next() {
        guard signal == SIGWINCH else { return }
        isResized = true
      }
      var update = SceneMirror.Update.unknown
      if client.hasLine || waits[0].revents != 0 {
        guard let line = client.nextLine() else {
          throw Failure(.unavailable, "the daemon has gone")
        }
        update = try apply(line, to: &mirror)
      }
      if isResized || update == .frame || update == .snapshot || update == .idle {
        show(mirror, isIdle: update == .idle)
      }
      if progress.isDone(after: update) { return }
    }
  }

  private func show(_ mirror: SceneMirror, isIdle: Bool) {
    guard let (columns, rows) = Terminal.size else { return }
    let picture = TerminalPicture.text(mirror, columns: columns, rows: max(1, rows - 1))
    var status = isIdle ? "at rest" : "moving"
    if let view = mirror.views.last {
      status = MotionLine.text(view, at: nil) + "  " + status
    }
    Terminal.write("\u{1B}[H" + picture + "\u{1B}[0m\r\n" + status.prefix(columns) + "\u{1B}[K")
  }
}

import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackWatch

/// `snapback watch` in a terminal: passes keys, signals and messages to a model, and draws the
/// model on the screen.
struct WatchSession: ~Copyable {
  /// The result of waiting.
  private enum Step {
    case quit
    /// Continue; `isReadable` is true if the daemon sent something.
    case go(isReadable: Bool)
  }

  /// The maximum number of lines from the daemon that are read before the next picture is drawn.
  private static let lineLimit = 400
  /// How long to wait for the reply to the last command, in seconds.
  private static let farewell = 1.0

  private var model: WatchModel
  private var encoder: CellEncoder
  private var keys = KeyReader()
  private var hasKeys: Bool
  private let terminal: RawTerminal
  private let signals: Signals
  /// The requested motion rate, until the daemon replies.
  private var asked: (id: UInt64, rate: Double)?
  private var lastID: UInt64 = 0
  private var wish: Double?

  /// Switches the terminal to raw mode for the lifetime of this value.
  init(_ model: WatchModel) throws(Failure) {
    do throws(SystemError) {
      signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP])
    } catch {
      throw Failure(.system, error.description)
    }
    self.model = model
    let depth = CellEncoder.Depth(
      colorTerm: Terminal.variable("COLORTERM"), term: Terminal.variable("TERM"))
    encoder = CellEncoder(depth)
    terminal = RawTerminal()
    hasKeys = terminal.hasKeys
  }

  /// Shows a recording until the user quits.
  mutating func play() {
    model.advance(to: MonotonicClock.now())
    while draw() {
      guard case .go = wait(for: nil) else { return }
      model.advance(to: MonotonicClock.now())
    }
  }

  /// Shows the daemon's scene until the user quits or `isDone` returns true for a message.
  mutating func follow(
    _ client: inout LineClient, isDone: (SceneMirror.Update) -> Bool
  ) throws(Failure) {
    var mirror = SceneMirror()
    var decoder = LineDecoder()
    while draw() {
      let isWaiting = !client.hasLine
      guard case .go(let isReadable) = wait(for: client.descriptor, isWaiting: isWaiting) else {
        return leave(&client)
      }
      model.advance(to: MonotonicClock.now())
      if let rate = wish { ask(for: rate, client) }
      guard isReadable || !isWaiting else { continue }
      var count = 0
      repeat {
        guard let line = client.nextLine() else {
          throw Failure(.unavailable, "the daemon has gone")
        }
        count += 1
        if try take(line, &decoder, &mirror, isDone) { return leave(&client) }
      } while client.hasLine && count < Self.lineLimit
    }
  }

  /// Handles a line from the daemon. Returns whether everything that was requested has been shown.
  private mutating func take(
    _ line: [UInt8], _ decoder: inout LineDecoder, _ mirror: inout SceneMirror,
    _ isDone: (SceneMirror.Update) -> Bool
  ) throws(Failure) -> Bool {
    let message: ServerMessage
    do throws(DocumentError) {
      message = try decoder.message(of: line)
    } catch {
      throw Failure(.software, "cannot read the daemon's message: \(error.description)")
    }
    switch message {
    case .error(_, let reason):
      throw Failure(.unavailable, "the daemon closed the connection: \(reason)")
    case .text("reply", let json): takeReply(json)
    default: model.take(message)
    }
    return isDone(mirror.apply(message))
  }

  // MARK: Waiting

  /// Waits for keys, signals and a descriptor, until the model has something new to draw.
  private mutating func wait(for descriptor: Int32?, isWaiting: Bool = true) -> Step {
    var waits = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let timeout =
      isWaiting
      ? model.wait.map { Int32(saturating: (max(0, $0) * 1000).rounded(.up)) } ?? -1 : 0
    poll(&waits, 3, timeout)
    while let signal = signals.next() {
      switch signal {
      case SIGWINCH: encoder.forget()
      case SIGTSTP: pause()
      default: return .quit
      }
    }
    if waits[1].revents != 0 {
      guard let bytes = terminal.read() else {
        hasKeys = false
        return .go(isReadable: waits[2].revents != 0)
      }
      for key in keys.keys(bytes) {
        switch model.press(key) {
        case .quit: return .quit
        case .rate(let rate): wish = rate
        case nil: break
        }
      }
    }
    return .go(isReadable: waits[2].revents != 0)
  }

  /// Restores the terminal and stops the process, as Ctrl-Z requests.
  private mutating func pause() {
    terminal.leave()
    kill(getpid(), SIGSTOP)
    terminal.enter()
    encoder.forget()
  }

  /// Draws the model. Returns false if the output is closed.
  private mutating func draw() -> Bool {
    // Some terminals do not report their size.
    let (columns, rows) = Terminal.size ?? (80, 24)
    let text = encoder.text(model.grid(columns: columns, rows: rows))
    return text.isEmpty || Terminal.write(text)
  }

  // MARK: Slow motion

  private mutating func ask(for rate: Double, _ client: borrowing LineClient) {
    wish = nil
    lastID += 1
    asked = (lastID, rate)
    client.say(Self.motion(lastID, rate))
  }

  private static func motion(_ id: UInt64, _ rate: Double) -> [UInt8] {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("motion")
    writer.integer(id, "id")
    writer.factor(rate, "rate")
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private mutating func takeReply(_ json: [UInt8]) {
    guard let asked, var reply = Self.reply(to: asked.id, json),
      let isDone = try? reply.boolean("ok")
    else { return }
    self.asked = nil
    if isDone { return model.accepted(rate: asked.rate) }
    let reason = (try? reply.string("message")) ?? "the daemon refused"
    model.report("slow motion: \(reason)")
  }

  /// Returns the reply to the command `id` in a line; nil if the line contains anything else.
  private static func reply(to id: UInt64, _ json: [UInt8]) -> ObjectReader? {
    guard let node = try? DocumentNode.parse(json, file: "daemon"),
      var line = try? ObjectReader(node, file: "daemon"), var reply = try? line.object("reply"),
      let found = try? reply.number("id"), UInt64(saturating: found) == id
    else { return nil }
    return reply
  }

  /// Ends slow motion before disconnecting. Waits for the reply, because the daemon may not read a
  /// message that arrives just before the end of a connection.
  private func leave(_ client: inout LineClient) {
    guard model.speed != 1 else { return }
    let id = lastID + 1
    guard client.say(Self.motion(id, 1)) else { return }
    let end = MonotonicClock.now().advanced(bySeconds: Self.farewell)
    while true {
      let left = end.seconds(since: MonotonicClock.now())
      guard left > 0 else { return }
      var wait = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      if !client.hasLine { poll(&wait, 1, Int32(saturating: (left * 1000).rounded(.up))) }
      guard client.hasLine || wait.revents != 0 else { return }
      guard let line = client.nextLine(), Self.reply(to: id, line) == nil else { return }
    }
  }
}

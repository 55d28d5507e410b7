import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// A scene of many views.
///
/// `pan-N` is a finger that drags one view next to N others, with a frame for each scan at 120 Hz.
/// `heading-N` is a list of N rows that coasts under a heading at the top of its viewport, for a
/// client of segments: each refresh at 60 Hz reports the interrupted motions. `moving-N` are N
/// views that springs move, `hundred-N` a hundred such views that are evenly spread among N views,
/// and `bound-N` N views that are bound to one such view, with a frame for each refresh at 60 Hz.
/// `load-N` reads a scene of N views and starts an engine, once in each pass.
struct SceneWorkload: ~Copyable {
  static let framesPerPass = 60

  private enum Kind: String {
    case pan, heading, moving, hundred, bound, load
  }

  private let kind: Kind
  private let text: String
  private var engine: Engine
  private var journal = MotionJournal()
  private var frame: SceneFrame
  private var mark: SampleMark
  private var scans = 0
  private var now = Instant(nanoseconds: 1_000_000_000)
  private var sum = 0

  init?(_ name: String) throws(DocumentError) {
    let words = name.split(separator: "-")
    guard words.count == 2, let count = Int(words[1]), let kind = Kind(rawValue: String(words[0]))
    else { return nil }
    self.kind = kind
    let text =
      switch kind {
      case .pan: Self.panScene(count)
      case .heading: Self.headingScene(count)
      case .moving: Self.crowdScene(count, bindings: "")
      // The last view is the one that `crowdScene` adds.
      case .hundred, .load: Self.crowdScene(count - 1, bindings: "")
      case .bound: Self.crowdScene(count, bindings: Self.bindings(count))
      }
    self.text = text
    engine = Engine(try SceneReader.read(Array(text.utf8), file: name))
    frame = engine.makeFrame()
    mark = SampleMark(frame)
  }

  /// Whether anything moves.
  var isAlive: Bool { (!engine.isAtRest || kind == .load) && sum > 0 }

  /// Puts the finger down, flings the list, or starts the springs.
  mutating func warmUp() {
    switch kind {
    case .pan: for _ in 0..<Self.framesPerPass { scanAndSample() }
    case .heading:
      for _ in 0..<12 { scan(by: Vector(dx: 0, dy: -50)) }
      engine.handle(TouchFrame(time: now, contacts: [contact(.ended, .zero)]))
      refresh()
    case .load: break
    case .moving, .hundred, .bound:
      let names = moved
      let way = Vector(dx: 200, dy: 0)
      _ = try? engine.apply(
        names.map { .translation($0, way) }, animatedBy: Self.lasting, at: now)
      for _ in 0..<Self.framesPerPass { sampleRefresh() }
    }
  }

  /// The views that a spring moves: all but the screen, a hundred of them, or only the one that the
  /// others are bound to.
  private var moved: [String] {
    let names = engine.appearances.dropFirst().map(\.name)
    switch kind {
    case .bound: return ["v0"]
    case .hundred: return (0..<100).map { names[$0 * names.count / 100] }
    default: return names
    }
  }

  /// A spring that oscillates for minutes.
  private static let lasting = try? Spring(response: 5, dampingRatio: 0.05)

  /// Runs sixty frames.
  ///
  /// Not inlined, so that callgrind can count inside it alone.
  @inline(never)
  mutating func measurePass() {
    guard kind != .load else { return load() }
    for _ in 0..<Self.framesPerPass {
      switch kind {
      case .pan: scanAndSample()
      case .heading: refresh()
      case .moving, .hundred, .bound: sampleRefresh()
      case .load: break
      }
    }
  }

  private mutating func load() {
    guard let scene = try? SceneReader.read(Array(text.utf8), file: "scene") else { return }
    engine = Engine(scene)
    sum += engine.appearances.count
  }

  // MARK: Frames

  /// Moves the finger on a circle, and samples the changed views for a client.
  private mutating func scanAndSample() {
    scan(by: Vector(dx: scans % 16 < 8 ? 3 : -3, dy: scans % 8 < 4 ? 2 : -2))
    sample()
  }

  /// Advances the engine by a refresh, and samples the changed views for a client.
  private mutating func sampleRefresh() {
    now = now.advanced(bySeconds: 1 / 60)
    sample()
  }

  private mutating func sample() {
    engine.flush(at: now)
    engine.sample(&frame, at: now, resampling: .none, journal: &journal)
    _ = journal.findDifferences(since: mark, at: frame.time)
    sum += journal.differences.count
    mark = SampleMark(frame)
    engine.discardEvents()
  }

  /// Advances the engine by a refresh, and sends a client the interrupted motions.
  private mutating func refresh() {
    now = now.advanced(bySeconds: 1 / 60)
    let revision = journal.revision
    engine.flush(at: now)
    journal.note(engine)
    sum += journal.motions(since: revision, of: engine).count
    engine.discardEvents()
  }

  private var place = Point(x: 200, y: 700)

  private mutating func scan(by way: Vector) {
    now = now.advanced(bySeconds: 1 / 120)
    let phase: Contact.Phase = scans == 0 ? .began : .moved
    scans += 1
    engine.handle(TouchFrame(time: now, contacts: [contact(phase, way)]))
  }

  private mutating func contact(_ phase: Contact.Phase, _ way: Vector) -> Contact {
    place = place + way
    return Contact(id: 1, phase: phase, position: place)
  }

  // MARK: Scenes

  /// A card in front of a grid of views; a pan needs no layout pass.
  private static func panScene(_ count: Int) -> String {
    let views = (0..<count).map { index in
      let (x, y) = (Double(index % 100) * 3.9, Double(index / 100) * 10)
      return "{ id: 'v\(index)', autoresizing: { frame: [\(x), \(y), 3, 8], parent: [390, 844] } }"
    }
    return """
      { snapback: 1, screen: { width: 390, height: 844 },
        views: [ \(views.joined(separator: ",")), { id: "card" } ],
        constraints: [ "card.left = 40", "card.top = 500", "card.width = 300",
          "card.height = 300" ],
        gestures: [ { pan: "card", slop: 0 } ] }
      """
  }

  /// A grid of `count + 1` views.
  static func crowdScene(_ count: Int, bindings: String) -> String {
    let views = (0...count).map { index in
      let (x, y) = (Double(index % 50) * 3.9, Double(index / 50) * 10)
      return "{ id: 'v\(index)', autoresizing: { frame: [\(x), \(y), 3, 8], parent: [390, 844] } }"
    }
    return """
      { snapback: 1, screen: { width: 390, height: 844 },
        views: [ \(views.joined(separator: ",")) ], bindings: [\(bindings)] }
      """
  }

  /// Bindings to the first view, through maps with a kink in the path of that view.
  private static func bindings(_ count: Int) -> String {
    (1...count).map { index in
      """
      { from: 'v0.translation.x', to: 'v\(index).translation.x',
        map: [[0, 0], [200, 100], [500, \(index)]] }
      """
    }.joined(separator: ",")
  }

  /// Rows of 88,000 points in total, and a heading that stays at the top of the viewport.
  private static func headingScene(_ count: Int) -> String {
    let height = 88_000 / Double(count)
    let rows = (0..<count).map { index in
      """
      { id: 'r\(index)',
        autoresizing: {
          frame: [0, \(Double(index) * height), 390, \(height)], parent: [390, 88000] } }
      """
    }
    return """
      { snapback: 1, screen: { width: 390, height: 844 },
        views: [ { id: "list", scroll: true, views: [
          { id: "rows", views: [ \(rows.joined(separator: ",")) ] }, { id: "heading" } ] } ],
        constraints: [ { format: "H:|[list]|" }, { format: "V:|[list]|" },
          { format: "H:|[rows(390)]|", in: "list" }, { format: "V:|[rows(88000)]|", in: "list" },
          "heading.top = list.viewport.top", "heading.height = 40", "heading.left = rows.left",
          "heading.right = rows.right" ],
        gestures: [ { scroll: "list" } ] }
      """
  }
}

import SnapbackBasics
import SnapbackDocument

/// The valid ranges of the numbers in gestures, for command lines and scripts.
public enum GestureRange {
  /// The duration of a movement, in seconds.
  public static let duration: ClosedRange<Double> = 0.001...60
  /// The duration of a rest or pause, in seconds.
  public static let rest: ClosedRange<Double> = 0...60
  /// The velocity at release, in points per second.
  public static let velocity: ClosedRange<Double> = 0...20_000
  /// The distance that a finger moves, or the distance between two fingers, in points.
  public static let distance: ClosedRange<Double> = 1...100_000
  /// Coordinates, in points.
  public static let coordinate: ClosedRange<Double> = -100_000...100_000
  /// Angles, in degrees.
  public static let degrees: ClosedRange<Double> = -3600...3600
  /// The number of fingers.
  public static let fingers = 1...10
  /// The number of repetitions.
  public static let count = 1...100
  /// The number of wheel notches, in either direction.
  public static let notches = -1000...1000
}

/// Reads one gesture of a script.
struct GestureReader {
  private var reader: ObjectReader
  private let kind: SyntheticGesture.Kind
  private let screen: Size

  init(_ node: DocumentNode, file: String, screen: Size) throws(DocumentError) {
    reader = try ObjectReader(node, file: file)
    self.screen = screen
    let names = SyntheticGesture.Kind.allCases.map(\.rawValue)
    let found = reader.keys.filter(names.contains)
    guard found.count < 2 else {
      throw reader.error(
        "is both \(found[0]) and \(found[1]); split it into two gestures", at: node)
    }
    guard let kind = found.first.flatMap(SyntheticGesture.Kind.init(rawValue:)) else {
      let hint = reader.keys.lazy.compactMap { Spelling.hint(for: $0, in: names) }.first
      throw reader.error(
        "expected one of the keys \(names.joined(separator: ", "))", at: node, hint: hint)
    }
    self.kind = kind
  }

  /// Reads the start time: absolute, or relative to the end of the previous gesture.
  ///
  /// The caller must read all other keys first, because any unread key is reported as unknown.
  mutating func time(after end: Double) throws(DocumentError) -> Double {
    let time = try reader.optionalNumber("at", in: 0...TouchSynthesizer.timeLimit)
    let pause = try reader.optionalNumber("after", in: GestureRange.rest)
    guard time == nil || pause == nil else {
      throw reader.error("give at or after, not both", atKey: "after")
    }
    try reader.finish()
    if let time { return time }
    return end == 0 ? pause ?? 0 : end + (pause ?? GestureScript.pause)
  }

  mutating func gesture() throws(DocumentError) -> SyntheticGesture {
    let key = kind.rawValue
    switch kind {
    case .tap:
      return .tap(
        at: try place(key), fingers: try fingers(),
        count: try reader.optionalInteger("count", in: GestureRange.count) ?? 1,
        hold: try seconds("hold") ?? SyntheticGesture.tapTime,
        gap: try reader.optionalNumber("gap", in: GestureRange.rest) ?? SyntheticGesture.tapGap)
    case .longPress:
      return .longPress(
        at: try place(key), to: try optionalPlace("to"), fingers: try fingers(),
        hold: try seconds("hold") ?? SyntheticGesture.pressTime,
        duration: try seconds("duration") ?? SyntheticGesture.dragTime)
    case .drag:
      let (start, end) = try way(key)
      return .stroke(from: start, to: end, fingers: try fingers(), movement: try movement())
    case .flick:
      let (start, end) = try way(key)
      let (fingers, duration, velocity) = (try fingers(), try seconds("duration"), try velocity())
      return try drawn { () throws(GestureFault) in
        try .flick(
          from: start, to: end, fingers: fingers, duration: duration, velocity: velocity)
      }
    case .swipe:
      let direction = try reader.oneOf(key, SyntheticGesture.Direction.self)
      let (start, distance) = (try place("from"), try distance("distance") ?? 200)
      let (fingers, duration, velocity) = (try fingers(), try seconds("duration"), try velocity())
      return try drawn { () throws(GestureFault) in
        try .swipe(
          direction, from: start, distance: distance, fingers: fingers, duration: duration,
          velocity: velocity)
      }
    case .edgePan:
      let edge = try reader.oneOf(key, SyntheticGesture.Edge.self)
      let position = try reader.optionalNumber("position", in: GestureRange.coordinate)
      let (distance, duration) = (try distance("distance"), try seconds("duration"))
      let (screen, velocity) = (screen, try velocity())
      return try drawn { () throws(GestureFault) in
        try .edgePan(
          edge, position: position, distance: distance, on: screen, duration: duration,
          velocity: velocity)
      }
    case .pinch, .rotate, .scroll, .wheel:
      return try pairedGesture()
    }
  }

  /// Reads gestures of two fingers or of a wheel.
  private mutating func pairedGesture() throws(DocumentError) -> SyntheticGesture {
    let key = kind.rawValue
    switch kind {
    case .pinch:
      return .pinch(
        about: try place(key), span: try reader.number("from", in: GestureRange.distance),
        end: try reader.number("to", in: GestureRange.distance),
        angle: try degrees("angle") ?? SyntheticGesture.pinchAngle,
        turn: try degrees("turn") ?? 0, movement: try movement())
    case .rotate:
      let turn = try degrees("by")
      guard let turn else { throw reader.error("missing key \"by\"", atKey: "by") }
      let span = try distance("span") ?? SyntheticGesture.rotationSpan
      return .pinch(
        about: try place(key), span: span, end: span, angle: try degrees("angle") ?? 0,
        turn: turn, movement: try movement())
    case .scroll:
      let start = try place(key)
      let way = try reader.point("by", in: GestureRange.coordinate)
      let end = start + Vector(dx: way.x, dy: way.y)
      let (duration, velocity) = (try seconds("duration"), try velocity())
      let fingers =
        try reader.optionalInteger("fingers", in: GestureRange.fingers)
        ?? SyntheticGesture.scrollFingers
      guard velocity != nil else {
        return .stroke(
          from: start, to: end, fingers: fingers,
          movement: .init(duration: duration ?? SyntheticGesture.dragTime))
      }
      return try drawn { () throws(GestureFault) in
        try .flick(
          from: start, to: end, fingers: fingers, duration: duration, velocity: velocity)
      }
    default:
      return .wheel(
        notches: try reader.integer(key, in: GestureRange.notches),
        interval: try seconds("every") ?? SyntheticGesture.notchTime,
        isHorizontal: try reader.optionalBoolean("horizontal") ?? false)
    }
  }

  // MARK: Parts

  private mutating func movement() throws(DocumentError) -> SyntheticGesture.Movement {
    let profile =
      try reader.optionalOneOf("profile", SyntheticGesture.ProfileName.self) ?? .minimumJerk
    return SyntheticGesture.Movement(
      profile.profile, duration: try seconds("duration") ?? SyntheticGesture.dragTime,
      hold: try reader.optionalNumber("hold", in: GestureRange.rest) ?? 0,
      rest: try reader.optionalNumber("rest", in: GestureRange.rest) ?? SyntheticGesture.restTime)
  }

  private mutating func place(_ key: String) throws(DocumentError) -> Point {
    let point = try reader.point(key, in: GestureRange.coordinate)
    return Point(x: point.x, y: point.y)
  }

  private mutating func optionalPlace(_ key: String) throws(DocumentError) -> Point? {
    try reader.optionalPoint(key, in: GestureRange.coordinate).map { Point(x: $0.x, y: $0.y) }
  }

  /// Reads two positions, `[[x, y], [x, y]]`.
  private mutating func way(_ key: String) throws(DocumentError) -> (Point, Point) {
    let ends = try reader.array(key, count: 2...2)
    let start = try ends[0].point(in: GestureRange.coordinate, file: reader.file)
    let end = try ends[1].point(in: GestureRange.coordinate, file: reader.file)
    return (Point(x: start.x, y: start.y), Point(x: end.x, y: end.y))
  }

  private mutating func fingers() throws(DocumentError) -> Int {
    try reader.optionalInteger("fingers", in: GestureRange.fingers) ?? 1
  }

  private mutating func seconds(_ key: String) throws(DocumentError) -> Double? {
    try reader.optionalNumber(key, in: GestureRange.duration)
  }

  private mutating func velocity() throws(DocumentError) -> Double? {
    try reader.optionalNumber("velocity", in: GestureRange.velocity)
  }

  private mutating func distance(_ key: String) throws(DocumentError) -> Double? {
    try reader.optionalNumber(key, in: GestureRange.distance)
  }

  /// Reads an angle in degrees and returns radians.
  private mutating func degrees(_ key: String) throws(DocumentError) -> Double? {
    try reader.optionalNumber(key, in: GestureRange.degrees).map { $0 * .pi / 180 }
  }

  private func drawn(
    _ body: () throws(GestureFault) -> SyntheticGesture
  ) throws(DocumentError) -> SyntheticGesture {
    do throws(GestureFault) {
      return try body()
    } catch {
      throw reader.error(error.description, atKey: error.part ?? kind.rawValue)
    }
  }
}

import SnapbackBasics
import SnapbackConstraints
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches

/// Further events in ``InterruptionScene/busy``: a third finger scrolls, two more pinch, a client
/// retargets and patches, and a renderer measures.
extension InterruptionWorld {
  mutating func operateBusily() throws -> Jumps? {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0...4: return scroll()
    case 5, 6: return zoom()
    case 7: return try measure()
    case 8: return try retarget()
    case 9: return try showPart()
    default: return try patch()
    }
  }

  /// Puts a finger on the list, moves it or lifts it.
  private mutating func scroll() -> Jumps {
    mayInterrupt = true
    guard let place = scrollFinger else {
      let point = Point(x: 650, y: 300)
      log.append("touch the list")
      scrollFinger = point
      put([(3, point)])
      return []
    }
    if generator.once(in: 3) {
      log.append("let the list go")
      scrollFinger = nil
      lift([3])
      return [.velocities]
    }
    let way = Vector(dx: 0, dy: generator.number(-120...90))
    log.append("scroll by \(way.dy)")
    scrollFinger = place + way
    movedDriver = .offset
    put([(3, place + way)])
    return [.frames, .velocities]
  }

  /// Scrolls the list to a part of its content.
  private mutating func showPart() throws -> Jumps? {
    guard scrollFinger == nil else { return nil }
    let rect = Rect(x: 0, y: generator.eighths(0...12_000), width: 8, height: 8)
    log.append("show \(rect.top)")
    try apply([.scrollToVisible("list", .rect(rect))], animation())
    return [.velocities]
  }

  /// Puts two fingers on a view, moves them apart or together, or lifts them.
  private mutating func zoom() -> Jumps {
    mayInterrupt = true
    guard let way = pinch else {
      log.append("touch with two fingers")
      pinch = Vector(dx: 30, dy: 0)
      return move(by: Vector(dx: 30, dy: 0))
    }
    if generator.once(in: 3) {
      log.append("lift two fingers")
      pinch = nil
      lift([4, 5])
      return []
    }
    let next = Vector(dx: way.dx + generator.number(-10...20), dy: generator.number(-5...5))
    log.append("pinch to \(next)")
    pinch = next
    return move(by: next)
  }

  private mutating func move(by way: Vector) -> Jumps {
    let middle = Point(x: 660, y: 550)
    put([(4, middle + way), (5, middle + -1 * way)])
    return []
  }

  private mutating func measure() throws -> Jumps? {
    let label = ViewID(index: driver.place(of: "label"))
    let questions = driver.engine.layoutTree.openQuestions(of: label)
    guard let question = questions.first else { return nil }
    let height = generator.eighths(80...800)
    log.append("measure \(height)")
    record?.omit("a text is measured", at: now)
    try driver.engine.setMeasuredSize(
      width: 80, height: height, of: question, at: moment)
    return [.frames, .velocities]
  }

  /// Ties the tail to another view, or changes the size of texts, so that they are measured again.
  private mutating func retarget() throws -> Jumps {
    let sizes: [ContentSizeCategory] = [.small, .large, .xLarge, .accessibility1]
    let size = sizes.randomElement(using: &generator) ?? .large
    let items = ["left", "right", "middle", "rows"].map { ViewID(index: driver.place(of: $0)) }
    let item = items.randomElement(using: &generator) ?? items[0]
    let rule = LayoutConstraint(
      identifier: "t1", first: Anchor(ViewID(index: driver.place(of: "tail")), .left),
      terms: [.init(1, Anchor(item, .left))], constant: generator.eighths(0...80))
    let change: SceneChange =
      generator.once(in: 2) ? .contentSizeCategory(size) : .replaceConstraint("t1", rule)
    log.append("\(change)")
    try apply([change], animation())
    return []
  }

  /// Reads the scene again with another number in it.
  private mutating func patch() throws -> Jumps? {
    guard generator.once(in: 3) else { return nil }
    let width = generator.eighths(80...400)
    log.append("patch \(width)")
    try replaceScene(
      by: scene.replacing("tail.width = 30", with: "tail.width = \(width)"), animation())
    return []
  }
}

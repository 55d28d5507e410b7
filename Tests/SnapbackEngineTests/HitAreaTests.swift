import SnapbackBasics
import SnapbackEngine
import SnapbackTestSupport
import Testing

/// Hit areas that are larger or smaller than their views.
@Suite struct HitAreaTests {
  private static func scene(_ views: String, _ rules: String, _ more: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 400 }, views: [\(views)],
      constraints: [\(rules)], \(more) }
    """
  }

  private static func box(_ id: String, _ x: Int, _ y: Int, _ size: Int) -> String {
    "'\(id).left = \(x)', '\(id).top = \(y)', '\(id).width = \(size)', '\(id).height = \(size)',"
  }

  /// The name of the view that a touch hits, and the reasons of the others.
  private static func touch(
    _ driver: inout EngineDriver, at point: Point, _ seconds: Double
  ) -> (view: String?, misses: [String]) {
    let names = driver.engine.appearances.map(\.name)
    driver.engine.setExplains(true)
    driver.finger(at: point, seconds)
    var result: (view: String?, misses: [String]) = (nil, ["no decision"])
    for case .hit(let hit) in driver.engine.drainDecisions() {
      result = (hit.view.map { names[$0] }, hit.misses.map { "\(names[$0.view]) \($0.reason)" })
    }
    driver.lift(seconds + 0.001, phase: .cancelled)
    return result
  }

  /// The left and top edges of a hit area are inside, the right and bottom edges are not.
  @Test func aHitAreaEndsAtItsInsets() throws {
    let places: [(x: Double, y: Double, isHit: Bool)] = [
      (90, 150, true), (89.5, 150, false), (150, 80, true), (150, 79.5, false),
      (194.5, 150, true), (195, 150, false), (150, 239.5, true), (150, 240, false),
      (90, 80, true), (194.5, 239.5, true),
    ]
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'box', hitInsets: { left: -10, top: -20, right: 5, bottom: -40 } }",
        Self.box("box", 100, 100, 100)))
    for (index, place) in places.enumerated() {
      let point = Point(x: place.x, y: place.y)
      let hit = Self.touch(&driver, at: point, Double(index))
      #expect(hit.view == (place.isHit ? "box" : "screen"), "\(point)")
    }
  }

  @Test func oneLengthInsetsAllSides() throws {
    var driver = try EngineDriver(
      scene: Self.scene("{ id: 'box', hitInsets: -12 }", Self.box("box", 100, 100, 40)))
    for (index, (x, y)) in [(88, 88), (151.5, 88), (88, 151.5), (151.5, 151.5)].enumerated() {
      #expect(Self.touch(&driver, at: Point(x: x, y: y), Double(index)).view == "box")
    }
    #expect(Self.touch(&driver, at: Point(x: 87.5, y: 120), 10).view == "screen")
    #expect(Self.touch(&driver, at: Point(x: 120, y: 152), 11).view == "screen")
  }

  /// Insets that leave nothing leave nothing to hit, neither the view nor its contents.
  @Test func aHitAreaMayBeEmpty() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'box', hitInsets: 50, views: [{ id: 'dot' }] }",
        Self.box("box", 100, 100, 100) + Self.box("dot", 40, 40, 20)))
    let hit = Self.touch(&driver, at: Point(x: 150, y: 150), 0)
    #expect(hit.view == "screen")
    #expect(hit.misses == ["dot outside(1)"])
  }

  /// Beyond the bounds of a view, its contents are hit where they are drawn.
  @Test(arguments: [("", "dot", [] as [String]), ("clips: true,", "box", ["dot outside(1)"])])
  func contentsAreHitUnlessTheyAreClipped(keys: String, view: String, misses: [String]) throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'box', \(keys) hitInsets: -50, views: [{ id: 'dot' }] }",
        Self.box("box", 100, 100, 100) + Self.box("dot", 90, 40, 40)))
    let inside = Self.touch(&driver, at: Point(x: 195, y: 150), 0)
    #expect(inside.view == "dot")
    let beyond = Self.touch(&driver, at: Point(x: 210, y: 150), 1)
    #expect(beyond.view == view)
    #expect(beyond.misses == misses)
    #expect(Self.touch(&driver, at: Point(x: 240, y: 150), 2).view == "box")
  }

  /// The area of a child ends where that of its parent ends.
  @Test func aHitAreaIsCutByTheParent() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'box', views: [{ id: 'dot', hitInsets: -40 }] }",
        Self.box("box", 100, 100, 100) + Self.box("dot", 80, 40, 20)))
    #expect(Self.touch(&driver, at: Point(x: 150, y: 150), 0).view == "dot")
    let beyond = Self.touch(&driver, at: Point(x: 210, y: 150), 1)
    #expect(beyond.view == "screen")
    #expect(beyond.misses == ["dot outside(1)"])
  }

  @Test(arguments: [(208.0, true), (212.0, false)])
  func aLiftInTheHitAreaIsInside(x: Double, isInside: Bool) throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'box', hitInsets: -10 }, { id: 'in' }, { id: 'out' }",
        Self.box("box", 100, 100, 100),
        """
        actions: [
          { on: { touchUpInside: 'box' }, changes: [{ view: 'in', alpha: 0.5 }] },
          { on: { touchUpOutside: 'box' }, changes: [{ view: 'out', alpha: 0.5 }] } ]
        """))
    driver.finger(at: Point(x: 92, y: 150), 0)
    driver.finger(at: Point(x: x, y: 150), 0.1)
    driver.lift(0.2)
    #expect((driver.see("in", 1).alpha == 0.5) == isInside)
    #expect((driver.see("out", 1).alpha == 0.5) != isInside)
  }

  /// Random trees of views with random transforms, insets and `touches`, and an oracle that maps
  /// the corners of areas to the screen and counts the sides that a ray crosses.
  @Test(arguments: UInt64(1)...40)
  func theHitViewIsTheDeepestForemostPolygon(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let world = RandomViews(&generator)
    var driver = try EngineDriver(scene: world.scene)
    try driver.engine.apply(world.changes, at: .zero)
    for step in 0..<60 {
      let point = Point(x: 400 * generator.unit(), y: 400 * generator.unit())
      let hit = Self.touch(&driver, at: point, 1 + Double(step) * 0.01)
      #expect(hit.view == world.hit(point), "seed \(seed), \(point)")
      let missed = Set(hit.misses.map { String($0.prefix { $0 != " " }) })
      #expect(missed == world.missed(point), "seed \(seed), \(point)")
    }
  }
}

/// A tree of views with random transforms, and the oracle of hits.
private struct RandomViews {
  private struct View {
    let parent: Int?
    let origin: Point
    let size: Size
    let angle: Double
    let scale: Vector
    let translation: Vector
    let insets: (left: Double, top: Double, right: Double, bottom: Double)
    let clips: Bool
    let alpha: Double
    let isHidden: Bool
    let touches: String

    var isHittable: Bool { !isHidden && alpha >= 0.01 && touches != "none" }
  }

  private var views: [View] = []

  init(_ generator: inout SeededGenerator) {
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + generator.unit() * (range.upperBound - range.lowerBound)
    }
    func whole(_ range: ClosedRange<Double>) -> Double { number(range).rounded() }
    for index in 0..<9 {
      let parent =
        index < 3 || generator.unit() < 0.2 ? nil : Int(number(0...0.999) * Double(index))
      let isInset = generator.unit() < 0.6
      views.append(
        View(
          parent: parent, origin: Point(x: whole(-20...180), y: whole(-20...180)),
          size: Size(width: whole(40...220), height: whole(40...220)),
          angle: generator.unit() < 0.5 ? 0 : number(-3...3),
          scale: Vector(dx: number(0.5...1.5), dy: number(0.5...1.5)),
          translation: Vector(dx: number(-30...30), dy: number(-30...30)),
          insets: isInset
            ? (whole(-40...15), whole(-40...15), whole(-40...15), whole(-40...15)) : (0, 0, 0, 0),
          clips: generator.unit() < 0.4, alpha: generator.unit() < 0.1 ? 0.005 : 1,
          isHidden: generator.unit() < 0.08,
          touches: generator.unit() < 0.7 ? "self" : generator.unit() < 0.7 ? "through" : "none"))
    }
  }

  private func name(_ index: Int) -> String { "v\(index)" }

  private func text(of index: Int) -> String {
    let (view, insets) = (views[index], views[index].insets)
    let children = views.indices.filter { views[$0].parent == index }.map(text)
    return """
      { id: '\(name(index))', clips: \(view.clips), alpha: \(view.alpha), hidden: \(view.isHidden),
        touches: '\(view.touches)', hitInsets: { left: \(insets.left), top: \(insets.top),
        right: \(insets.right), bottom: \(insets.bottom) },
        views: [\(children.joined(separator: ","))] }
      """
  }

  var scene: String {
    let roots = views.indices.filter { views[$0].parent == nil }.map(text)
    let rules = views.indices.flatMap { index in
      let (id, view) = (name(index), views[index])
      return [
        "'\(id).left = \(view.origin.x)'", "'\(id).top = \(view.origin.y)'",
        "'\(id).width = \(view.size.width)'", "'\(id).height = \(view.size.height)'",
      ]
    }
    return """
      { snapback: 1, screen: { width: 400, height: 400 },
        views: [\(roots.joined(separator: ","))], constraints: [\(rules.joined(separator: ","))] }
      """
  }

  var changes: [SceneChange] {
    views.indices.flatMap { index -> [SceneChange] in
      let (id, view) = (name(index), views[index])
      return [
        .rotation(id, view.angle), .scale(id, view.scale), .translation(id, view.translation),
      ]
    }
  }

  // MARK: The oracle

  /// The indices from back to front, children after their parents.
  private var order: [Int] {
    func list(_ index: Int) -> [Int] {
      [index] + views.indices.filter { views[$0].parent == index }.flatMap(list)
    }
    return views.indices.filter { views[$0].parent == nil }.flatMap(list)
  }

  private func chain(_ index: Int) -> [Int] {
    [index] + (views[index].parent.map(chain) ?? [])
  }

  /// A point of a view on the screen: scaled and turned about the center, then moved.
  private func onScreen(_ point: Point, of index: Int) -> Point {
    let view = views[index]
    let center = Point(x: view.size.width / 2, y: view.size.height / 2)
    let (x, y) = (view.scale.dx * (point.x - center.x), view.scale.dy * (point.y - center.y))
    let (sine, cosine) = (sinOf(view.angle), cosOf(view.angle))
    let moved = Point(
      x: view.origin.x + view.translation.dx + center.x + cosine * x - sine * y,
      y: view.origin.y + view.translation.dy + center.y + sine * x + cosine * y)
    guard let parent = view.parent else { return moved }
    return onScreen(moved, of: parent)
  }

  /// Whether a ray from a point to the right crosses the sides of a rectangle of a view, as drawn,
  /// an odd number of times.
  private func isInside(
    _ point: Point, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, of index: Int
  ) -> Bool {
    guard left < right, top < bottom else { return false }
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map {
      onScreen(Point(x: $0.0, y: $0.1), of: index)
    }
    var crossings = 0
    for (one, other) in zip(corners, corners.dropFirst() + corners.prefix(1))
    where (one.y > point.y) != (other.y > point.y) {
      let share = (point.y - one.y) / (other.y - one.y)
      if one.x + share * (other.x - one.x) > point.x { crossings += 1 }
    }
    return crossings % 2 == 1
  }

  private func isInArea(_ point: Point, _ index: Int) -> Bool {
    let (size, insets) = (views[index].size, views[index].insets)
    return isInside(
      point, insets.left, insets.top, size.width - insets.right, size.height - insets.bottom,
      of: index)
  }

  private func isInBounds(_ point: Point, _ index: Int) -> Bool {
    isInside(point, 0, 0, views[index].size.width, views[index].size.height, of: index)
  }

  private func hitIndex(_ point: Point) -> Int? {
    order.last { index in
      let chain = chain(index)
      return views[index].touches != "through"
        && chain.allSatisfy { views[$0].isHittable && isInArea(point, $0) }
        && chain.dropFirst().allSatisfy { !views[$0].clips || isInBounds(point, $0) }
    }
  }

  func hit(_ point: Point) -> String { hitIndex(point).map(name) ?? "screen" }

  func missed(_ point: Point) -> Set<String> {
    let reached = hitIndex(point).map { Set(chain($0)) } ?? []
    return Set(views.indices.filter { !reached.contains($0) && isInArea(point, $0) }.map(name))
  }
}

/// The sine by its Taylor series, which is exact to a rounding error for |x| ≤ 5.
private func sinOf(_ x: Double) -> Double {
  var (term, sum) = (x, x)
  for step in 1...24 {
    term *= -x * x / Double(2 * step * (2 * step + 1))
    sum += term
  }
  return sum
}

private func cosOf(_ x: Double) -> Double { sinOf(.pi / 2 - x) }

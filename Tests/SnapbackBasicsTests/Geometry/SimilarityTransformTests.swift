import SnapbackBasics
import SnapbackTestSupport
import Testing

@Suite struct SimilarityTransformTests {
  private typealias Pair = (from: Point, to: Point)

  private func place(_ generator: inout SeededGenerator, _ reach: Double = 1000) -> Point {
    Point(
      x: .random(in: -reach...reach, using: &generator),
      y: .random(in: -reach...reach, using: &generator))
  }

  private func way(_ generator: inout SeededGenerator, _ reach: Double = 1000) -> Vector {
    place(&generator, reach) - Point.zero
  }

  private func error(_ map: SimilarityTransform, _ pairs: [Pair]) -> Double {
    pairs.reduce(0) { sum, pair in
      let length = (map(pair.from) - pair.to).length
      return sum + length * length
    }
  }

  @Test func twoFingersStayOnWhatTheyTouch() {
    var generator = SeededGenerator(seed: 41)
    var worst = 0.0
    for _ in 0..<20_000 {
      let start = (place(&generator, 500), place(&generator, 500))
      let end = (place(&generator, 500), place(&generator, 500))
      let map = SimilarityTransform(from: start, to: end)
      #expect(map(start.0) == end.0)
      worst = max(worst, map(start.1).distance(to: end.1))
    }
    // On a screen of 1000 points, the rounding error of such a number is 1e-13.
    #expect(worst <= 1e-12)
  }

  @Test func farFromTheOriginAndAtAnyScaleTheyStayToo() {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let far = way(&generator, 1e9)
      let span = generator.logUniform(-3...3)
      let start = (place(&generator) + far, place(&generator) + far)
      let first = place(&generator)
      let end = (first, first + way(&generator, span))
      let map = SimilarityTransform(from: start, to: end)
      #expect(map(start.0) == end.0)
      #expect(map(start.1).distance(to: end.1) <= 1e-12)
    }
  }

  @Test func fingersThatRestAreTheIdentity() {
    let fingers = (Point(x: 10, y: 20), Point(x: 300, y: -40))
    let map = SimilarityTransform(from: fingers, to: fingers)
    #expect((map.ratio - Vector(dx: 1, dy: 0)).length < 1e-15)
    #expect(map.rotation.magnitude < 1e-15)
    let components = map.components(about: Point(x: 195, y: 422))
    #expect(components.translation.length < 1e-12)
    #expect(SimilarityTransform.identity.components(about: Point(x: 3, y: 4)) == .identity)
  }

  @Test func aQuarterTurnAndAPinchAreWhatTheyAre() {
    // Fingers left and right of (100, 100) end below and above it, twice as far apart: a quarter
    // turn clockwise on the screen, where y points down.
    let map = SimilarityTransform(
      from: (Point(x: 90, y: 100), Point(x: 110, y: 100)),
      to: (Point(x: 100, y: 80), Point(x: 100, y: 120)))
    #expect((map.rotation - .pi / 2).magnitude < 1e-15)
    #expect((map.scale - 2).magnitude < 1e-15)
    #expect(map(Point(x: 100, y: 100)).distance(to: Point(x: 100, y: 100)) < 1e-13)
  }

  @Test func lengthsGrowAllByTheScaleAndAnglesStay() {
    var generator = SeededGenerator(seed: 43)
    for _ in 0..<500 {
      let map = SimilarityTransform(
        from: (place(&generator), place(&generator)), to: (place(&generator), place(&generator)))
      let (a, b) = (way(&generator), way(&generator))
      let (left, right) = (map(a), map(b))
      let square = map.scale * map.scale
      let tolerance = 1e-12 * square * a.length * b.length
      let (dot, dotBefore) = (left.dx * right.dx + left.dy * right.dy, a.dx * b.dx + a.dy * b.dy)
      #expect((dot - square * dotBefore).magnitude <= tolerance)
      let (cross, crossBefore) = (
        left.dx * right.dy - left.dy * right.dx, a.dx * b.dy - a.dy * b.dx
      )
      #expect((cross - square * crossBefore).magnitude <= tolerance)
    }
  }

  @Test func fingersAtOnePlaceMoveAndNothingElse() {
    let (one, other) = (Point(x: 5, y: 6), Point(x: 25, y: 6))
    let (p, q) = (Point(x: 100, y: 100), Point(x: 300, y: 200))
    let start = SimilarityTransform(from: (one, one), to: (p, q))
    #expect(start.ratio == Vector(dx: 1, dy: 0))
    #expect(start(one) == Point(x: 200, y: 150))
    let end = SimilarityTransform(from: (one, other), to: (p, p))
    #expect(end.ratio == Vector(dx: 1, dy: 0))
    #expect(end(Point(x: 15, y: 6)) == p)
    let both = SimilarityTransform(fitting: [(one, p), (one, q)])
    #expect(both.ratio == Vector(dx: 1, dy: 0))
    #expect(both(one) == Point(x: 200, y: 150))
    let merged = SimilarityTransform(fitting: [(one, p), (other, p), (p, p)])
    #expect(merged.ratio == Vector(dx: 1, dy: 0))
  }

  @Test func oneFingerIsAPanAndNoneIsNothing() {
    let (start, end) = (Point(x: 1, y: 2), Point(x: -7, y: 40))
    let pan = SimilarityTransform(fitting: [(start, end)])
    #expect(pan.ratio == Vector(dx: 1, dy: 0))
    #expect(pan(start) == end)
    #expect(SimilarityTransform(fitting: EmptyCollection<Pair>()) == .identity)
  }

  @Test func theFitOfTwoFingersCarriesBoth() {
    var generator = SeededGenerator(seed: 44)
    for _ in 0..<2000 {
      let pairs: [Pair] = (0..<2).map { _ in (place(&generator), place(&generator)) }
      let fit = SimilarityTransform(fitting: pairs)
      let scale = 1 + fit.scale
      for pair in pairs { #expect(fit(pair.from).distance(to: pair.to) <= 1e-12 * scale) }
    }
  }

  @Test func noMapNearbyFitsFiveFingersBetter() {
    var generator = SeededGenerator(seed: 45)
    for _ in 0..<200 {
      let pairs: [Pair] = (0..<5).map { _ in (place(&generator, 300), place(&generator, 300)) }
      let fit = SimilarityTransform(fitting: pairs)
      let least = error(fit, pairs)
      for step in [1e-3, 0.1, 10] {
        for direction in 0..<16 {
          let angle = Double(direction) * .pi / 8
          let move = step * AffineTransform.rotation(angle)(Vector(dx: 1, dy: 0))
          for other in [
            SimilarityTransform(center: fit.center, image: fit.image + move, ratio: fit.ratio),
            SimilarityTransform(
              center: fit.center, image: fit.image, ratio: fit.ratio + 0.01 * move),
          ] {
            #expect(error(other, pairs) > least)
          }
        }
      }
    }
  }

  @Test func theFitIsTheSolutionOfTheNormalEquations() throws {
    var generator = SeededGenerator(seed: 46)
    for _ in 0..<200 {
      let count = Int.random(in: 2...10, using: &generator)
      let pairs: [Pair] = (0..<count).map { _ in (place(&generator), place(&generator)) }
      let fit = SimilarityTransform(fitting: pairs)
      // Unknowns a, b, tx, ty of x′ = ax − by + tx, y′ = bx + ay + ty, with two rows per pair.
      var (normal, right) = ([[Double]](repeating: [0, 0, 0, 0], count: 4), [0.0, 0, 0, 0])
      for (from, to) in pairs {
        for (row, value) in [
          ([from.x, -from.y, 1, 0], to.x), ([from.y, from.x, 0, 1], to.y),
        ] {
          for i in 0..<4 {
            right[i] += row[i] * value
            for j in 0..<4 { normal[i][j] += row[i] * row[j] }
          }
        }
      }
      let solution = try #require(Self.solved(normal, right))
      #expect((solution[0] - fit.ratio.dx).magnitude < 1e-10)
      #expect((solution[1] - fit.ratio.dy).magnitude < 1e-10)
      #expect(fit(.zero).distance(to: Point(x: solution[2], y: solution[3])) < 1e-8)
    }
  }

  /// Gaussian elimination with the largest pivot.
  private static func solved(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    var rows = zip(matrix, right).map { $0 + [$1] }
    let count = rows.count
    for column in 0..<count {
      guard
        let pivot = (column..<count).max(by: {
          rows[$0][column].magnitude < rows[$1][column].magnitude
        }), rows[pivot][column] != 0
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for entry in column...count { rows[row][entry] -= factor * rows[column][entry] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }

  @Test func productsApplyRightToLeftAndInversesUndo() throws {
    var generator = SeededGenerator(seed: 47)
    for _ in 0..<500 {
      let maps = (0..<2).map { _ in
        SimilarityTransform(
          center: place(&generator), image: place(&generator),
          ratio: generator.logUniform(-1...1)
            * AffineTransform.rotation(.random(in: -3...3, using: &generator))(
              Vector(dx: 1, dy: 0)))
      }
      let point = place(&generator)
      let product = maps[0] * maps[1]
      #expect(product(point).distance(to: maps[0](maps[1](point))) < 1e-9)
      let inverse = try #require(maps[0].inverse)
      #expect(inverse(maps[0](point)).distance(to: point) < 1e-10)
    }
    #expect(SimilarityTransform(center: .zero, image: .zero, ratio: .zero).inverse == nil)
    let broken = SimilarityTransform(
      center: .zero, image: .zero, ratio: Vector(dx: .nan, dy: 0))
    #expect(broken.inverse == nil)
  }

  @Test func componentsAboutAnAnchorAreTheSameMap() {
    var generator = SeededGenerator(seed: 48)
    for _ in 0..<1000 {
      let map = SimilarityTransform(
        from: (place(&generator), place(&generator)), to: (place(&generator), place(&generator)))
      let anchor = place(&generator)
      let components = map.components(about: anchor)
      #expect(components.shear == 0 && components.scale.dx == components.scale.dy)
      let transform = components.transform(about: anchor)
      for _ in 0..<4 {
        let point = place(&generator)
        #expect(transform(point).distance(to: map(point)) < 1e-11 * (1 + map.scale))
      }
    }
  }

  @Test func aTurnGoesOnPastHalfAndWholeTurns() {
    // Two fingers go around each other three times.
    let start = (Point(x: -50, y: 0), Point(x: 50, y: 0))
    var rotation = 0.0
    for step in 1...300 {
      let angle = Double(step) * 6 * .pi / 300
      let turn = AffineTransform.rotation(angle)
      let map = SimilarityTransform(from: start, to: (turn(start.0), turn(start.1)))
      rotation = map.components(about: .zero, near: rotation).rotation
      #expect((rotation - angle).magnitude < 1e-12)
    }
    #expect(SimilarityTransform.identity.rotation(near: .nan) == 0)
  }

  @Test func coordinatesThatAreNoneGiveAFiniteMap() {
    let numbers: [Double] = [
      0, 1, -3, 1e-300, .leastNonzeroMagnitude, 1e160, 1e300, -1e308, .infinity, .nan,
    ]
    var generator = SeededGenerator(seed: 49)
    func any() -> Point {
      Point(
        x: numbers.randomElement(using: &generator) ?? 0,
        y: numbers.randomElement(using: &generator) ?? 0)
    }
    for _ in 0..<20_000 {
      let pairs: [Pair] = [(any(), any()), (any(), any()), (any(), any())]
      for map in [
        SimilarityTransform(fitting: pairs), SimilarityTransform(fitting: pairs.prefix(2)),
        SimilarityTransform(from: (pairs[0].from, pairs[1].from), to: (pairs[0].to, pairs[1].to)),
      ] {
        #expect(map.center.isFinite && map.image.isFinite && map.ratio.isFinite)
        #expect(map.ratio != .zero)
      }
    }
  }
}

import SnapbackBasics
import SnapbackTestSupport
import Testing

@Suite struct TransformInterpolationTests {
  private func map(_ row: FixtureTable.Row, _ index: Int) -> AffineTransform {
    AffineTransform(
      a: row.number("a\(index)"), b: row.number("b\(index)"), c: row.number("c\(index)"),
      d: row.number("d\(index)"), tx: row.number("tx\(index)"), ty: row.number("ty\(index)"))
  }

  private func numbers(_ map: AffineTransform) -> [Double] {
    [map.a, map.b, map.c, map.d, map.tx, map.ty]
  }

  private func distance(_ left: AffineTransform, _ right: AffineTransform) -> Double {
    // A difference that is not a number stays: every comparison with it is false.
    zip(numbers(left), numbers(right)).reduce(0) { largest, pair in
      let part = (pair.0 - pair.1).magnitude
      return part <= largest || largest.isNaN ? largest : part
    }
  }

  private func randomComponents(_ generator: inout SeededGenerator) -> TransformComponents {
    TransformComponents(
      translation: Vector(
        dx: .random(in: -500...500, using: &generator),
        dy: .random(in: -500...500, using: &generator)),
      rotation: .random(in: -10...10, using: &generator),
      shear: .random(in: -2...2, using: &generator),
      scale: Vector(
        dx: .random(in: 0.1...4, using: &generator), dy: .random(in: -4...4, using: &generator)))
  }

  @Test func componentsAndMapsAreThoseOfTheTable() throws {
    let table = try FixtureTable("physics/affine_interp.csv")
    #expect(table.rows.count == 42)
    for row in table.rows {
      let (start, end) = (map(row, 0), map(row, 1))
      let progress = row.number("progress")
      let between = try #require(TransformComponents(start))
        .interpolated(to: try #require(TransformComponents(end)), progress: progress)
      let found = [
        between.translation.dx, between.translation.dy, between.rotation, between.shear,
        between.scale.dx, between.scale.dy,
      ]
      let wanted = ["tx", "ty", "theta", "shear", "sx", "sy"].map(row.number)
      for (found, wanted) in zip(found, wanted) {
        #expect((found - wanted).magnitude <= 1e-12, "line \(row.line)")
      }
      // The fixture uses CSS letters for a map's numbers: e and f are its translation.
      let drawn = AffineTransform(
        a: row.number("a"), b: row.number("b"), c: row.number("c"), d: row.number("d"),
        tx: row.number("e"), ty: row.number("f"))
      #expect(distance(between.transform, drawn) <= 1e-12, "line \(row.line)")
      let direct = start.interpolated(to: end, progress: progress)
      #expect(distance(direct, drawn) <= 1e-12, "line \(row.line)")
    }
  }

  @Test func theEndsAreTheTwoTransforms() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<2000 {
      let (start, end) = (randomComponents(&generator), randomComponents(&generator))
      #expect(start.interpolated(to: end, progress: 0) == start)
      var last = start.interpolated(to: end, progress: 1)
      let turns = (last.rotation - end.rotation) / (2 * .pi)
      #expect((turns - turns.rounded()).magnitude < 1e-14)
      last.rotation = end.rotation
      #expect(last == end)
    }
  }

  @Test func everyComponentGoesAlongAStraightLineBeyondItsEndsToo() {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<500 {
      let (start, end) = (randomComponents(&generator), randomComponents(&generator))
      let (p, q) = (Double.random(in: -1...2, using: &generator), 1.5)
      // The midpoint of two points of a line is mapped to the midpoint of their images: f((p + q) /
      // 2) = (f(p) + f(q)) / 2.
      let (low, high) = (
        start.interpolated(to: end, progress: p), start.interpolated(to: end, progress: q)
      )
      let middle = start.interpolated(to: end, progress: (p + q) / 2)
      for part in [
        \TransformComponents.translation.dx, \.translation.dy, \.rotation, \.shear, \.scale.dx,
        \.scale.dy,
      ] {
        let mean = (low[keyPath: part] + high[keyPath: part]) / 2
        #expect((middle[keyPath: part] - mean).magnitude < 1e-12 * (1 + mean.magnitude))
      }
    }
  }

  @Test func whatIsEqualAtBothEndsDoesNotStir() {
    var generator = SeededGenerator(seed: 33)
    for _ in 0..<500 {
      let components = randomComponents(&generator)
      let progress = Double.random(in: -3...3, using: &generator)
      #expect(components.interpolated(to: components, progress: progress) == components)
    }
  }

  @Test func noOtherArcIsShorter() {
    var generator = SeededGenerator(seed: 34)
    for _ in 0..<5000 {
      let start = Double.random(in: -30...30, using: &generator)
      let end = Double.random(in: -30...30, using: &generator)
      let arc = TransformComponents.shortestArc(from: start, to: end)
      // By trying all whole turns.
      let shortest = (-12...12).map { (end - start + 2 * .pi * Double($0)).magnitude }.min()
      #expect((arc.magnitude - (shortest ?? .nan)).magnitude < 1e-13)
      let turns = (start + arc - end) / (2 * .pi)
      #expect((turns - turns.rounded()).magnitude < 1e-13)
    }
  }

  @Test func halfATurnGoesTheWayItIsWrittenOrTurning() {
    func arc(_ start: Double, _ end: Double, turning: Double = 0) -> Double {
      TransformComponents.shortestArc(from: start, to: end, turning: turning)
    }
    #expect(arc(0, .pi) == .pi)
    #expect(arc(0, -.pi) == -.pi)
    #expect(arc(.pi, 0) == -.pi)
    // Rounding in start + π must not decide the direction.
    var generator = SeededGenerator(seed: 36)
    for _ in 0..<500 {
      let start = Double.random(in: -6...6, using: &generator)
      #expect((arc(start, start + .pi) - .pi).magnitude < 1e-14)
      #expect((arc(start, start - .pi) + .pi).magnitude < 1e-14)
      for end in [start + .pi, start - .pi, start + 3 * .pi, start - 3 * .pi] {
        #expect((arc(start, end, turning: 2) - .pi).magnitude < 1e-14)
        #expect((arc(start, end, turning: -0.5) + .pi).magnitude < 1e-14)
      }
      #expect((arc(start, start + 3 * .pi) - .pi).magnitude < 1e-14)
      #expect((arc(start, start - 3 * .pi) - .pi).magnitude < 1e-14)
      #expect((arc(start, start + .pi, turning: .nan) - .pi).magnitude < 1e-14)
    }
    // The given direction is ignored if one side is shorter.
    #expect(arc(0, 3, turning: -1) == 3)
    #expect(arc(0, -3, turning: 1) == -3)
  }

  @Test func anglesOfAnySizeGiveAnArc() {
    let numbers = [
      0, -0.0, 1, -1, 1e6, 1e15, 1e300, -1e300, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
    ]
    for start in numbers {
      for end in numbers {
        let arc = TransformComponents.shortestArc(from: start, to: end)
        #expect(arc.magnitude <= .pi + 1e-12, "\(start), \(end)")
        if !start.isFinite || !end.isFinite { #expect(arc == 0) }
      }
    }
    // A million turns are removed without a rounding error.
    let turns = 0x1p20 * 2 * Double.pi
    #expect(TransformComponents.shortestArc(from: 0, to: turns) == 0)
    #expect(TransformComponents.shortestArc(from: turns, to: turns + 1) == 1)
  }

  @Test func aProgressThatIsNoNumberIsTheStart() {
    let start = TransformComponents(rotation: 0.5, shear: 0.1)
    let end = TransformComponents(translation: Vector(dx: 9, dy: 9), rotation: 1)
    for progress in [Double.nan, .infinity, -.infinity] {
      #expect(start.interpolated(to: end, progress: progress) == start)
      let map = start.transform.interpolated(to: end.transform, progress: progress)
      #expect(distance(map, start.transform) < 1e-15)
    }
  }

  @Test func flatMapsOfOneDirectionHaveComponents() throws {
    var generator = SeededGenerator(seed: 35)
    for _ in 0..<500 {
      let image = Vector(
        dx: .random(in: -3...3, using: &generator), dy: .random(in: -3...3, using: &generator))
      let loosesX = AffineTransform(a: 0, b: 0, c: image.dx, d: image.dy, tx: 4, ty: 5)
      let loosesY = AffineTransform(a: image.dx, b: image.dy, c: 0, d: 0, tx: 4, ty: 5)
      for map in [loosesX, loosesY] {
        #expect(TransformComponents(map) == nil)
        let components = try #require(TransformComponents(allowingFlat: map))
        #expect(distance(components.transform, map) < 1e-14)
      }
    }
    let nothing = AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 7, ty: 8)
    #expect(
      TransformComponents(allowingFlat: nothing)
        == TransformComponents(translation: Vector(dx: 7, dy: 8), scale: .zero))
    let laidOntoALine = AffineTransform(a: 1, b: 0, c: 1, d: 0, tx: 0, ty: 0)
    #expect(TransformComponents(allowingFlat: laidOntoALine) == nil)
    for number in [Double.nan, .infinity] {
      let broken = AffineTransform(a: 0, b: 0, c: 0, d: number, tx: 0, ty: 0)
      #expect(TransformComponents(allowingFlat: broken) == nil)
      let far = AffineTransform(a: 0, b: 0, c: 0, d: 1, tx: number, ty: 0)
      #expect(TransformComponents(allowingFlat: far) == nil)
    }
  }

  @Test func mapsWithoutComponentsGoByTheirNumbers() {
    let flat = AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 10, ty: 0)
    let whole = AffineTransform(a: 3, b: 0, c: 0, d: 2, tx: 0, ty: 20)
    let half = AffineTransform(a: 2, b: 1, c: 1, d: 3, tx: 5, ty: 10)
    #expect(flat.interpolated(to: whole, progress: 0.5) == half)
    #expect(whole.interpolated(to: flat, progress: 0.5) == half)
    #expect(flat.interpolated(to: whole, progress: 1) == whole)
    #expect(flat.interpolated(to: whole, progress: .nan) == flat)
  }

  @Test func whatGrowsOutOfNothingDoesNotTurn() {
    let whole = TransformComponents(
      rotation: 0.8, shear: 0.3, scale: Vector(dx: 2, dy: 3))
    var nothing = whole.transform
    (nothing.a, nothing.b, nothing.c, nothing.d) = (0, 0, 0, 0)
    let half = TransformComponents(
      rotation: 0.8, shear: 0.3, scale: Vector(dx: 1, dy: 1.5)
    ).transform
    #expect(distance(nothing.interpolated(to: whole.transform, progress: 0.5), half) < 1e-15)
    #expect(distance(whole.transform.interpolated(to: nothing, progress: 0.5), half) < 1e-15)
  }
}

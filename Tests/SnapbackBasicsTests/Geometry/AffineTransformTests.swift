import SnapbackBasics
import SnapbackTestSupport
import Testing

@Suite struct AffineTransformTests {
  private func near(_ a: Point, _ b: Point, _ tolerance: Double = 1e-12) -> Bool {
    a.distance(to: b) <= tolerance
  }

  @Test func aQuarterTurnIsClockwiseOnTheScreen() {
    let turned = AffineTransform.rotation(.pi / 2)(Point(x: 1, y: 0))
    #expect(near(turned, Point(x: 0, y: 1)))
  }

  @Test func productsApplyRightToLeft() {
    let move = AffineTransform.translation(Vector(dx: 10, dy: 0))
    let turn = AffineTransform.rotation(.pi / 2)
    #expect(near((move * turn)(Point(x: 1, y: 0)), Point(x: 10, y: 1)))
    #expect(near((turn * move)(Point(x: 1, y: 0)), Point(x: 0, y: 11)))
  }

  @Test func theInverseUndoesAndFlatMapsHaveNone() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let transform = AffineTransform(
        a: .random(in: -3...3, using: &generator), b: .random(in: -3...3, using: &generator),
        c: .random(in: -3...3, using: &generator), d: .random(in: -3...3, using: &generator),
        tx: .random(in: -500...500, using: &generator),
        ty: .random(in: -500...500, using: &generator))
      guard transform.determinant.magnitude > 0.05 else { continue }
      let point = Point(x: 12, y: -7)
      let inverse = try #require(transform.inverse)
      let back = inverse(transform(point))
      #expect(near(back, point, 1e-9))
    }
    #expect(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
    #expect(AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
  }

  @Test func componentsComposeBackToTheMap() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let components = TransformComponents(
        translation: Vector(
          dx: .random(in: -500...500, using: &generator),
          dy: .random(in: -500...500, using: &generator)),
        rotation: .random(in: -3.1...3.1, using: &generator),
        shear: .random(in: -2...2, using: &generator),
        scale: Vector(
          dx: .random(in: 0.1...4, using: &generator),
          dy: (Bool.random(using: &generator) ? 1 : -1) * .random(in: 0.1...4, using: &generator)))
      let again = try #require(TransformComponents(components.transform))
      #expect(abs(again.rotation - components.rotation) < 1e-12)
      #expect(abs(again.shear - components.shear) < 1e-11)
      #expect(abs(again.scale.dx - components.scale.dx) < 1e-12)
      #expect(abs(again.scale.dy - components.scale.dy) < 1e-11)
      #expect(again.translation == components.translation)
    }
  }

  @Test func theLinearPartIsRotationTimesShearTimesScale() {
    let components = TransformComponents(
      rotation: 0.3, shear: 0.4, scale: Vector(dx: 2, dy: 3))
    let shear = AffineTransform(a: 1, b: 0, c: 0.4, d: 1, tx: 0, ty: 0)
    let scale = AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 0, ty: 0)
    let product = AffineTransform.rotation(0.3) * shear * scale
    for point in [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -3, y: 8)] {
      #expect(near(components.transform(point), product(point)))
    }
  }

  @Test func theAnchorStaysWhereItIsUnderATurn() {
    let anchor = Point(x: 195, y: 422)
    let map = TransformComponents(rotation: 0.7).transform(about: anchor)
    #expect(near(map(anchor), anchor))
    #expect(TransformComponents.identity.transform(about: anchor) == .identity)
  }

  @Test func flatMapsHaveNoComponents() {
    #expect(TransformComponents(AffineTransform(a: 0, b: 0, c: 0, d: 1, tx: 0, ty: 0)) == nil)
    #expect(TransformComponents(AffineTransform(a: 1, b: 0, c: 1, d: 0, tx: 0, ty: 0)) == nil)
  }

  @Test func rectanglesHoldTheirLeftAndTopEdgesOnly() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(rect.contains(Point(x: 10, y: 20)))
    #expect(!rect.contains(Point(x: 40, y: 30)))
    #expect(!rect.contains(Point(x: 20, y: 60)))
    #expect(rect.center == Point(x: 25, y: 40))
    #expect(Rect(left: 5, top: 0, right: 3, bottom: 9).size == Size(width: 0, height: 9))
  }
}

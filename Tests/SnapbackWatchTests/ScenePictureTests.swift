import Glibc
import SnapbackBasics
import SnapbackProtocol
import SnapbackWatch
import Testing

@Suite struct ScenePictureTests {
  private static let back = Color(red: 10, green: 20, blue: 30)
  private static let fill = Color(red: 200, green: 100, blue: 0)

  private func screen(_ width: Double, _ height: Double) -> ScreenDescription {
    ScreenDescription(size: Size(width: width, height: height), background: Self.back)
  }

  private func root(_ width: Double, _ height: Double) -> SceneMirror.View {
    view("screen", nil, Size(width: width, height: height), .identity, color: nil)
  }

  private func view(
    _ name: String, _ parent: Int?, _ size: Size, _ matrix: AffineTransform,
    color: Color? = fill, alpha: Double = 1, clips: Bool = false, radius: Double = 0
  ) -> SceneMirror.View {
    SceneMirror.View(
      ViewAppearance(name: name, parent: parent, cornerRadius: radius, clips: clips),
      ViewState(
        frame: Rect(x: 0, y: 0, width: size.width, height: size.height), alpha: alpha,
        color: color, toScreen: matrix))
  }

  /// A brute-force picture: tests the center of every pixel against the corners of the view, by the
  /// signs of cross products and without an inverse.
  @Test func aTurnedViewCoversThePixelsWhoseCentersLieBetweenItsEdges() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      let matrix =
        AffineTransform.translation(
          Vector(
            dx: Double.random(in: -20...120, using: &random),
            dy: Double.random(in: -20...220, using: &random)))
        * .rotation(Double.random(in: -4...4, using: &random))
      let size = Size(
        width: Double.random(in: 5...80, using: &random),
        height: Double.random(in: 5...80, using: &random))
      let picture = ScenePicture(
        screen: screen(100, 200), views: [root(100, 200), view("a", 0, size, matrix)],
        columns: 40, rows: 60)
      let corners = [
        (0, 0), (size.width, 0), (size.width, size.height), (0, size.height),
      ].map { matrix(Point(x: $0.0, y: $0.1)) }
      for row in 0..<60 {
        for column in 0..<40 {
          let point = Point(
            x: (Double(column) + 0.5) * 100 / 40, y: (Double(row) + 0.5) * 200 / 60)
          let sides = corners.indices.map { index in
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
          }
          // On an edge both results are right.
          guard sides.allSatisfy({ $0.magnitude > 1e-6 }) else { continue }
          let isInside = sides.allSatisfy { $0 > 0 }
          #expect(picture[column, row] == (isInside ? Self.fill : Self.back))
        }
      }
    }
  }

  @Test func whatClipsCutsOffAndAlphaMultiplies() {
    let holder = view(
      "holder", 0, Size(width: 10, height: 10), .identity, color: nil, alpha: 0.5, clips: true)
    let inner = view("inner", 1, Size(width: 40, height: 5), .identity, alpha: 0.5)
    let picture = ScenePicture(
      screen: screen(20, 20), views: [root(20, 20), holder, inner], columns: 20, rows: 20)
    // A quarter of (190, 80, −30) above the background: 57.5, 40 and 22.5, rounded away from zero.
    let mixed = Color(red: 58, green: 40, blue: 23)
    for row in 0..<20 {
      for column in 0..<20 {
        #expect(picture[column, row] == (column < 10 && row < 5 ? mixed : Self.back))
      }
    }
  }

  @Test func laterViewsLieAboveAndCornersAreRound() {
    let below = view("below", 0, Size(width: 20, height: 20), .identity)
    let white = Color(red: 255, green: 255, blue: 255)
    let disc = view(
      "disc", 0, Size(width: 20, height: 20), .identity, color: white, radius: 10)
    let picture = ScenePicture(
      screen: screen(20, 20), views: [root(20, 20), below, disc], columns: 20, rows: 20)
    for row in 0..<20 {
      for column in 0..<20 {
        let (x, y) = (Double(column) - 9.5, Double(row) - 9.5)
        #expect(picture[column, row] == (x * x + y * y <= 100 ? white : Self.fill))
      }
    }
  }

  /// The border is inside the view, and over its child.
  @Test func aBorderLiesAboveChildrenAndAFillMayBeTranslucent() {
    let white = Color(red: 255, green: 255, blue: 255)
    var card = view("card", 0, Size(width: 20, height: 20), .identity)
    var look = ViewLook(view: 1)
    look.moving = MovingLook(borderColor: Paint(white), fillAlpha: 0.5, borderWidth: 4)
    card.look = look
    let child = view(
      "child", 1, Size(width: 20, height: 10), .identity, color: Color(red: 0, green: 0, blue: 9))
    let picture = ScenePicture(
      screen: screen(24, 24), views: [root(24, 24), card, child], columns: 24, rows: 24)
    // Half of (190, 80, −30) above the background.
    let mixed = Color(red: 105, green: 60, blue: 15)
    for row in 0..<24 {
      for column in 0..<24 {
        let isInside = (4..<16).contains(row) && (4..<16).contains(column)
        let expected =
          row >= 20 || column >= 20
          ? Self.back : !isInside ? white : row < 10 ? Color(red: 0, green: 0, blue: 9) : mixed
        #expect(picture[column, row] == expected, "\(column), \(row)")
      }
    }
  }

  /// Against the sum of a Gaussian over many small squares of the moved shape.
  @Test func aShadowIsTheBlurredShapeOutsideOfTheView() {
    let (width, height, radius, deviation) = (16.0, 12.0, 4.0, 3.0)
    var card = view(
      "card", 0, Size(width: width, height: height), .translation(Vector(dx: 12, dy: 14)),
      radius: radius)
    var look = ViewLook(view: 1)
    look.moving = MovingLook(
      shadowOpacity: 0.8, shadowRadius: 2 * deviation, shadowOffset: Vector(dx: 3, dy: 5))
    look.shadowColor = Paint(Color(red: 250, green: 0, blue: 250))
    card.look = look
    let picture = ScenePicture(
      screen: screen(40, 40), views: [root(40, 40), card], columns: 40, rows: 40)
    let step = 0.25
    func isInShape(_ x: Double, _ y: Double) -> Bool {
      let beyond = max((x - width / 2).magnitude - width / 2 + radius, 0)
      let above = max((y - height / 2).magnitude - height / 2 + radius, 0)
      return beyond * beyond + above * above <= radius * radius
    }
    var squares: [(x: Double, y: Double)] = []
    for row in 0..<Int(height / step) {
      for column in 0..<Int(width / step) {
        let (x, y) = ((Double(column) + 0.5) * step, (Double(row) + 0.5) * step)
        if isInShape(x, y) { squares.append((x + 3, y + 5)) }
      }
    }
    for row in stride(from: 1, to: 40, by: 3) {
      for column in stride(from: 0, to: 40, by: 3) {
        let (x, y) = (Double(column) + 0.5 - 12, Double(row) + 0.5 - 14)
        guard !isInShape(x, y) else {
          #expect(picture[column, row] == Self.fill)
          continue
        }
        let density = squares.reduce(0) { sum, square in
          let (dx, dy) = (square.x - x, square.y - y)
          return sum + exp(-(dx * dx + dy * dy) / (2 * deviation * deviation))
        }
        let share = 0.8 * density * step * step / (2 * .pi * deviation * deviation)
        let expected = Self.back.mixed(with: look.shadowColor.color, share: share)
        let seen = picture[column, row]
        for (one, other) in [
          (seen.red, expected.red), (seen.green, expected.green), (seen.blue, expected.blue),
        ] {
          // Two levels for the rows of the corners, and for what is beyond three deviations.
          #expect((Int(one) - Int(other)).magnitude <= 2, "\(column), \(row)")
        }
      }
    }
  }

  @Test func whatIsNoNumberIsNotDrawnAndNothingTraps() {
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, .leastNonzeroMagnitude]
    for a in odd {
      for b in odd {
        let matrix = AffineTransform(a: a, b: b, c: b, d: a, tx: b, ty: a)
        let views = [root(20, 20), view("a", 0, Size(width: a, height: b), matrix, alpha: b)]
        _ = ScenePicture(screen: screen(a, b), views: views, columns: 4, rows: 4, samples: 2)
        _ = ScenePicture(screen: screen(20, 20), views: views, columns: 4, rows: 4)
      }
    }
    let loop = view("a", 1, Size(width: 5, height: 5), .identity)
    let picture = ScenePicture(
      screen: screen(20, 20), views: [root(20, 20), loop], columns: -5, rows: 1 << 40)
    #expect(picture.columns == 1)
    #expect(picture.rows == ScenePicture.sideLimit)
  }

  @Test func aRowOfCellsIsTwoRowsOfPixels() {
    let top = view("top", 0, Size(width: 2, height: 1), .identity)
    let picture = ScenePicture(
      screen: screen(2, 2), views: [root(2, 2), top], columns: 2, rows: 2)
    #expect(
      picture.halfBlocks == "\u{1B}[38;2;200;100;0;48;2;10;20;30m▀▀\u{1B}[0m\n")
  }
}

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

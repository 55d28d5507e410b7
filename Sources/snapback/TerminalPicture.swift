import SnapbackClient
import SnapbackFrames
import SnapbackGeometry
import SnapbackMessages
import SnapbackTiming

/// A scene as coloured cells: every cell shows two pixels, one above the other.
enum TerminalPicture {
  /// Samples along each side of a pixel; their mean smooths the edges.
  private static let samples = 2

  /// The picture in `columns` × `rows` cells, the screen centred and undistorted.
  static func text(_ mirror: SceneMirror, columns: Int, rows: Int) -> String {
    let size = mirror.screen.size
    guard size.width > 0, size.height > 0 else { return "" }
    // A cell is about twice as high as it is wide, so its two pixels are square.
    let scale = min(Double(columns) / size.width, Double(rows * 2) / size.height)
    let offset = Vector(
      dx: (Double(columns) - size.width * scale) / 2,
      dy: (Double(rows * 2) - size.height * scale) / 2)
    let shapes = mirror.views.compactMap { Shape($0, in: mirror.views) }
    func pixel(_ column: Int, _ row: Int) -> Color {
      var sum = (0, 0, 0)
      for step in 0..<(samples * samples) {
        let x = Double(column) + (Double(step % samples) + 0.5) / Double(samples)
        let y = Double(row) + (Double(step / samples) + 0.5) / Double(samples)
        let point = Point(x: (x - offset.dx) / scale, y: (y - offset.dy) / scale)
        let color = color(at: point, mirror, shapes)
        sum = (sum.0 + Int(color.red), sum.1 + Int(color.green), sum.2 + Int(color.blue))
      }
      let count = samples * samples
      return Color(
        red: UInt8(clamping: sum.0 / count), green: UInt8(clamping: sum.1 / count),
        blue: UInt8(clamping: sum.2 / count))
    }
    var text = ""
    for row in 0..<rows {
      if row > 0 { text += "\u{1B}[0m\r\n" }
      var last: (Color, Color)?
      for column in 0..<columns {
        let cell = (pixel(column, row * 2), pixel(column, row * 2 + 1))
        if last?.0 != cell.0 || last?.1 != cell.1 {
          text += "\u{1B}[38;2;\(code(cell.0));48;2;\(code(cell.1))m"
          last = cell
        }
        text += "▀"
      }
    }
    return text
  }

  private static func code(_ color: Color) -> String {
    "\(color.red);\(color.green);\(color.blue)"
  }

  /// A rectangle with round corners, as something that a point is in or not.
  private struct Outline {
    let size: Size
    private let radius: Double
    private let fromScreen: AffineTransform

    init?(_ view: SceneMirror.View) {
      guard let inverse = view.state.toScreen.inverse else { return nil }
      size = view.state.frame.size
      radius = min(view.cornerRadius, size.width / 2, size.height / 2)
      fromScreen = inverse
    }

    func contains(_ point: Point) -> Bool {
      let local = fromScreen(point)
      guard local.x >= 0, local.y >= 0, local.x < size.width, local.y < size.height else {
        return false
      }
      // How far the point is into a corner's square, and whether outside its circle.
      let x = max(radius - local.x, local.x - (size.width - radius), 0)
      let y = max(radius - local.y, local.y - (size.height - radius), 0)
      return x * x + y * y <= radius * radius
    }
  }

  /// What is drawn of a view: its outline, as far as no ancestor cuts it off.
  private struct Shape {
    let color: Color
    let alpha: Double
    private var outlines: [Outline]

    init?(_ view: SceneMirror.View, in views: [SceneMirror.View]) {
      guard let color = view.state.color, let outline = Outline(view) else { return nil }
      self.color = color
      outlines = [outline]
      // A view is as faint as it and all its ancestors are.
      var alpha = view.state.alpha
      var parent = view.parent
      while let index = parent {
        alpha *= views[index].state.alpha
        if views[index].clips {
          guard let outline = Outline(views[index]) else { return nil }
          outlines.append(outline)
        }
        parent = views[index].parent
      }
      self.alpha = alpha
    }

    func contains(_ point: Point) -> Bool { outlines.allSatisfy { $0.contains(point) } }
  }

  private static func color(
    at point: Point, _ mirror: SceneMirror, _ shapes: [Shape]
  ) -> Color {
    var result = Color(red: 0, green: 0, blue: 0)
    let size = mirror.screen.size
    guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height else {
      return result
    }
    result = mirror.screen.background
    for shape in shapes where shape.contains(point) {
      func mix(_ below: UInt8, _ above: UInt8) -> UInt8 {
        UInt8(
          saturating: Double(below) + (Double(above) - Double(below)) * shape.alpha)
      }
      result = Color(
        red: mix(result.red, shape.color.red), green: mix(result.green, shape.color.green),
        blue: mix(result.blue, shape.color.blue))
    }
    return result
  }
}

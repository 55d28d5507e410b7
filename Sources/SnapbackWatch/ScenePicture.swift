import SnapbackBasics
public import SnapbackProtocol

/// A scene as pixels, drawn by the rules in `docs/protocol.md`, with matrices, clipping and
/// opacity, and with the looks of views, except for their texts and images.
public struct ScenePicture: Sendable {
  /// The maximum number of pixels per side.
  public static let sideLimit = 2000

  /// The number of pixels per row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  private var pixels: [Color]

  /// Draws the whole screen on `columns` × `rows` pixels. Both numbers are clamped to
  /// 1…``sideLimit``.
  ///
  /// A pixel has the color of the point at its center. With more than one sample, the color is the
  /// mean of `samples` × `samples` points, which smooths edges. `samples` is clamped to 1…4.
  /// O(views × covered pixels × samples²); views with a shadow cost more.
  public init(
    screen: ScreenDescription, views: [SceneMirror.View], columns: Int, rows: Int,
    samples: Int = 1
  ) {
    self.columns = min(max(columns, 1), Self.sideLimit)
    self.rows = min(max(rows, 1), Self.sideLimit)
    let samples = min(max(samples, 1), 4)
    var canvas = Canvas(
      screen: screen, columns: self.columns * samples, rows: self.rows * samples)
    for (index, view) in views.enumerated() {
      canvas.draw(view, in: views)
      // A border is over the children of its view, so it is drawn after the last of them.
      let next = index + 1 < views.count ? views[index + 1].parent : nil
      var finished: Int? = index
      // The limit ends the loop if the data contains a cycle.
      var limit = views.count
      while let place = finished, place != next, views.indices.contains(place), limit > 0 {
        limit -= 1
        canvas.drawBorder(of: views[place], in: views)
        finished = views[place].parent
      }
    }
    pixels =
      samples == 1
      ? canvas.pixels : canvas.reduced(by: samples, to: (self.columns, self.rows))
  }

  /// The color of a pixel; black outside the picture.
  public subscript(column: Int, row: Int) -> Color {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else {
      return Color(red: 0, green: 0, blue: 0)
    }
    return pixels[row * columns + column]
  }

  /// The picture as text. Each row of cells shows two rows of pixels: the upper pixel is the 24-bit
  /// foreground of `▀`, the lower pixel the background. Each line begins and ends with default
  /// colors.
  public var halfBlocks: String {
    var text = ""
    for row in 0..<(rows / 2) {
      var last: (Color, Color)?
      for column in 0..<columns {
        let cell = (self[column, row * 2], self[column, row * 2 + 1])
        if last?.0 != cell.0 || last?.1 != cell.1 {
          text += "\u{1B}[38;2;\(Self.code(cell.0));48;2;\(Self.code(cell.1))m"
          last = cell
        }
        text += "▀"
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  private static func code(_ color: Color) -> String {
    "\(color.red);\(color.green);\(color.blue)"
  }
}

/// Pixels on which shapes are drawn in order.
private struct Canvas {
  private let columns: Int
  private let rows: Int
  /// The width of a pixel, in points. `height` is its height.
  private let width: Double
  private let height: Double
  private(set) var pixels: [Color]

  init(screen: ScreenDescription, columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    width = screen.size.width / Double(columns)
    height = screen.size.height / Double(rows)
    pixels = Array(repeating: screen.background, count: columns * rows)
  }

  /// Draws the shadow and the fill of a view.
  mutating func draw(_ view: SceneMirror.View, in views: [SceneMirror.View]) {
    guard let color = view.state.color, let shape = ViewShape(view, in: views) else { return }
    let look = view.look?.moving ?? MovingLook()
    let alpha = shape.alpha * look.fillAlpha
    if look.shadowOpacity > 0, let shade = view.look?.shadowColor.color {
      let shadow = ViewShadow(look, of: shape)
      paint(shade, in: shadow.box(view.state.toScreen)) { point in
        guard shape.isInSight(point), !shape.outline.contains(point) else { return 0 }
        return alpha * shadow.opacity(at: shape.outline.local(point))
      }
    }
    paint(color, in: view.state.boundingBox) { shape.contains($0) ? alpha : 0 }
  }

  /// Draws the border of a view, which is inside its outline.
  mutating func drawBorder(of view: SceneMirror.View, in views: [SceneMirror.View]) {
    guard let look = view.look?.moving, look.borderWidth > 0, look.borderColor.alpha > 0,
      let shape = ViewShape(view, in: views)
    else { return }
    let inside = shape.outline.inset(by: look.borderWidth)
    let alpha = shape.alpha * Double(look.borderColor.alpha) / 255
    paint(look.borderColor.color, in: view.state.boundingBox) { point in
      shape.contains(point) && !inside.contains(point) ? alpha : 0
    }
  }

  /// Blends a color over the pixels of a box on the screen, with an opacity for each point.
  private mutating func paint(_ color: Color, in box: Rect, opacity: (Point) -> Double) {
    let across = Self.range(box.left, box.right, of: columns, step: width)
    for row in Self.range(box.top, box.bottom, of: rows, step: height) {
      for column in across {
        let point = Point(x: (Double(column) + 0.5) * width, y: (Double(row) + 0.5) * height)
        let share = opacity(point)
        guard share > 0 else { continue }
        let place = row * columns + column
        pixels[place] = pixels[place].mixed(with: color, share: min(share, 1))
      }
    }
  }

  /// The range of pixels whose centers may lie between two edges.
  private static func range(
    _ low: Double, _ high: Double, of count: Int, step: Double
  ) -> Range<Int> {
    guard step > 0 else { return 0..<0 }
    let start = min(max(Int(saturating: (low / step - 1).rounded(.down)), 0), count)
    let end = min(max(Int(saturating: min((high / step + 1).rounded(.up), 1e9)), start), count)
    return start..<end
  }

  /// Reduces the picture. Each pixel of the result is the mean of a square of pixels.
  func reduced(by samples: Int, to size: (columns: Int, rows: Int)) -> [Color] {
    var result: [Color] = []
    result.reserveCapacity(size.columns * size.rows)
    let count = samples * samples
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        var (red, green, blue) = (count / 2, count / 2, count / 2)
        for step in 0..<count {
          let place = (row * samples + step / samples) * columns + column * samples
          let pixel = pixels[place + step % samples]
          red += Int(clamping: pixel.red)
          green += Int(clamping: pixel.green)
          blue += Int(clamping: pixel.blue)
        }
        result.append(
          Color(
            red: UInt8(clamping: red / count), green: UInt8(clamping: green / count),
            blue: UInt8(clamping: blue / count)))
      }
    }
    return result
  }
}

extension Color {
  /// Returns this color with `other` blended over it at the opacity `share`, 0…1. Components are
  /// rounded to nearest.
  public func mixed(with other: Color, share: Double) -> Color {
    func mix(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8(saturating: (Double(below) + (Double(above) - Double(below)) * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

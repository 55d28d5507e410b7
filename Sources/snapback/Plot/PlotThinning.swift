import SnapbackBasics

/// Removes points that a picture of limited resolution cannot show.
enum PlotThinning {
  /// Returns a line over time with at most four points per pixel column: the first, lowest, highest
  /// and last. Every peak is preserved.
  static func line(
    _ points: [(time: Double, value: Double)], in panel: ChartPanel
  ) -> [(time: Double, value: Double)] {
    guard points.count > 4 else { return points }
    var result: [(time: Double, value: Double)] = []
    var start = 0
    while start < points.count {
      let column = panel.x(points[start].time).rounded(.down)
      var end = start + 1
      while end < points.count, panel.x(points[end].time).rounded(.down) == column { end += 1 }
      let cell = start..<end
      if cell.count <= 4 {
        result += points[cell]
      } else {
        let least = cell.min { points[$0].value < points[$1].value } ?? start
        let greatest = cell.max { points[$0].value < points[$1].value } ?? start
        for index in Set([start, least, greatest, end - 1]).sorted() {
          result.append(points[index])
        }
      }
      start = end
    }
    return result
  }

  /// Returns a path without the points that are closer than `distance` to the previous point. The
  /// last point is preserved.
  static func way(
    _ places: [(x: Double, y: Double)], nearer distance: Double
  ) -> [(x: Double, y: Double)] {
    guard let last = places.last, places.count > 2 else { return places }
    var result: [(x: Double, y: Double)] = []
    for place in places {
      if let before = result.last {
        let way = Vector(dx: place.x - before.x, dy: place.y - before.y)
        guard way.length >= distance else { continue }
      }
      result.append(place)
    }
    if let shown = result.last, shown != last { result.append(last) }
    return result
  }

  /// Returns the stride that selects at most `limit` of `count` items.
  static func stride(of count: Int, limit: Int) -> Int {
    max(1, (count + limit - 1) / max(1, limit))
  }
}

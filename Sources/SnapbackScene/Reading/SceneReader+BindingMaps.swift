import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads the maps of bindings.
extension SceneReader {
  /// The largest magnitude of the target of a map. The lines of a map that extends end there. A
  /// number of a ``SceneChange`` has the same limit.
  private static let largestResult = 1e6

  /// The maps of a binding.
  struct BindingMaps {
    /// One map for all channels that the binding sets or, for a color, one for each component.
    var maps: [PiecewiseMap] = [.identity]
    /// For each of the maps, its points if some of them depend on the layout; otherwise nil.
    var layoutMaps: [LayoutMap?] = [nil]
    /// The color of the first point; nil if the binding sets no color.
    var firstColor: Color?
  }

  /// A point of a map, in the units of channels. `values` are the numbers of the target, and
  /// `curve` is that of the piece that ends at the point; nil for a line.
  private typealias MapPoint = (x: LayoutNumber, values: [LayoutNumber], curve: CubicBezier?)

  /// Reads `map` and `extend` of a binding. `target` is the name of the number that it sets,
  /// without its owner. A factor of a product needs a map whose values have a bound.
  func readMaps(
    _ reader: inout ObjectReader, from source: NamedSource, to target: String,
    in unit: BindingProperty.Unit, isFactor: Bool
  ) throws(DocumentError) -> BindingMaps {
    let extends = try BindingKeys.extend(&reader)
    if let node = BindingKeys.map(&reader) {
      guard !isFactor || !extends else {
        throw reader.error(
          "a binding with \"combine\": \"multiply\" needs a \"map\" without \"extend\", so that "
            + "its values have a bound", atKey: "extend")
      }
      return try readMap(node, from: source.unit, to: unit, extends: extends)
    }
    guard source.unit == unit else {
      throw reader.error(
        "\"\(source.name)\" is \(source.unit.rawValue), and "
          + "\"\(target)\" is \(unit.rawValue); give a \"map\"", at: reader.node)
    }
    guard !extends else { throw reader.error("\"extend\" needs a \"map\"", atKey: "extend") }
    guard !isFactor else {
      throw reader.error(
        "a binding with \"combine\": \"multiply\" needs a \"map\", so that its values have a bound",
        atKey: "combine")
    }
    return BindingMaps()
  }

  func readMap(
    _ node: DocumentNode, from source: BindingProperty.Unit, to target: BindingProperty.Unit,
    extends: Bool
  ) throws(DocumentError) -> BindingMaps {
    let items = try node.array(count: SceneRanges.numberMap, file: file)
    var points: [MapPoint] = []
    for (index, item) in items.enumerated() {
      let parts = try item.array(count: SceneRanges.mapPoint, file: file)
      let x = try readSourceValue(parts[0], in: source, fixed: target == .fraction)
      let values = try readValues(parts[1], target)
      if let last = points.last?.x { try checkRise(from: last, to: x, in: source, at: parts[0]) }
      var curve: CubicBezier?
      if parts.count > 2 {
        let continues = extends && (index == 1 || index == items.count - 1)
        curve = try readPieceCurve(parts[2], isFirst: index == 0, continues: continues)
      }
      points.append((x, values, curve))
    }
    var result = BindingMaps(maps: [], layoutMaps: [])
    for component in points[0].values.indices {
      let map = LayoutMap(
        points.map { LayoutMap.Point(x: $0.x, y: $0.values[component], curve: $0.curve) },
        extends: extends, limit: Self.largestResult)
      guard let present = map.followsLayout ? map.outline : map.fixed else {
        throw node.error(
          "expected points whose first numbers rise, and curves that keep the target within "
            + "\(Self.largestResult)", file: file)
      }
      result.maps.append(present)
      result.layoutMaps.append(map.followsLayout ? map : nil)
    }
    if target == .color {
      result.firstColor = Color(components: points[0].values.map(\.constant))
    }
    return result
  }

  /// Rejects two neighboring values of the source that do not depend on the layout and do not rise.
  private func checkRise(
    from last: LayoutNumber, to next: LayoutNumber, in unit: BindingProperty.Unit,
    at node: DocumentNode
  ) throws(DocumentError) {
    let rise = (next.constant - last.constant) / unit.factor
    guard last.isConstant, next.isConstant, rise < LayoutMap.leastStep else { return }
    throw node.error(
      rise > 0
        ? "two values of the source have to be at least \(LayoutMap.leastStep) apart"
        : "the values of the source have to rise from point to point", file: file)
  }

  /// Reads the source of a point: a number or a sum. If `fixed` is true, as for the progress of an
  /// action, only a number is allowed.
  private func readSourceValue(
    _ node: DocumentNode, in unit: BindingProperty.Unit, fixed: Bool
  ) throws(DocumentError) -> LayoutNumber {
    guard fixed else { return try readAmount(node, in: unit) }
    return LayoutNumber(try node.number(in: SceneRanges.mapNumber, file: file) * unit.factor)
  }

  /// Reads the target of a point: a number or, as its red, green and blue components, a color.
  private func readValues(
    _ node: DocumentNode, _ unit: BindingProperty.Unit
  ) throws(DocumentError) -> [LayoutNumber] {
    if unit == .color {
      return try node.color(file: file).components.map { LayoutNumber($0) }
    }
    if unit == .fraction {
      return [LayoutNumber(try node.number(in: SceneRanges.fraction, file: file))]
    }
    return [try readAmount(node, in: unit)]
  }

  /// Reads the curve of a piece of a map. `isFirst` states whether it is given at the first point,
  /// at which no piece ends, and `continues` whether the piece continues outside the points.
  private func readPieceCurve(
    _ node: DocumentNode, isFirst: Bool, continues: Bool
  ) throws(DocumentError) -> CubicBezier? {
    guard !isFirst else {
      throw node.error(
        "the first point of a map has no curve, because no piece ends there; give the curve to "
          + "the second point", file: file)
    }
    guard !continues else {
      throw node.error(
        "a piece that \"extend\" continues is a line; remove this curve or \"extend\"", file: file)
    }
    let curve = try readCurve(node)
    return curve == .linear ? nil : curve
  }
}

extension Color {
  /// The red, green and blue components, 0…255.
  fileprivate var components: [Double] { [Double(red), Double(green), Double(blue)] }

  /// The color of three whole components, 0…255.
  fileprivate init(components: [Double]) {
    self.init(
      red: UInt8(components[0]), green: UInt8(components[1]), blue: UInt8(components[2]))
  }
}

import SnapbackMotion

/// The names of places that have a name in every scene: the frame of a view, its limits, its pages,
/// and the place of a dismissed sheet.
///
/// If a scene gives one of these names to another place, the name stands only for that place.
public enum PlaceName {
  /// The frame of the view.
  public static let home = "home"
  /// The place of a sheet that is dismissed.
  public static let dismissed = "dismissed"
  /// The limits of a translation or of a scroll offset: the lower and the upper one along x, and
  /// those along y.
  public static let edges = ["left", "right", "top", "bottom"]
  /// The lower and the upper limit of a constant.
  public static let limits = ["least", "greatest"]

  /// The name of a page; the first one has the index 0 and the name `page1`.
  public static func page(_ index: Int) -> String { "page\(index + 1)" }

  /// Whether a name is that of a page.
  static func isPage(_ name: String) -> Bool {
    guard name.hasPrefix("page"), let number = Int(name.dropFirst(4)), number > 0 else {
      return false
    }
    return name == page(number - 1)
  }
}

extension GestureBinding {
  /// The names of the places at which a release can bring something to rest, without the pages. Nil
  /// if a release of the gesture chooses no place.
  public var placeNames: [String]? {
    switch self {
    case .none, .scale, .rotation: nil
    case .translation(let behavior): behavior.givenNames + behavior.usualNames
    case .scrollOffset(let behavior): behavior.givenNames + PlaceName.edges
    case .constant(let behavior):
      (behavior.snap?.named ?? []).map(\.name)
        + (behavior.limits == nil ? [] : PlaceName.limits)
    }
  }

  /// Whether a release can bring something to rest at a place with a name.
  public func canLand(at name: String) -> Bool {
    if placeNames?.contains(name) == true { return true }
    guard case .scrollOffset(let behavior) = self, behavior.scroll.isPaging else { return false }
    return PlaceName.isPage(name)
  }
}

extension PanBehavior {
  /// The names that the scene gives to snap positions and detents.
  var givenNames: [String] {
    guard let detents else {
      return ((snapX?.named ?? []) + (snapY?.named ?? [])).map(\.name)
    }
    return detents.detents.indices.compactMap(detents.name)
  }

  /// The other names that the places of a translation can have.
  fileprivate var usualNames: [String] {
    if let detents { return detents.isDismissible ? [PlaceName.dismissed] : [] }
    var names = [PlaceName.home]
    if limits.x != nil { names += PlaceName.edges.prefix(2) }
    if limits.y != nil { names += PlaceName.edges.suffix(2) }
    return names
  }
}

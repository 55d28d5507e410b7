import SnapbackProtocol

/// The features to which a client subscribed in its hello, and the views for which it receives
/// them.
struct Subscription {
  let hello: HelloRequest
  /// The features granted to the client.
  let features: Feature
  /// Whether the client receives segments, including segments ahead of their time.
  let hasSchedule: Bool
  /// For each view, whether the client subscribed to it; nil for all views.
  private var wantedViews: [Bool]?
  /// For each view, whether the client needs its motions: it subscribed to the view, or to a view
  /// inside it, whose position depends on these motions. Nil for all views.
  private var neededViews: [Bool]?

  /// Creates the subscription of a client with `roles`. Without roles, the client has no features.
  init(_ hello: HelloRequest = HelloRequest(), roles: Role = []) {
    self.hello = hello
    features = roles.isEmpty ? [] : hello.features(for: roles)
    hasSchedule = features.isSuperset(of: [.segments, .schedule])
  }

  /// Determines the views of a scene to which the client subscribed.
  mutating func choose(among appearances: [ViewAppearance]) {
    wantedViews = nil
    neededViews = nil
    guard !hello.views.isAll else { return }
    let wanted = appearances.map { hello.views.matches($0.name) }
    var needed = wanted
    // Parents precede their children.
    for view in appearances.indices.reversed() where needed[view] {
      if let parent = appearances[view].parent { needed[parent] = true }
    }
    wantedViews = wanted
    neededViews = needed
  }

  /// Whether the client subscribed only to some views.
  var isPartial: Bool { wantedViews != nil }

  /// Whether the client subscribed to a view.
  func wants(view: Int) -> Bool {
    guard let wantedViews else { return true }
    return wantedViews.indices.contains(view) && wantedViews[view]
  }

  /// Whether the client subscribed to the view with a name.
  func wants(viewNamed name: String) -> Bool {
    hello.views.isAll || hello.views.matches(name)
  }

  /// Whether the client needs the motion of a view, for the view itself or for a descendant.
  func needsMotion(ofView view: Int) -> Bool {
    guard let neededViews else { return true }
    return neededViews.indices.contains(view) && neededViews[view]
  }
}

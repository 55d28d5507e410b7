import SnapbackProtocol

/// The features that a client subscribed to in its hello, and the views that they cover.
struct Subscription {
  let hello: HelloRequest
  /// The features that the client requested and gets.
  let features: Feature
  /// Whether the client receives segments, and those ahead of their time too.
  let hasSchedule: Bool
  /// Whether the client subscribed to each view; nil for all views.
  private var wantedViews: [Bool]?
  /// The wanted views and all views that contain them, whose motions are needed to compute
  /// positions from segments; nil for all views.
  private var neededViews: [Bool]?

  /// Creates the subscription of a client with roles; without roles, it has no features.
  init(_ hello: HelloRequest = HelloRequest(), roles: Role = []) {
    self.hello = hello
    features = roles.isEmpty ? [] : hello.features(for: roles)
    hasSchedule = features.isSuperset(of: [.segments, .schedule])
  }

  /// Looks up the views of a scene that the client subscribed to.
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

  /// Removes views that the client did not subscribe to.
  func filter(_ views: inout [Int]) {
    guard wantedViews != nil else { return }
    views.removeAll { !wants(view: $0) }
  }

  /// Whether the client subscribed to a view.
  func wants(view: Int) -> Bool {
    guard let wantedViews else { return true }
    return wantedViews.indices.contains(view) && wantedViews[view]
  }

  /// Whether the client needs the motion of a view, for the view itself or for a descendant.
  func needsMotion(ofView view: Int) -> Bool {
    guard let neededViews else { return true }
    return neededViews.indices.contains(view) && neededViews[view]
  }
}

import SnapbackFrames
import SnapbackProtocol

/// The messages that a client has subscribed to by its hello, and the views that they are about.
struct Subscription {
  let hello: HelloRequest
  /// The requested features that the client gets.
  let features: Feature
  /// The views that the client subscribed to; nil for all.
  private var wantedViews: [Bool]?
  /// These views and the views that contain them, without which segments do not determine their
  /// positions; nil for all.
  private var neededViews: [Bool]?

  /// The subscription of a client with roles; without roles it has no features.
  init(_ hello: HelloRequest = HelloRequest(), roles: Role = []) {
    self.hello = hello
    features = roles.isEmpty ? [] : hello.features(for: roles)
  }

  /// Finds the views of a scene that the client subscribed to.
  mutating func choose(among appearances: [ViewAppearance]) {
    wantedViews = nil
    neededViews = nil
    guard !hello.views.isAll else { return }
    let wanted = appearances.map { hello.views.matches($0.name) }
    var needed = wanted
    // Parents come before the views in them.
    for view in appearances.indices.reversed() where needed[view] {
      if let parent = appearances[view].parent { needed[parent] = true }
    }
    wantedViews = wanted
    neededViews = needed
  }

  /// Removes the views that the client did not subscribe to from a list.
  func filter(_ views: inout [Int]) {
    guard wantedViews != nil else { return }
    views.removeAll { !wants(view: $0) }
  }

  /// Whether the client subscribed to a view.
  func wants(view: Int) -> Bool {
    guard let wantedViews else { return true }
    return wantedViews.indices.contains(view) && wantedViews[view]
  }

  /// Whether the client needs the motion of a view, for the view itself or for views in it.
  func needsMotion(ofView view: Int) -> Bool {
    guard let neededViews else { return true }
    return neededViews.indices.contains(view) && neededViews[view]
  }
}

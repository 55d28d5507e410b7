import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay

/// The result of playing a recording on a scene: gestures, layout passes, and the channels of
/// views.
struct PlotRun {
  /// A numeric property of a view over time, with a sample for each frame sent to clients in which
  /// the view changed.
  struct Channel {
    var name: String
    var samples: [(time: Double, value: Double)] = []

    /// The difference between the largest and the smallest value.
    var extent: Double {
      let values = samples.map(\.value)
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
  }

  /// The channels of a view that belong together, such as both coordinates of its translation.
  struct Group {
    var view: Int
    var name: String
    var unit: String
    var channels: [Channel]

    /// The group with the channels that are drawn: all channels if there are at most two, otherwise
    /// those that move, such as the moving edges of a layout frame. Nil if no channel changes
    /// visibly.
    var shown: Group? {
      let moving = channels.filter { $0.extent > Self.leastExtent }
      guard !moving.isEmpty else { return nil }
      var group = self
      // Draw both of two coordinates even if only one moves, because it is informative that the
      // other one does not.
      if channels.count > 2 { group.channels = moving }
      return group
    }

    /// The largest change that is attributed to rounding errors, in points, degrees or factors.
    private static let leastExtent = 1e-6
  }

  private(set) var states: PlotGestures
  private(set) var groups: [Group] = []
  private(set) var layouts: [Double] = []
  /// The ends of transactions. `isSettled` is true for the end at which the motion has stopped.
  private(set) var ends: [(time: Double, isSettled: Bool)] = []
  /// The last moment shown, in seconds.
  private(set) var end = 0.0
  /// Whether motions continue after `end`.
  private(set) var goesOn = false

  private let names: [String]
  private let step: Double
  private var previous: [ViewState] = []
  private var channels: [String: Group] = [:]
  private var lastMotion = 0.0

  /// The minimum time for which motions are shown after the last touch, in seconds.
  private static let tail = 2.0

  init(_ blueprint: SceneBlueprint, rate: Double) {
    names = blueprint.views.map(\.appearance.name)
    states = PlotGestures(blueprint.gestures, views: names)
    step = 1 / rate
  }

  mutating func add(_ moment: ReplayMoment) {
    switch moment {
    case .start(let frame, _): previous = frame.views
    case .decision(.step(let step)): states.add(step)
    case .decision(.hit), .gesture: break
    case .layout(_, let time): layouts.append(time.seconds(since: .zero))
    case .transaction(let event):
      ends.append((event.time.seconds(since: .zero), event.moment == .settled))
    case .frame(let shown): add(shown)
    case .looks, .touches, .note, .decision, .event, .idle: break
    }
  }

  /// Closes open spans, and determines the end of the picture.
  mutating func finish(touchEnd: Double) {
    let limit = touchEnd + max(Self.tail, touchEnd / 2)
    goesOn = lastMotion > limit
    end = min(lastMotion, limit)
    states.finish(at: end)
    groups = channels.values.compactMap(\.shown).sorted { order(of: $0) < order(of: $1) }
  }

  // MARK: Channels

  private mutating func add(_ shown: ReplayFrame) {
    let time = shown.frame.time.seconds(since: .zero)
    for (index, view) in shown.frame.views.enumerated()
    where shown.frame.revisions[index] > shown.since {
      guard previous.indices.contains(index) else { continue }
      compare(view, with: previous[index], of: index, at: time)
      previous[index] = view
    }
  }

  private mutating func compare(
    _ view: ViewState, with old: ViewState, of index: Int, at time: Double
  ) {
    func pair(_ from: Vector, _ to: Vector) -> [(String, Double, Double)] {
      [("x", from.dx, to.dx), ("y", from.dy, to.dy)]
    }
    let (shape, before) = (view.transform, old.transform)
    note("translation", "pt", pair(before.translation, shape.translation), index, time)
    let degrees = 180 / Double.pi
    note(
      "rotation", "°", [("", degrees * before.rotation, degrees * shape.rotation)], index, time)
    note("scale", "", pair(before.scale, shape.scale), index, time)
    let edges = [
      ("left", old.frame.left, view.frame.left), ("top", old.frame.top, view.frame.top),
      ("right", old.frame.right, view.frame.right),
      ("bottom", old.frame.bottom, view.frame.bottom),
    ]
    note("frame", "pt", edges, index, time)
    note("opacity", "", [("", old.alpha, view.alpha)], index, time)
    note("corner radius", "pt", [("", old.cornerRadius, view.cornerRadius)], index, time)
  }

  /// Adds the numbers of a group if any of these numbers changes now or has changed before.
  private mutating func note(
    _ name: String, _ unit: String, _ numbers: [(name: String, old: Double, new: Double)],
    _ view: Int, _ time: Double
  ) {
    let key = "\(view) \(name)"
    guard channels[key] != nil || numbers.contains(where: { $0.old != $0.new }) else { return }
    lastMotion = max(lastMotion, time)
    var group =
      channels[key]
      ?? Group(
        view: view, name: "\(names[view]) \(name)", unit: unit,
        channels: numbers.map { Channel(name: $0.name, samples: [(0, $0.old)]) })
    for (index, number) in numbers.enumerated() {
      // Add a sample at the previous frame, because the number was constant until then.
      if let last = group.channels[index].samples.last, time - last.time > 1.5 * step {
        group.channels[index].samples.append((time - step, last.value))
      }
      group.channels[index].samples.append((time, number.new))
    }
    channels[key] = group
  }

  /// Returns the sort key of a group: views with touched gestures are first; then the order is by
  /// index in the scene, then by kind of property.
  private func order(of group: Group) -> (Int, Int, Int) {
    let sorts = ["translation", "rotation", "scale", "frame", "opacity", "corner radius"]
    let sort = sorts.firstIndex { group.name.hasSuffix(" \($0)") } ?? sorts.count
    return (states.views.contains(group.view) ? 0 : 1, group.view, sort)
  }
}

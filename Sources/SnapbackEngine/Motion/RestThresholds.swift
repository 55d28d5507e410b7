import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The largest invisible change of each channel.
struct RestThresholds: Sendable {
  /// The size of a pixel in points, at most 1.
  let pixel: Double
  /// A quarter of a pixel.
  let length: RestThreshold
  /// The threshold of the progress of an action. If the action moves a view by 1000 points, the
  /// view is then within a tenth of a point of its place.
  static let progress = RestThreshold(offset: 1e-4)

  /// Creates the thresholds for a screen with `scale` pixels per point.
  init(scale: Double) {
    pixel = 1 / max(1, scale)
    length = RestThreshold(offset: 0.25 * pixel)
  }

  /// The threshold of a channel: a length, or a change that moves the view's farthest corner by
  /// that length.
  func threshold(
    of channel: Channel, size: Size, anchor: Point, tilt: TiltMap?, lever: Vector
  ) -> RestThreshold {
    /// The distance from the anchor to the farthest corner, in points.
    func reach() -> Double {
      let across = max(anchor.x.magnitude, (1 - anchor.x).magnitude) * size.width
      let down = max(anchor.y.magnitude, (1 - anchor.y).magnitude) * size.height
      return Vector(dx: across, dy: down).length + lever.length
    }
    switch channel {
    case .left, .top, .right, .bottom, .scrollX, .scrollY:
      return length
    case .cornerRadius:
      // The outline moves by at most √2 − 1 of the change.
      return length
    case .translationX, .translationY:
      // The tilt maps a translation to an angle, and an angle moves the corners.
      guard let tilt else { return length }
      return RestThreshold(offset: length.offset / max(1, tilt.slope(at: 0).magnitude * reach()))
    case .rotation, .shear, .scaleX, .scaleY:
      return RestThreshold(offset: length.offset / max(1, reach()))
    case .alpha:
      return RestThreshold(offset: 1.0 / 512)
    case .red, .green, .blue:
      return RestThreshold(offset: 0.5)
    }
  }
}

extension MotionStore {
  /// The largest change of a channel of a view that is invisible, also in the channels that are
  /// bound to it. O(channels that are bound to it).
  func threshold(of channel: Channel, view: Int) -> RestThreshold {
    // The numbers of gestures are lengths or, like scales and angles, move views by way of bindings
    // only.
    var own = thresholds.length
    if tree.indices.contains(view) {
      own = thresholds.threshold(
        of: channel, size: modelFrame(of: view).size, anchor: tree.anchor(of: view),
        tilt: tree.tilt(of: view), lever: lever(of: view).vector)
    } else if let look = looks.channel(channel, at: view) {
      own = thresholds.threshold(of: look)
    } else if bindings.isProgress(view) {
      own = RestThresholds.progress
    } else {
      // A constant is a length that moves edges at the rates of the layout.
      let rate = linked.steepestRate(of: channel.index(view: view))
      own = RestThreshold(offset: own.offset / rate)
    }
    guard !bindings.isEmpty else { return own }
    let bound = largestChangeInvisibleInBound(channel.index(view: view))
    return RestThreshold(offset: min(own.offset, bound))
  }

  /// The thresholds of all channels. O(channels).
  var allThresholds: [RestThreshold] {
    var list: [RestThreshold] = []
    list.reserveCapacity(channelCount)
    for index in 0..<channelCount {
      list.append(threshold(of: Channel(of: index), view: index / Channel.count))
    }
    return list
  }
}

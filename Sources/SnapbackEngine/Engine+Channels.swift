import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion

/// What is seen now and what was asked for, by the names that the engine's parts use.
extension Engine {
  /// Where views are drawn now.
  var present: Presentation { Presentation(at: motion.now) }

  func value(_ channel: Channel, of view: Int) -> MotionState {
    present.value(channel, of: view, motion)
  }

  func model(_ channel: Channel, of view: Int) -> Double { motion.model(channel, of: view) }

  func pose(of view: Int) -> Pose { present.pose(of: view, motion) }

  func frame(of view: Int) -> Rect { present.frame(of: view, motion) }

  func toScreen(_ view: Int) -> AffineTransform { present.toScreen(view, motion) }

  /// The place of the view with a name.
  func view(named name: String) -> Int? { layout.view(named: name) }
}

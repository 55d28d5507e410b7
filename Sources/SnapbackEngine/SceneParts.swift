import SnapbackFrames
import SnapbackGestures
import SnapbackMotion

/// The parts of a running scene that manipulation reads. Each owns its storage.
struct SceneParts {
  var interaction: Interaction
  var motion: MotionStore
  var layout: LayoutStage
  var drive: LayoutDrive

  /// Where views are drawn now.
  var present: Presentation { Presentation(at: motion.now) }

  /// The value and velocity of a channel as drawn now.
  func value(_ channel: Channel, of view: Int) -> MotionState {
    present.value(channel, of: view, motion)
  }

  /// Whether fingers of a gesture touch, or a pointer scrolls.
  func hasFingers(_ gesture: Int) -> Bool { interaction.arena.hasFingers(gesture) }

  func isActive(_ gesture: Int) -> Bool { interaction.arena.isActive(gesture) }
}

import SnapbackBasics
import SnapbackProtocol

extension SceneBlueprint.View {
  /// The initial value of a channel. Frames are set by the first layout pass.
  func start(of channel: Channel, scrolled offset: Vector) -> Double {
    switch channel {
    case .scaleX, .scaleY: 1
    case .alpha: alpha
    case .red: Double(appearance.color?.red ?? 0)
    case .green: Double(appearance.color?.green ?? 0)
    case .blue: Double(appearance.color?.blue ?? 0)
    case .scrollX: offset.dx
    case .scrollY: offset.dy
    default: 0
    }
  }
}

import SnapbackGestures

/// The settings of the scripts' recognizers, each with one value changed.
enum Settings {
  static let tap = GestureSettings.tap(TapSettings())
  static let doubleTap = GestureSettings.tap(TapSettings(taps: 2))
  static let longPress = GestureSettings.longPress(LongPressSettings())
  static let pan = pan { _ in }
  static let edgePan = pan { $0.edge = .left }
  static let swipe = swipe { _ in }
  /// A pinch and a rotation that begin with the second step of two fingers 100 points apart, when
  /// each step takes each finger 8 points.
  static let pinch = pinch { $0.slop = TouchDistance(points: 20) }
  static let rotation = rotation { $0.slop = TouchDistance(points: 10) }
  /// A pan and a pinch that are never recognized.
  static let endlessPan = pan { $0.slop = TouchDistance(points: 1000) }
  static let endlessPinch = pinch { $0.slop = TouchDistance(points: 1000) }

  static func tap(_ change: (inout TapSettings) -> Void) -> GestureSettings {
    var settings = TapSettings()
    change(&settings)
    return .tap(settings)
  }

  static func longPress(_ change: (inout LongPressSettings) -> Void) -> GestureSettings {
    var settings = LongPressSettings()
    change(&settings)
    return .longPress(settings)
  }

  static func pan(_ change: (inout PanSettings) -> Void) -> GestureSettings {
    var settings = PanSettings()
    change(&settings)
    return .pan(settings)
  }

  static func swipe(_ change: (inout SwipeSettings) -> Void) -> GestureSettings {
    var settings = SwipeSettings(direction: .right)
    change(&settings)
    return .swipe(settings)
  }

  static func pinch(_ change: (inout PinchSettings) -> Void) -> GestureSettings {
    var settings = PinchSettings()
    change(&settings)
    return .pinch(settings)
  }

  static func rotation(_ change: (inout RotationSettings) -> Void) -> GestureSettings {
    var settings = RotationSettings()
    change(&settings)
    return .rotation(settings)
  }
}

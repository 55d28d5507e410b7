/// Springs with names in other toolkits.
extension Spring {
  /// SwiftUI's `smooth`: duration 0.5 s, bounce 0.
  public static let smooth = Spring(checkedFrequency: 4 * .pi, dampingRatio: 1)
  /// SwiftUI's `snappy`: duration 0.5 s, bounce 0.15.
  public static let snappy = Spring(checkedFrequency: 4 * .pi, dampingRatio: 1 - 0.15)
  /// SwiftUI's `bouncy`: duration 0.5 s, bounce 0.3.
  public static let bouncy = Spring(checkedFrequency: 4 * .pi, dampingRatio: 1 - 0.3)
  /// SwiftUI's `interactiveSpring`: response 0.15 s, damping ratio 0.86.
  public static let interactive = Spring(checkedFrequency: 2 * .pi / 0.15, dampingRatio: 0.86)

  /// `CASpringAnimation`'s default: mass 1, stiffness 100, damping 10.
  public static let coreAnimationDefault = Spring(checkedMass: 1, stiffness: 100, damping: 10)
  /// `UISpringTimingParameters()`: mass 3, stiffness 1000, damping 500, limited to critical
  /// damping.
  ///
  /// It moves the keyboard ("curve 7") and settles to a thousandth in 0.506 s.
  public static let uikitDefault = Spring(
    checkedMass: 3, stiffness: 1000, damping: 500
  ).limitedToCritical
  /// Android's `SpringForce()`: stiffness 1500, damping ratio 0.5.
  public static let androidDefault = Spring(
    checkedStiffness: Android.mediumStiffness, dampingRatio: Android.mediumBouncyRatio)
  /// Origami Studio's default: tension 40, friction 7, so stiffness 230.2 and damping 22.
  public static let origamiDefault = Spring(checkedMass: 1, stiffness: 230.2, damping: 22)

  /// react-spring's `default`: tension 170, friction 26.
  public static let reactDefault = Spring(checkedMass: 1, stiffness: 170, damping: 26)
  /// react-spring's `gentle`: tension 120, friction 14.
  public static let reactGentle = Spring(checkedMass: 1, stiffness: 120, damping: 14)
  /// react-spring's `wobbly`: tension 180, friction 12.
  public static let reactWobbly = Spring(checkedMass: 1, stiffness: 180, damping: 12)
  /// react-spring's `stiff`: tension 210, friction 20.
  public static let reactStiff = Spring(checkedMass: 1, stiffness: 210, damping: 20)
  /// react-spring's `slow`: tension 280, friction 60.
  public static let reactSlow = Spring(checkedMass: 1, stiffness: 280, damping: 60)
  /// react-spring's `molasses`: tension 280, friction 120.
  public static let reactMolasses = Spring(checkedMass: 1, stiffness: 280, damping: 120)

  /// Material 3, standard scheme, fast spatial: stiffness 1400, damping ratio 0.9.
  public static let materialFastSpatial = Spring(checkedStiffness: 1400, dampingRatio: 0.9)
  /// Material 3, standard scheme, default spatial: stiffness 700, damping ratio 0.9.
  public static let materialDefaultSpatial = Spring(checkedStiffness: 700, dampingRatio: 0.9)
  /// Material 3, standard scheme, slow spatial: stiffness 300, damping ratio 0.9.
  public static let materialSlowSpatial = Spring(checkedStiffness: 300, dampingRatio: 0.9)
  /// Material 3, expressive scheme, fast spatial: stiffness 800, damping ratio 0.6.
  public static let materialExpressiveFastSpatial = Spring(
    checkedStiffness: 800, dampingRatio: 0.6)
  /// Material 3, expressive scheme, default spatial: stiffness 380, damping ratio 0.8.
  public static let materialExpressiveDefaultSpatial = Spring(
    checkedStiffness: 380, dampingRatio: 0.8)
  /// Material 3, expressive scheme, slow spatial: stiffness 200, damping ratio 0.8.
  public static let materialExpressiveSlowSpatial = Spring(
    checkedStiffness: 200, dampingRatio: 0.8)
  /// Material 3, both schemes, fast effects: stiffness 3800, critical.
  public static let materialFastEffects = Spring(checkedStiffness: 3800, dampingRatio: 1)
  /// Material 3, both schemes, default effects: stiffness 1600, critical.
  public static let materialDefaultEffects = Spring(checkedStiffness: 1600, dampingRatio: 1)
  /// Material 3, both schemes, slow effects: stiffness 800, critical.
  public static let materialSlowEffects = Spring(checkedStiffness: 800, dampingRatio: 1)

  /// The names that ``preset(named:)`` accepts: those of the constants above, in order.
  public static var presetNames: [String] { presets.map(\.name) }

  /// The preset with the name of a constant; nil if there is none. O(presets).
  public static func preset(named name: String) -> Spring? {
    presets.first { $0.name == name }?.spring
  }

  private static let presets: [(name: String, spring: Spring)] = [
    ("smooth", smooth), ("snappy", snappy), ("bouncy", bouncy), ("interactive", interactive),
    ("coreAnimationDefault", coreAnimationDefault), ("uikitDefault", uikitDefault),
    ("androidDefault", androidDefault), ("origamiDefault", origamiDefault),
    ("reactDefault", reactDefault), ("reactGentle", reactGentle), ("reactWobbly", reactWobbly),
    ("reactStiff", reactStiff), ("reactSlow", reactSlow), ("reactMolasses", reactMolasses),
    ("materialFastSpatial", materialFastSpatial),
    ("materialDefaultSpatial", materialDefaultSpatial),
    ("materialSlowSpatial", materialSlowSpatial),
    ("materialExpressiveFastSpatial", materialExpressiveFastSpatial),
    ("materialExpressiveDefaultSpatial", materialExpressiveDefaultSpatial),
    ("materialExpressiveSlowSpatial", materialExpressiveSlowSpatial),
    ("materialFastEffects", materialFastEffects),
    ("materialDefaultEffects", materialDefaultEffects),
    ("materialSlowEffects", materialSlowEffects),
  ]
}

extension Spring {
  /// The spring that takes up a velocity when a value is stopped: critically damped and short.
  ///
  /// A view that is stopped without this spring has a step in its velocity. With the spring, a view
  /// at 1000 pt/s continues for v/(e·ω₀) = 5.9 pt and is at rest after 0.1 s.
  public static let catching = Spring.critical(response: 0.1)
}

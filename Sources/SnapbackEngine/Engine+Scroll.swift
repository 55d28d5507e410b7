import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion

/// Gestures that scroll what is in a view.
extension Engine {
  /// Takes the scroll offset into the finger's hands, or into those of another one that holds it.
  mutating func leadScroll(pan index: Int, handedOver: Bool) {
    let view = pans[index].view
    let (x, y) = (value(.scrollX, of: view), value(.scrollY, of: view))
    motion.hold(.scrollX, of: view, at: x.value, velocity: handedOver ? 0 : x.velocity)
    motion.hold(.scrollY, of: view, at: y.value, velocity: handedOver ? 0 : y.velocity)
    pans[index].fingerStart = measuredFinger(ofPan: index, in: present)
    if gestures[pans[index].gesture].kind == .scroll, !handedOver {
      // What a touchpad asks for as it begins counts.
      let way = arena[pans[index].gesture].translation
      pans[index].fingerStart = measuredFinger(ofPan: index, less: way, in: present)
    }
    let limits = scrollLimits(ofPan: index, in: present)
    pans[index].channelStart = Vector(
      dx: limits.x?.finger(for: x.value) ?? x.value, dy: limits.y?.finger(for: y.value) ?? y.value)
  }

  /// From the start of the content to where its end is at the end of the view; along an axis on
  /// which all of the content is seen, it does not scroll, unless the scene gives it a band.
  func scrollLimits(
    ofPan index: Int, in seen: Presentation
  ) -> (x: PanLimits?, y: PanLimits?) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let size = seen.frame(of: view, motion).size
    let content = layout.contentSize(of: view) ?? size
    return (
      Self.scrollLimits(content.width - size.width, like: behavior.limits.x, extent: size.width),
      Self.scrollLimits(content.height - size.height, like: behavior.limits.y, extent: size.height)
    )
  }

  /// The band of UIKit as long as the view, unless the scene says otherwise.
  private static func scrollLimits(
    _ room: Double, like given: PanLimits?, extent: Double
  ) -> PanLimits? {
    let upper = room > 0 && room.isFinite ? room : 0
    let band =
      given == nil && upper > 0
      ? try? RubberBand(dimension: max(1, extent)) : given?.band
    return PanLimits(lower: 0, upper: upper, band: band)
  }

  /// Tells the layout how far it is scrolled: constraints may tie inside to outside.
  mutating func tellLayout(ofView view: Int, by animation: Animation? = nil) {
    let offset = Vector(dx: model(.scrollX, of: view), dy: model(.scrollY, of: view))
    layout.setScrollOffset(offset, of: view)
    passLayout(animatedBy: animation)
  }

  /// How fast the content goes where a wheel has turned it to.
  private static var wheelSpring: Spring { .critical(response: 0.2) }

  /// A step of a wheel: the content goes so much farther than it was going to.
  mutating func turnWheel(ofPan index: Int) {
    let (pan, view) = (pans[index], pans[index].view)
    let limits = limits(ofPan: index, in: present)
    let way = pan.sign * arena[pan.gesture].translation
    let wheel = Animation(.spring(Self.wheelSpring), reducedMotion: .jump)
    func goal(_ channel: Channel, _ way: Double, _ limits: PanLimits?) -> Double {
      let sum = model(channel, of: view) + way
      return min(max(sum, limits?.lower ?? -.infinity), limits?.upper ?? .infinity)
    }
    let x = goal(pan.xChannel, pan.behavior.axes == .vertical ? 0 : way.dx, limits.x)
    let y = goal(pan.yChannel, pan.behavior.axes == .horizontal ? 0 : way.dy, limits.y)
    if pan.target == .scrollOffset {
      layout.setScrollOffset(Vector(dx: x, dy: y), of: view)
      passLayout(animatedBy: wheel)
    }
    motion.set(pan.xChannel, of: view, to: x, with: wheel)
    motion.set(pan.yChannel, of: view, to: y, with: wheel)
  }
}

import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Changes that set channels without a layout pass, or before it.
extension SceneChange {
  /// Makes a change of a driven constant, and ignores other changes. If a finger holds the
  /// constant, an animated change waits for the release.
  func drive(in loop: inout SceneLoop, with animation: Animation?) {
    switch self {
    case .constant(let name, let value):
      guard let place = loop.parts.drive.index(ofConstant: name) else { return }
      loop.setStaged(with: animation)
      loop.set(.left, of: place, to: value, with: animation)
    case .constantBy(let name, let way):
      guard let place = loop.parts.drive.index(ofConstant: name) else { return }
      loop.setStaged(with: animation)
      let value = loop.parts.motion.model(.left, of: place) + way
      loop.set(.left, of: place, to: value, with: animation)
    default: break
    }
  }

  /// Makes a change that does not go through layout, and ignores other changes. If a finger holds
  /// the channel, an animated change waits for the release.
  func makeDirectly(in loop: inout SceneLoop, with animation: Animation?) {
    func view(_ name: String) -> Int? { loop.parts.layout.view(named: name) }
    switch self {
    case .frame(let name, let frame):
      guard let view = view(name) else { return }
      loop.parts.motion.setFrame(frame, of: view, with: animation)
    case .center(let name, let x, let y):
      guard let view = view(name) else { return }
      let frame = loop.parts.motion.modelFrame(of: view)
      let origin = loop.parts.motion.modelFrame(of: loop.parts.motion.tree.parent(of: view)).origin
      let center = Point(
        x: x.map { $0 + origin.x } ?? frame.center.x,
        y: y.map { $0 + origin.y } ?? frame.center.y)
      loop.parts.motion.setFrame(frame.offset(by: center - frame.center), of: view, with: animation)
    case .centerBy(let name, let offset):
      guard let view = view(name) else { return }
      let frame = loop.parts.motion.modelFrame(of: view)
      loop.parts.motion.setFrame(frame.offset(by: offset), of: view, with: animation)
    case .touches(let name, let reception):
      guard let view = view(name) else { return }
      loop.parts.interaction.touchable.set(reception, of: view)
    case .gesture(let name, let isEnabled):
      loop.parts.interaction.setEnabled(isEnabled, gesturesNamed: name, at: loop.now)
    case .scrollOffset(let name, let offset):
      guard let view = view(name) else { return }
      loop.scroll(view, to: offset, with: animation)
    case .contentInset(let name, let inset):
      guard let view = view(name) else { return }
      loop.parts.layout.setContentInset(inset, of: view)
      loop.keepOffsets(with: animation)
    case .scrollToVisible(let name, let part):
      guard let view = view(name), let offset = loop.parts.offset(showing: part, in: view)
      else { return }
      loop.scroll(view, to: offset, with: animation)
    case .progress(let action, let value):
      guard let place = loop.parts.motion.bindings.index(ofProgress: action) else { return }
      loop.set(.left, of: place, to: value, with: animation)
    default: makeTransform(in: &loop, with: animation)
    }
  }

  /// Makes a change of the transform, the opacity, the corners or the color. Does nothing if a
  /// binding sets the channel: a reversed transaction can be older than the binding.
  private func makeTransform(in loop: inout SceneLoop, with animation: Animation?) {
    if binding(in: loop.parts) != nil { return }
    func set(_ name: String, _ values: [(Channel, Double)]) {
      guard let view = loop.parts.layout.view(named: name) else { return }
      for (channel, value) in values { loop.set(channel, of: view, to: value, with: animation) }
    }
    switch self {
    case .transform(let name, let to):
      guard let view = loop.parts.layout.view(named: name) else { return }
      // Turn along the shortest arc: choose the equivalent angle nearest to the present one.
      let old = loop.parts.motion.model(.rotation, of: view)
      let turn = old + TransformComponents.shortestArc(from: old, to: to.rotation)
      set(
        name,
        [
          (.translationX, to.translation.dx), (.translationY, to.translation.dy),
          (.rotation, turn), (.shear, to.shear), (.scaleX, to.scale.dx), (.scaleY, to.scale.dy),
        ])
    case .translation(let name, let to):
      set(name, [(.translationX, to.dx), (.translationY, to.dy)])
    case .rotation(let name, let angle): set(name, [(.rotation, angle)])
    case .scale(let name, let scale): set(name, [(.scaleX, scale.dx), (.scaleY, scale.dy)])
    case .alpha(let name, let alpha): set(name, [(.alpha, alpha)])
    case .cornerRadius(let name, let radius):
      guard let view = loop.parts.layout.view(named: name) else { return }
      loop.parts.motion.freeRadius(of: view)
      set(name, [(.cornerRadius, radius)])
    case .look(let name, let values):
      guard let view = loop.parts.layout.view(named: name) else { return }
      for channel in LookChannel.all {
        guard let value = values[channel] else { continue }
        loop.parts.motion.set(channel, of: view, to: value, with: animation)
      }
    case .color(let name, let color, let alpha):
      guard let view = loop.parts.layout.view(named: name) else { return }
      loop.parts.motion.startColor(color, of: view)
      if let old = loop.parts.motion.model(.fillAlpha, of: view), old != alpha {
        loop.parts.motion.set(.fillAlpha, of: view, to: alpha, with: animation)
      }
      set(
        name,
        [
          (.red, Double(color.red)), (.green, Double(color.green)), (.blue, Double(color.blue)),
        ])
    default: break
    }
  }
}

extension SceneLoop {
  /// Sets the scroll offset of a view, on the pixel grid.
  fileprivate mutating func scroll(
    _ view: Int, to offset: Vector, with animation: Animation?
  ) {
    let offset = parts.layout.onGrid(offset)
    if !parts.layout.tiesScrollOffset(of: view) {
      parts.layout.setScrollOffset(offset, of: view)
    }
    if animation != nil { parts.motion.endMomentum(of: view) }
    parts.motion.set(.scrollX, of: view, to: offset.dx, with: animation)
    parts.motion.set(.scrollY, of: view, to: offset.dy, with: animation)
    passLayout(animatedBy: animation)
  }
}

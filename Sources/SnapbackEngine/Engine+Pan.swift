import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackMotion
import SnapbackTiming
import SnapbackTouches

extension Engine {
  /// A pan and what it needs to know of its start.
  struct Pan {
    let view: Int
    let behavior: PanBehavior
    var recognizer: PanRecognizer
    /// Contacts that have just begun on the view.
    var pending: [UInt64] = []
    var gesture: UInt64 = 0
    /// Where the finger was when the pan began, in the parent's coordinates.
    var fingerStart = Point.zero
    /// What the translation channel was then.
    var channelStart = Vector.zero
    /// Where the view was going when a finger stopped it; nil when it was not moving.
    var target: (translation: Vector, rotation: Double)?

    init(view: Int, behavior: PanBehavior) {
      self.view = view
      self.behavior = behavior
      recognizer = PanRecognizer(slop: behavior.slop)
      pending.reserveCapacity(PanRecognizer.fingerLimit)
    }

    /// Goes on where the pan of the same view in another scene is.
    mutating func takeOver(_ other: Pan) {
      guard other.recognizer.hasFingers else { return }
      recognizer = other.recognizer
      gesture = other.gesture
      fingerStart = other.fingerStart
      channelStart = other.channelStart
      target = other.target
    }

    /// Forgets its fingers; what they do further is nothing to it.
    mutating func dropFingers() {
      recognizer = PanRecognizer(slop: behavior.slop)
      target = nil
    }
  }

  /// The motion by which a view that is caught comes to a stop: critically damped and short.
  ///
  /// A fingertip is soft. Stopping dead would be a step in velocity; this way a card that flies
  /// at 1000 pt/s yields by v/(e·ω₀) = 5.9 pt under the finger and stands again after 0.1 s.
  private static var catchSpring: Spring {
    Spring.critical(response: 0.1)
  }

  /// A finger touched the view of a pan: if the view is moving, it stops where it is seen.
  mutating func catchView(ofPan index: Int) {
    let view = pans[index].view
    // The first finger stops it; others of the same frame find it stopped.
    guard !pans[index].recognizer.hasFingers, pans[index].pending.isEmpty, isMoving(view)
    else { return }
    pans[index].target = (
      Vector(dx: model(.translationX, of: view), dy: model(.translationY, of: view)),
      model(.rotation, of: view)
    )
    for channel in [Channel.translationX, .translationY, .rotation] {
      let seen = value(channel, of: view)
      hold(channel, of: view, at: seen.value, velocity: seen.velocity)
    }
    findRestTime()
  }

  /// The finger lifted before it panned: what it stopped goes on to where it was going.
  mutating func letGo(pan index: Int) {
    guard let target = pans[index].target else { return }
    let (view, spring) = (pans[index].view, pans[index].behavior.spring)
    pans[index].target = nil
    set(.translationX, of: view, to: target.translation.dx, with: spring)
    set(.translationY, of: view, to: target.translation.dy, with: spring)
    set(.rotation, of: view, to: target.rotation, with: spring)
  }

  /// The pan begins: from here on the translation is what the finger says.
  mutating func begin(pan index: Int) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let finger = inParent(of: view, pans[index].recognizer.location)
    let anchor = frame(of: view).point(at: views[view].anchor)
    let seen = pose(of: view)
    var start = Vector.zero
    var lever = Vector.zero
    if behavior.origin == .presentation {
      start = seen.transform.translation
      if behavior.follow == .point, let inverse = seen.transform.linear.inverse {
        lever = inverse(finger - anchor - seen.transform.translation)
        start = finger - anchor - lever
      }
    } else if behavior.follow == .point {
      lever = finger - anchor
    }
    views[view].lever = lever
    take(view, at: start, seen: seen, lever: lever, origin: behavior.origin)
    pans[index].fingerStart = finger
    pans[index].channelStart = start
    pans[index].target = nil
    pans[index].gesture = nextGestureID
    nextGestureID += 1
    findRestTime()
    report(index, .began)
  }

  /// The finger moved: so does the translation.
  mutating func follow(pan index: Int) {
    let view = pans[index].view
    let finger = inParent(of: view, pans[index].recognizer.location)
    let way = pans[index].channelStart + (finger - pans[index].fingerStart)
    let velocity = fingerVelocity(pan: index)
    channels[Channel.translationX.index(view: view)].follow(way.dx, velocity: velocity.dx)
    channels[Channel.translationY.index(view: view)].follow(way.dy, velocity: velocity.dy)
    report(index, .changed)
  }

  /// The pan is over: the view stays, is reset, or springs home with the finger's velocity.
  mutating func release(pan index: Int, phase: GesturePhase) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let velocity = fingerVelocity(pan: index)
    report(index, phase)
    let translation = [(Channel.translationX, velocity.dx), (.translationY, velocity.dy)]
    for (channel, speed) in translation {
      let held = channels[channel.index(view: view)].model
      channels[channel.index(view: view)].follow(held, velocity: speed)
      switch behavior.release {
      case .stay: channels[channel.index(view: view)].jump(to: held)
      case .reset: hold(channel, of: view, at: 0, velocity: 0)
      case .spring: set(channel, of: view, to: 0, with: behavior.spring)
      }
    }
    switch behavior.release {
    case .stay: break
    case .reset: hold(.rotation, of: view, at: 0, velocity: 0)
    case .spring: set(.rotation, of: view, to: 0, with: behavior.spring)
    }
    findRestTime()
  }

  /// A finger that rests has no velocity, although nothing arrives to say so.
  mutating func settleVelocity(ofPan index: Int) {
    guard pans[index].recognizer.isActive,
      pans[index].recognizer.velocity(at: now) == .zero
    else { return }
    let (x, y) = (
      Channel.translationX.index(view: pans[index].view),
      Channel.translationY.index(view: pans[index].view)
    )
    channels[x].follow(channels[x].model, velocity: 0)
    channels[y].follow(channels[y].model, velocity: 0)
  }

  /// Puts a view into the finger's hands without a jump in position, turn or velocity.
  ///
  /// From the frame, on purpose, everything is reset and jumps.
  private mutating func take(
    _ view: Int, at start: Vector, seen: Pose, lever: Vector, origin: PanBehavior.Origin
  ) {
    guard origin == .presentation else {
      hold(.translationX, of: view, at: 0, velocity: 0)
      hold(.translationY, of: view, at: 0, velocity: 0)
      hold(.rotation, of: view, at: 0, velocity: 0)
      return
    }
    // What is left of a catch goes on as the velocity of the point under the finger.
    let drift = seen.translationVelocity + leverVelocity(seen, lever)
    hold(.translationX, of: view, at: start.dx, velocity: drift.dx)
    hold(.translationY, of: view, at: start.dy, velocity: drift.dy)
    // The tilt that belongs to the new translation may differ from the one that is seen; the
    // difference is a residual that dies out by the view's own spring.
    var turn = MotionState(
      value: seen.transform.rotation, velocity: seen.rotationVelocity)
    if let tilt = views[view].tilt {
      turn.value -= tilt.rotation(at: start.dx)
      turn.velocity -= tilt.slope(at: start.dx) * drift.dx
    }
    let index = Channel.rotation.index(view: view)
    channels[index].hold(0)
    channels[index].add(
      MotionState(value: turn.value, velocity: turn.velocity), spring: Self.catchSpring,
      threshold: catchThreshold(of: .rotation, view: view), at: now)
  }

  /// Sets a channel to a value that is held, and lets a velocity it still has die out.
  private mutating func hold(
    _ channel: Channel, of view: Int, at value: Double, velocity: Double
  ) {
    let index = channel.index(view: view)
    channels[index].hold(value)
    channels[index].add(
      MotionState(value: 0, velocity: velocity), spring: Self.catchSpring,
      threshold: catchThreshold(of: channel, view: view), at: now)
  }

  /// A hundredth of what can be seen: a term that starts below its threshold is over at once,
  /// and a finger that takes a view must not make even a step that is nearly visible.
  private func catchThreshold(of channel: Channel, view: Int) -> RestThreshold {
    RestThreshold(offset: threshold(of: channel, view: view).offset / 100)
  }

  private func model(_ channel: Channel, of view: Int) -> Double {
    channels[channel.index(view: view)].model
  }

  private func isMoving(_ view: Int) -> Bool {
    [Channel.translationX, .translationY, .rotation].contains {
      channels[$0.index(view: view)].isMoving(at: now)
    }
  }

  /// A point on the screen in the coordinates of a view's parent, where that is drawn now.
  ///
  /// A parent that is flattened has no such point; the screen's stands in for it.
  private func inParent(of view: Int, _ point: Point) -> Point {
    toScreen(views[view].parent).inverse.map { $0(point) } ?? point
  }

  /// The finger's velocity in the coordinates of the view's parent.
  private func fingerVelocity(pan index: Int) -> Vector {
    let velocity = pans[index].recognizer.velocity(at: touchTime)
    return toScreen(views[pans[index].view].parent).inverse.map { $0(velocity) } ?? velocity
  }

  mutating func findRestTime() {
    restTime = channels.reduce(.zero) { max($0, $1.restTime) }
  }

  private mutating func report(_ index: Int, _ phase: GesturePhase) {
    let pan = pans[index]
    let finger = inParent(of: pan.view, pan.recognizer.location)
    gestureEvents.append(
      GestureEvent(
        id: pan.gesture, time: touchTime, view: pan.view, phase: phase,
        location: pan.recognizer.location, translation: finger - pan.fingerStart,
        velocity: fingerVelocity(pan: index)))
  }
}

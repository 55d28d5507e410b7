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
    /// Where animations wait to take the view when the fingers let go, besides its own way home.
    var aims: [Aim] = []

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
      aims = other.aims
    }

    /// Forgets its fingers; what they do further is nothing to it.
    mutating func dropFingers() {
      recognizer = PanRecognizer(slop: behavior.slop)
      target = nil
    }
  }

  /// A change of what fingers hold, which waits for them to let go.
  struct Aim {
    let channel: Channel
    let value: Double
    let animation: Animation
    /// The transaction that it belongs to, and what its terms do.
    let transaction: UInt64
    let owner: UInt64
  }

  /// Lets a change of a channel wait if fingers hold it; a later one takes its place.
  mutating func wait(
    _ channel: Channel, _ view: Int, _ value: Double, _ animation: Animation
  ) -> Bool {
    guard let open = openTransaction,
      let index = pans.firstIndex(where: { $0.view == view && $0.recognizer.hasFingers })
    else { return false }
    if let old = pans[index].aims.firstIndex(where: { $0.channel == channel }) {
      let other = pans[index].aims.remove(at: old).transaction
      if other == open.id { openTransaction?.waiting -= 1 } else { arrive(other, part: nil) }
    }
    pans[index].aims.append(
      Aim(
        channel: channel, value: value, animation: animation, transaction: open.id,
        owner: open.owner))
    openTransaction?.waiting += 1
    return true
  }

  /// Starts the change that has waited for a channel; false when none has.
  mutating func aim(_ channel: Channel, ofPan index: Int) -> Bool {
    guard let place = pans[index].aims.firstIndex(where: { $0.channel == channel }) else {
      return false
    }
    let aim = pans[index].aims.remove(at: place)
    let (view, number) = (pans[index].view, channel.index(view: pans[index].view))
    var part = Part(channel: number, end: now)
    if let animation = effective(aim.animation, on: channel, of: view) {
      part.end = channels[number].animate(
        to: aim.value, with: animation, threshold: threshold(of: channel, view: view), at: now,
        rate: motionRate, owner: aim.owner)
    } else {
      channels[number].jump(to: aim.value)
    }
    arrive(aim.transaction, part: part, logical: aim.animation.logicalDuration)
    return true
  }

  /// Makes the changes of a transaction that wait for fingers, and that is over, the pans' own:
  /// views go there as they would go home.
  mutating func freeAims(of id: UInt64) {
    for index in pans.indices {
      let homing = pans[index].behavior.homing
      pans[index].aims = pans[index].aims.map { aim in
        guard aim.transaction == id else { return aim }
        return Aim(
          channel: aim.channel, value: aim.value, animation: homing, transaction: 0, owner: 0)
      }
    }
  }

  /// Forgets the changes of a transaction that wait for fingers.
  mutating func dropAims(of id: UInt64) {
    for index in pans.indices {
      for aim in pans[index].aims where aim.transaction == id { arrive(id, part: nil) }
      pans[index].aims.removeAll { $0.transaction == id }
    }
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
    guard let target = pans[index].target else {
      for channel in Channel.held { _ = aim(channel, ofPan: index) }
      return findRestTime()
    }
    let (view, homing) = (pans[index].view, pans[index].behavior.homing)
    pans[index].target = nil
    let goals: [(Channel, Double)] = [
      (.translationX, target.translation.dx), (.translationY, target.translation.dy),
      (.rotation, target.rotation),
    ]
    for (channel, goal) in goals where !aim(channel, ofPan: index) {
      set(channel, of: view, to: goal, with: homing)
    }
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
        start = finger - anchor - seen.transform.upright(lever)
      }
    } else if behavior.follow == .point {
      var upright = seen.transform
      upright.rotation = 0
      lever = upright.linear.inverse.map { $0(finger - anchor) } ?? .zero
    }
    views[view].lever = lever
    take(view, at: start, seen: seen, lever: lever, origin: behavior.origin)
    pans[index].fingerStart = finger
    // The finger's way, of which the limits make what is drawn.
    pans[index].channelStart = Vector(
      dx: behavior.limits.x?.finger(for: start.dx) ?? start.dx,
      dy: behavior.limits.y?.finger(for: start.dy) ?? start.dy)
    pans[index].target = nil
    pans[index].gesture = nextGestureID
    nextGestureID += 1
    findRestTime()
    report(index, .began)
  }

  /// The finger moved: so does the translation, within its limits.
  mutating func follow(pan index: Int) {
    let view = pans[index].view
    let held = heldState(ofPan: index, velocity: fingerVelocity(pan: index))
    channels[Channel.translationX.index(view: view)].follow(held.x.value, velocity: held.x.velocity)
    channels[Channel.translationY.index(view: view)].follow(held.y.value, velocity: held.y.velocity)
    report(index, .changed)
  }

  /// What the translation is under the finger where it is, and how fast it changes.
  func heldState(ofPan index: Int, velocity: Vector) -> (x: MotionState, y: MotionState) {
    let pan = pans[index]
    let finger = inParent(of: pan.view, pan.recognizer.location)
    let way = pan.channelStart + (finger - pan.fingerStart)
    var x = MotionState(value: way.dx, velocity: velocity.dx)
    var y = MotionState(value: way.dy, velocity: velocity.dy)
    if pan.behavior.axes == .vertical { x = MotionState(value: pan.channelStart.dx) }
    if pan.behavior.axes == .horizontal { y = MotionState(value: pan.channelStart.dy) }
    let limits = pan.behavior.limits
    return (limits.x?.translation(for: x) ?? x, limits.y?.translation(for: y) ?? y)
  }

  /// A finger that rests has no velocity, although nothing arrives to say so.
  mutating func settleVelocity(ofPan index: Int) {
    guard pans[index].recognizer.isActive,
      pans[index].recognizer.velocity(at: now) == .zero
    else { return }
    for channel in [Channel.translationX, .translationY] {
      let place = channel.index(view: pans[index].view)
      channels[place].follow(channels[place].model, velocity: 0)
    }
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
    hold(index, at: 0)
    channels[index].add(
      MotionState(value: turn.value, velocity: turn.velocity), spring: .catching,
      threshold: catchThreshold(of: .rotation, view: view), at: now)
  }

  /// Sets a channel to a value that is held, and lets a velocity it still has die out.
  mutating func hold(
    _ channel: Channel, of view: Int, at value: Double, velocity: Double
  ) {
    let index = channel.index(view: view)
    hold(index, at: value)
    channels[index].add(
      MotionState(value: 0, velocity: velocity), spring: .catching,
      threshold: catchThreshold(of: channel, view: view), at: now)
  }

  /// A hundredth of what can be seen: a term that starts below its threshold is over at once,
  /// and a finger that takes a view must not make even a step that is nearly visible.
  private func catchThreshold(of channel: Channel, view: Int) -> RestThreshold {
    RestThreshold(offset: threshold(of: channel, view: view).offset / 100)
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
  func fingerVelocity(pan index: Int) -> Vector {
    let velocity = pans[index].recognizer.velocity(at: touchTime)
    return toScreen(views[pans[index].view].parent).inverse.map { $0(velocity) } ?? velocity
  }

  mutating func report(_ index: Int, _ phase: GesturePhase) {
    let pan = pans[index]
    let finger = inParent(of: pan.view, pan.recognizer.location)
    gestureEvents.append(
      GestureEvent(
        id: pan.gesture, time: touchTime, view: pan.view, phase: phase,
        location: pan.recognizer.location, translation: finger - pan.fingerStart,
        velocity: fingerVelocity(pan: index)))
  }
}

import SnapbackBasics

/// Decodes snapshots and frames.
extension PayloadDecoding {
  static func snapshot(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> SceneSnapshot {
    let revision: UInt64 = try reader.integer("the revision")
    let epoch: UInt64 = try reader.integer("the epoch")
    var snapshot = SceneSnapshot(
      sequence: head.sequence, time: head.time, revision: revision, epoch: epoch,
      screen: try screen(&reader), appearances: [], states: [])
    for _ in 0..<(try reader.count("views", atLeast: 30)) {
      let (appearance, state) = try view(snapshot.states.count, &reader)
      snapshot.append(appearance, state)
    }
    return snapshot
  }

  /// Decodes the state of view `handle` in a snapshot. All parts of the state must be known,
  /// because the view's name follows them.
  static func state(
    of handle: Int, _ reader: inout PayloadReader
  ) throws(Fault) -> ViewState {
    let record = reader
    let (update, isWhole) = try state(&reader)
    guard isWhole, update.view == handle else {
      throw record.fault(
        "the state of view \(handle) is of view \(update.view) or has unknown parts")
    }
    return update.state
  }

  static func frame(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> FrameUpdate {
    let revision: UInt64 = try reader.integer("the revision")
    var update = FrameUpdate(
      sequence: head.sequence, time: head.time, computed: try reader.instant("the moment"),
      revision: revision, views: [])
    for _ in 0..<(try reader.count("views", atLeast: 8)) {
      let (view, isWhole) = try state(&reader)
      update.views.append(view)
      // The size of an unknown field is unknown, so nothing after it can be decoded.
      guard isWhole else { break }
    }
    return update
  }

  /// Decodes the state of a view. Also returns whether all fields of the state are known.
  private static func state(
    _ reader: inout PayloadReader
  ) throws(Fault) -> (ViewUpdate, isWhole: Bool) {
    let view = Int(clamping: try reader.integer("a view", as: UInt32.self))
    let mask: UInt16 = try reader.integer("a mask")
    try reader.skip(2)
    var state = ViewState()
    if mask & 1 != 0 { state.frame = try reader.rect("a frame") }
    if mask & 2 != 0 {
      state.transform.translation = try reader.vector("a translation")
      state.transform.rotation = try reader.short("a rotation")
      state.transform.scale = try reader.vector("a scale")
      state.transform.shear = try reader.short("a shear")
    }
    if mask & 4 != 0 {
      state.toScreen = AffineTransform(
        a: try reader.short("a matrix"), b: try reader.short("a matrix"),
        c: try reader.short("a matrix"), d: try reader.short("a matrix"),
        tx: try reader.short("a matrix"), ty: try reader.short("a matrix"))
    }
    if mask & 8 != 0 {
      state.alpha = try reader.short("an opacity")
      state.color = Color(bits: try reader.integer("a color"))
      state.isVisible = try reader.integer("flags", as: UInt32.self) & 1 != 0
    }
    if mask & 16 != 0 { try reader.skip(16) }
    if mask & 32 != 0 { try velocities(&state, &reader) }
    var parts = ViewUpdate.Parts(rawValue: mask).intersection(.all)
    // Bit 6 is unassigned. The size of its part is unknown, so the radius cannot follow it.
    if mask & 192 == 128 {
      state.cornerRadius = try reader.short("a corner radius")
      state.hasMovingRadius = true
      parts.insert(.cornerRadius)
    }
    var look: MovingLook?
    if mask & 320 == 256 {
      look = try movingLook(&reader)
      parts.insert(.look)
    }
    let update = ViewUpdate(view: view, parts: parts, state: state, look: look)
    return (update, isWhole: mask & ~StateRecord.known == 0)
  }

  private static func movingLook(_ reader: inout PayloadReader) throws(Fault) -> MovingLook {
    MovingLook(
      textColor: Paint(bits: try reader.integer("a text color")),
      borderColor: Paint(bits: try reader.integer("a border color")),
      fillAlpha: try reader.short("an opacity"), borderWidth: try reader.short("a border width"),
      shadowOpacity: try reader.short("an opacity"),
      shadowRadius: try reader.short("a shadow radius"),
      shadowOffset: try reader.vector("a shadow offset"))
  }

  private static func velocities(
    _ state: inout ViewState, _ reader: inout PayloadReader
  ) throws(Fault) {
    state.frameVelocity = FrameVelocity(
      x: try reader.short("a velocity"), y: try reader.short("a velocity"),
      width: try reader.short("a velocity"), height: try reader.short("a velocity"))
    state.translationVelocity = try reader.vector("a velocity")
    state.rotationVelocity = try reader.short("a velocity")
    state.scaleVelocity = try reader.vector("a velocity")
    state.shearVelocity = try reader.short("a velocity")
  }
}

extension Color {
  /// Makes a color from 0xAARRGGBB; nil if AA is 0.
  init?(bits: UInt32) {
    guard bits >> 24 != 0 else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits))
  }
}

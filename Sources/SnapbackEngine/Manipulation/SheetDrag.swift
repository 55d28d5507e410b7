import SnapbackBasics
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// One drag that moves a sheet and scrolls the list in it, as UIKit's sheets do. At the top of the
/// list, a drag downward moves the sheet, and a drag upward moves the sheet until it is at its
/// topmost snap position. Otherwise the list scrolls. At the top, one drag changes from the list to
/// the sheet and back without a jump.
///
/// The scroll gesture of the list and the pan of the sheet are active together; one of them leads
/// at a time.
struct SheetDrag {
  /// The pan of the list.
  let list: Int
  /// The pan of the sheet.
  let sheet: Int
}

extension Pan {
  /// The measures of a sheet that the pan moves.
  func sheetMeasures(_ parts: borrowing SceneParts) -> SheetDetents.Measures {
    let (top, bottom) = (parts.motion.model(.top, of: view), parts.motion.model(.bottom, of: view))
    return SheetDetents.Measures(
      height: bottom - top, inset: parts.layout.safeArea(of: view).bottom,
      pixel: parts.motion.thresholds.pixel)
  }
}

extension Manipulation {
  // MARK: Reading

  /// The pan of the sheet around a scroll view; nil if there is none.
  func sheet(of pan: Pan) -> Int? {
    guard let gesture = pan.behavior.scroll.sheet, places.indices.contains(gesture) else {
      return nil
    }
    return places[gesture]
  }

  /// Whether a gesture moves the sheet around a scroll view.
  func isSheet(gesture: Int) -> Bool {
    hasSheets && pans.contains { $0.behavior.scroll.sheet == gesture }
  }

  /// The directions of a finger in which a drag on the list moves the sheet: down, and up to the
  /// sheet's topmost snap position.
  func sheetWays(pan sheet: Int, _ parts: borrowing SceneParts) -> DragWays {
    isBelowTop(sheet: sheet, parts) ? [.up, .down] : .down
  }

  /// The drag that contains a pan of a sheet or of its list; nil unless both pans are active.
  private func sheetDrag(ofPan index: Int, _ parts: borrowing SceneParts) -> SheetDrag? {
    guard hasSheets else { return nil }
    func isDrag(_ pan: Pan) -> Bool {
      parts.isActive(pan.gesture) && parts.interaction.gestures[pan.gesture].kind == .pan
    }
    guard isDrag(pans[index]) else { return nil }
    if let sheet = sheet(of: pans[index]) {
      return isDrag(pans[sheet]) ? SheetDrag(list: index, sheet: sheet) : nil
    }
    let gesture = pans[index].gesture
    return pans.firstIndex { $0.behavior.scroll.sheet == gesture && isDrag($0) }
      .map { SheetDrag(list: $0, sheet: index) }
  }

  /// Whether a gesture has dismissed its sheet.
  func hasDismissed(gesture: Int, _ parts: borrowing SceneParts) -> Bool {
    guard let index = places[gesture], let detents = pans[index].behavior.detents else {
      return false
    }
    let goal = parts.motion.model(.translationY, of: pans[index].view)
    return detents.isDismissed(at: goal, in: pans[index].sheetMeasures(parts))
  }

  /// Whether a pan belongs to a sheet drag whose other pan leads.
  func hasLeadingPartner(pan index: Int, _ parts: borrowing SceneParts) -> Bool {
    guard let drag = sheetDrag(ofPan: index, parts) else { return false }
    return pans[index == drag.list ? drag.sheet : drag.list].leads
  }

  /// The topmost position of a sheet.
  private func top(ofSheet sheet: Int, _ parts: borrowing SceneParts) -> Double {
    guard let detents = pans[sheet].behavior.detents else {
      return pans[sheet].behavior.snapY?.points.first ?? 0
    }
    return detents.top(in: pans[sheet].sheetMeasures(parts))
  }

  private func isBelowTop(sheet: Int, _ parts: borrowing SceneParts) -> Bool {
    parts.value(.translationY, of: pans[sheet].view).value
      > top(ofSheet: sheet, parts) + parts.motion.thresholds.pixel / 2
  }

  /// The offset at the top of a list: the negative inset above its content.
  private func top(ofList list: Int, _ parts: borrowing SceneParts) -> Double {
    -parts.layout.contentInset(of: pans[list].view).top
  }

  private func isAtTop(list: Int, _ parts: borrowing SceneParts) -> Bool {
    parts.motion.model(.scrollY, of: pans[list].view) <= top(ofList: list, parts)
  }

  /// The values and velocities of a pan's channels for the present fingers, or for `figure` if
  /// given. A list in a sheet does not move beyond its top, because the sheet moves instead. A
  /// sheet does not move beyond its topmost snap position, because the list moves instead.
  func held(
    byPan index: Int, figure: FingerFigure? = nil, _ parts: borrowing SceneParts,
    in seen: Presentation
  ) -> (x: MotionState, y: MotionState) {
    var held = pans[index].held(
      figure: figure, isScaled: isScaledByFingers(pans[index].view), parts, in: seen)
    guard hasSheets, let drag = sheetDrag(ofPan: index, parts) else { return held }
    if index == drag.sheet {
      let top = top(ofSheet: index, parts)
      if held.y.value < top { held.y = MotionState(value: top) }
    } else {
      let top = top(ofList: index, parts)
      let yields = isAtTop(list: index, parts) && isBelowTop(sheet: drag.sheet, parts)
      if held.y.value < top || yields { held.y = MotionState(value: top) }
    }
    return held
  }

  /// Moves the channels of a pan with its fingers, in a scene with sheets.
  mutating func followWithSheets(pan index: Int, _ parts: borrowing SceneParts) {
    if pans[index].target == .scrollOffset { pans[index].adaptToLimits(parts) }
    let (view, held) = (pans[index].view, held(byPan: index, parts, in: parts.present))
    commands.follow(pans[index].xChannel, of: view, held.x)
    commands.follow(pans[index].yChannel, of: view, held.y)
    guard pans[index].behavior.scroll.sheet != nil else { return }
    keepOverscroll(ofList: index, held.y.value, parts)
  }

  // MARK: Handovers

  /// Returns content that a finger stopped beyond the top of its list to that top, when the finger
  /// now holds the list at the top. The difference decays.
  mutating func keepOverscroll(ofList index: Int, _ offset: Double, _ parts: borrowing SceneParts) {
    let old = parts.motion.model(.scrollY, of: pans[index].view)
    let top = top(ofList: index, parts)
    guard old < top, offset == top else { return }
    commands.add(.yield(.scrollY, MotionState(value: old - top)), pans[index].view)
  }

  /// Passes a drag from a list at its top to the sheet, or from a sheet at its topmost snap
  /// position to the list. The travel beyond that position moves the target of the handover
  /// immediately.
  ///
  /// Call this method after ``followLeads(gesture:_:)`` and after the commands have been carried
  /// out.
  mutating func handOver(gesture: Int, _ parts: borrowing SceneParts) {
    guard let index = places[gesture], pans[index].leads,
      let drag = sheetDrag(ofPan: index, parts)
    else { return }
    let finger = pans[index].measuredFinger(parts, in: parts.present).position
    let travel = pans[index].travel(of: finger).dy
    let (heir, way): (Int, Double)
    if index == drag.list {
      let excess = travel - top(ofList: index, parts)
      guard isAtTop(list: index, parts),
        excess < 0 || excess > 0 && isBelowTop(sheet: drag.sheet, parts)
      else { return }
      (heir, way) = (drag.sheet, -excess)
    } else {
      let excess = travel - top(ofSheet: index, parts)
      guard excess < 0 else { return }
      (heir, way) = (drag.list, excess)
    }
    let toScreen = pans[index].space(parts, in: parts.present)(Vector(dx: 0, dy: way))
    let toHeir = pans[heir].space(parts, in: parts.present).inverse
    _ = letGo(pan: index, parts)
    pans[index].leads = false
    dropCaught(byPan: heir)
    lead(pan: heir, handedOver: true, way: toHeir.map { $0(toScreen) } ?? .zero, parts)
  }
}

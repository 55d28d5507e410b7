import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// What fingers hold, as if they were where they are taken to be when a frame is seen.
extension Engine {
  /// A pan that has the lead, and what it held at its last scan.
  struct HeldLead {
    let pan: Int
    let figure: FingerFigure
    let x: Double
    let y: Double
  }

  /// Remembers where the fingers of a pan are.
  mutating func noteFingers(ofPan index: Int) {
    let (gesture, recognizer) = (pans[index].gesture, arena[pans[index].gesture])
    let way = gestures[gesture].kind == .scroll ? recognizer.translation : .zero
    let figure = FingerFigure(
      location: recognizer.location + way, scale: recognizer.scale, rotation: recognizer.rotation)
    pans[index].trail.add(figure, at: touchTime)
    changes &+= 1
  }

  /// Forgets where the fingers of a pan were before.
  mutating func startTrail(ofPan index: Int) {
    pans[index].trail.reset()
    noteFingers(ofPan: index)
  }

  /// Shifts what running pans hold in a presentation to where it would be with their fingers as
  /// resampled.
  ///
  /// The scales and rotations first: the translations that keep what is grabbed under the fingers
  /// depend on them. O(pans), no allocation after the first time.
  mutating func moveHeld(
    in seen: inout Presentation, by resampling: TouchResampling, at moment: Instant
  ) {
    for index in pans.indices where pans[index].leads {
      guard let figure = resampled(pan: index, resampling, moment) else { continue }
      let held = heldState(ofPan: index, velocity: .zero, in: seen)
      heldLeads.append(
        HeldLead(pan: index, figure: figure, x: held.x.value, y: held.y.value))
    }
    for index in pans.indices {
      guard let part = pans[index].part, let figure = resampled(pan: index, resampling, moment)
      else { continue }
      let way = heldPart(part, ofPan: index, figure).value - heldPart(part, ofPan: index).value
      let (view, start) = (pans[index].view, pans[index].partStart)
      switch part {
      case .scale:
        seen.shift(.scaleX, of: view, by: way)
        seen.shift(.scaleY, of: view, by: start.dx == 0 ? way : way * (start.dy / start.dx))
      case .rotation: seen.shift(.rotation, of: view, by: way)
      }
    }
    for lead in heldLeads {
      let pan = pans[lead.pan]
      let held = heldState(ofPan: lead.pan, velocity: .zero, figure: lead.figure, in: seen)
      seen.shift(pan.xChannel, of: pan.view, by: held.x.value - lead.x)
      seen.shift(pan.yChannel, of: pan.view, by: held.y.value - lead.y)
    }
    heldLeads.removeAll(keepingCapacity: true)
  }

  /// Where the fingers of a pan are taken to be; nil when that is where they are, or when what it
  /// holds cannot be moved alone.
  private func resampled(
    pan index: Int, _ resampling: TouchResampling, _ moment: Instant
  ) -> FingerFigure? {
    let pan = pans[index]
    guard pan.isRunning, arena.isActive(pan.gesture), let last = pan.trail.last,
      let figure = pan.trail.figure(at: moment, by: resampling), figure != last.figure
    else { return nil }
    // Edges that are tied to the offset stand where the last pass put them.
    if pan.target == .scrollOffset, layout.tiesScrollOffset(of: pan.view) {
      return nil
    }
    return figure
  }
}

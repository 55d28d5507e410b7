import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

extension Manipulation {
  /// Shifts the held channels of a presentation to the resampled fingers.
  ///
  /// Scales and rotations are shifted first, because the translations that keep the grabbed points
  /// under the fingers depend on them. O(pans), no allocation after the first call.
  mutating func moveHeld(
    in seen: inout Presentation, by resampling: TouchResampling, at moment: Instant,
    _ parts: borrowing SceneParts
  ) {
    func held(_ index: Int, _ figure: FingerFigure?) -> (x: MotionState, y: MotionState) {
      self.held(byPan: index, figure: figure, parts, in: seen)
    }
    for index in pans.indices where pans[index].leads {
      guard let figure = pans[index].resampled(resampling, at: moment, parts) else { continue }
      let held = held(index, nil)
      heldLeads.append(
        Pan.HeldLead(pan: index, figure: figure, x: held.x.value, y: held.y.value))
    }
    for index in pans.indices {
      guard let part = pans[index].part,
        let figure = pans[index].resampled(resampling, at: moment, parts)
      else { continue }
      let way =
        pans[index].held(part, figure, parts.interaction).value
        - pans[index].held(part, nil, parts.interaction).value
      let view = pans[index].partView
      switch part {
      case .scale:
        seen.shift(.scaleX, of: view, by: way)
        seen.shift(.scaleY, of: view, by: way * pans[index].scaleRatio)
      case .rotation: seen.shift(.rotation, of: view, by: way)
      }
    }
    for lead in heldLeads {
      let (view, held) = (pans[lead.pan].view, held(lead.pan, lead.figure))
      seen.shift(pans[lead.pan].xChannel, of: view, by: held.x.value - lead.x)
      seen.shift(pans[lead.pan].yChannel, of: view, by: held.y.value - lead.y)
    }
    heldLeads.removeAll(keepingCapacity: true)
  }
}

import SnapbackBasics

/// Detects which finger on a touchpad is a thumb.
///
/// Roles: finger → jailed → finger; finger or jailed → pinching → resting; pinching or resting →
/// revived → spent. The rules and numbers are libinput's (`evdev-mt-touchpad-thumb.c`). They apply
/// to pads whose whole surface is the button and that are at least 50 mm high:
///
/// - A finger that touches alone in the lower 15 % of the pad is jailed until it leaves this area
///   or moves fast.
/// - Of two fingers within 35 × 25 mm of each other, neither is a thumb. The same is true of two
///   fingers that touch within 100 ms of each other, unless one is in the lower 8 %. Otherwise, if
///   the two are more than 25 mm apart in height, the lower finger is a thumb. That thumb can pinch
///   unless a finger has moved fast before.
/// - A finger that touches while another one moves fast is a thumb, unless the two are within 35 ×
///   25 mm.
/// - A thumb that is the only finger left becomes a finger again.
struct PadThumbs: Sendable {
  /// The least height of a pad with thumbs, in millimeters.
  static let leastHeight = 50.0
  /// The distance below which neither of two fingers is a thumb, in millimeters.
  static let reach = Vector(dx: 35, dy: 25)
  /// The time between two touches below which the fingers touch together, in seconds.
  static let togetherTime = 0.1
  /// Limits of ``PadFinger/fastReports``. From `escape` on, a finger moves fast and is not jailed.
  /// Above `beside`, another finger that touches is a thumb.
  static let fastReports = (escape: 10, beside: 5)

  private let upperLine: Double
  private let lowerLine: Double
  private var canPinch = true

  /// Creates the thumb detection for a pad; returns nil for a pad without thumb detection.
  init?(size: Size, isButtonPad: Bool) {
    guard isButtonPad, size.height >= Self.leastHeight else { return nil }
    upperLine = 0.85 * size.height
    lowerLine = 0.92 * size.height
  }

  /// Updates the roles of the fingers after a report. O(fingers), no allocation.
  ///
  /// `isDecided` is whether a gesture is under way; a fast finger then does not prevent a thumb
  /// from pinching.
  mutating func update(_ fingers: inout [PadFinger], isDecided: Bool) {
    var (count, hasNew, last) = (0, false, 0)
    for index in fingers.indices where fingers[index].presses {
      count += 1
      last = index
      if fingers[index].isNew { hasNew = true }
      if fingers[index].fastReports >= Self.fastReports.escape, canPinch, !isDecided {
        canPinch = false
        for other in fingers.indices where fingers[other].thumb == .pinching {
          fingers[other].thumb = .resting
        }
      }
    }
    switch count {
    case 0: canPinch = true
    case 1: follow(&fingers[last])
    default: if hasNew { compare(&fingers) }
    }
  }

  /// Makes a finger a resting thumb, because it did not move while the others did.
  func suppress(_ index: Int, _ fingers: inout [PadFinger]) {
    switch fingers[index].thumb {
    case .finger, .jailed, .pinching: assign(.resting, to: index, &fingers)
    case .resting, .revived, .revivedInJail, .spent: assign(.spent, to: index, &fingers)
    }
  }

  private func needsJail(_ finger: PadFinger) -> Bool {
    finger.place.y >= upperLine && finger.fastReports < Self.fastReports.escape
  }

  private func follow(_ finger: inout PadFinger) {
    let isLow = needsJail(finger)
    switch finger.thumb {
    case .resting, .pinching: finger.thumb = isLow ? .revivedInJail : .revived
    case .finger: if finger.isNew, isLow { finger.thumb = .jailed }
    case .jailed: if !isLow { finger.thumb = .finger }
    case .revivedInJail: if !isLow { finger.thumb = .revived }
    case .revived, .spent: break
    }
  }

  /// Compares the two lowest fingers after a finger has touched.
  private func compare(_ fingers: inout [PadFinger]) {
    var (lowest, next, newest): (Int?, Int?, Int?) = (nil, nil, nil)
    var (oldest, fastest) = (Instant.distantFuture, 0)
    var hasThumb = false
    for index in fingers.indices where fingers[index].presses {
      let finger = fingers[index]
      if finger.isNew { newest = index }
      if finger.thumb != .finger { hasThumb = true }
      oldest = min(oldest, finger.began)
      fastest = max(fastest, finger.fastReports)
      if lowest.map({ finger.place.y > fingers[$0].place.y }) ?? true {
        (lowest, next) = (index, lowest)
      } else if next.map({ finger.place.y > fingers[$0].place.y }) ?? true {
        next = index
      }
    }
    guard let lowest, let next, let newest else { return }
    let way = fingers[lowest].place - fingers[next].place
    let isNear = abs(way.dx) < Self.reach.dx && abs(way.dy) < Self.reach.dy
    let began = fingers[newest].began
    if !hasThumb, fastest > Self.fastReports.beside, !isNear {
      suppress(newest, &fingers)
    } else if isNear
      || began.seconds(since: oldest) < Self.togetherTime && fingers[lowest].place.y < lowerLine
      || abs(way.dy) <= Self.reach.dy
    {
      release(&fingers)
    } else {
      switch fingers[lowest].thumb {
      case .finger where canPinch, .jailed where canPinch:
        assign(.pinching, to: lowest, &fingers)
      case .pinching where canPinch: break
      default: suppress(lowest, &fingers)
      }
    }
  }

  /// Gives one finger `role`; all other fingers get the role ``PadFinger/Thumb/finger``.
  private func assign(_ role: PadFinger.Thumb, to index: Int, _ fingers: inout [PadFinger]) {
    release(&fingers)
    fingers[index].thumb = role
  }

  private func release(_ fingers: inout [PadFinger]) {
    for index in fingers.indices { fingers[index].thumb = .finger }
  }
}

import SnapbackBasics
import SnapbackTouches
import Testing

/// The notes of a filter that explains its delays.
///
/// Each test says by hand which frames hold which contacts; a position is in millimeters on a panel
/// with ten points per millimeter, and a time in milliseconds.
@Suite struct FilterNoteTests {
  private typealias Place = (id: UInt64, phase: Contact.Phase, x: Double)

  /// Plays frames; returns the notes, each with the time at which it is made.
  private func notes(
    explains: Bool = true, until end: Double, _ frames: [(Double, [Place])]
  ) -> [String] {
    var filter = ContactFilter()
    filter.explainsDelays = explains
    var lines: [String] = []
    func moment(_ milliseconds: Double) -> Instant {
      Instant.zero.advanced(bySeconds: 1 + milliseconds / 1000)
    }
    func drain(_ time: Double) {
      lines += filter.drainNotes().map { "\(Int32(saturating: time.rounded())) \($0)" }
    }
    func wait(_ time: Double) {
      while let deadline = filter.deadline, deadline <= moment(time) {
        _ = filter.advance(to: deadline)
        drain(deadline.seconds(since: moment(0)) * 1000)
      }
    }
    for (time, places) in frames {
      wait(time)
      let contacts = places.map {
        Contact(id: $0.id, phase: $0.phase, position: Point(x: 10 * $0.x, y: 100))
      }
      _ = filter.apply(
        TouchFrame(time: moment(time), contacts: contacts, pointsPerMillimeter: 10))
      drain(time)
    }
    wait(end)
    return lines
  }

  @Test func aSecondFingerIsLateByTheTimeOfAGhost() {
    let frames: [(Double, [Place])] = [
      (0, [(1, .began, 50)]), (100, [(1, .moved, 50), (2, .began, 10)]),
    ]
    #expect(
      notes(until: 200, frames) == [
        "120 the begin of contact 2 is 20 ms late: a contact next to others could have been a ghost"
      ])
    #expect(notes(explains: false, until: 200, frames) == [])
  }

  @Test func aJumpThatIsConfirmedIsOneFrameLate() {
    let frames: [(Double, [Place])] = [
      (0, [(1, .began, 50)]), (8, [(1, .moved, 51)]), (16, [(1, .moved, 100)]),
      (24, [(1, .moved, 101)]),
    ]
    #expect(
      notes(until: 100, frames) == [
        "24 the position of contact 1 is 8 ms late: it could have been a spike"
      ])
    #expect(notes(explains: false, until: 100, frames) == [])
  }

  @Test func aWrongPositionBeforeTheLiftIsDropped() {
    let frames: [(Double, [Place])] = [
      (0, [(1, .began, 50)]), (8, [(1, .moved, 50)]), (16, [(1, .moved, 100)]),
      (24, [(1, .ended, 100)]),
    ]
    #expect(
      notes(until: 100, frames) == [
        "24 a position of contact 1 jumped 50 mm away for one frame; it was dropped"
      ])
    #expect(notes(explains: false, until: 100, frames) == [])
  }

  @Test func aJoinedContactIsNamedAndLaterLiftsAreLate() {
    let frames: [(Double, [Place])] = [
      (0, [(1, .began, 50)]), (10, [(1, .moved, 50)]), (20, [(1, .ended, 50)]),
      (35, [(2, .began, 50)]), (45, [(2, .ended, 50)]), (60, [(3, .began, 50)]),
      (70, [(3, .ended, 50)]),
    ]
    #expect(
      notes(until: 200, frames) == [
        "35 a contact broke off and resumed after 15 ms as contact 2; lifts wait 30 ms for a "
          + "minute",
        "60 contact 2 broke off and resumed after 15 ms as contact 3; the two were joined",
        "100 the lift of contact 2 is 30 ms late: the contact could have continued under another "
          + "id",
      ])
    // Without the delays, the same without the last.
    #expect(notes(explains: false, until: 200, frames).count == 2)
  }

  @Test func aGhostIsNamed() {
    let frames: [(Double, [Place])] = [
      (0, [(1, .began, 50)]), (100, [(1, .moved, 50), (2, .began, 10)]),
      (108, [(1, .moved, 50), (2, .ended, 10)]),
    ]
    #expect(
      notes(until: 200, frames) == [
        "108 contact 2, next to others, ended after 8 ms; it was dropped"
      ])
  }

  @Test func otherNamesCanBeGivenToContacts() {
    let note = DecoderNote.filtered(.merged(contact: 7, into: 4, gap: 0.01))
    #expect(note.text { "finger \($0)" }.hasPrefix("finger 4 broke off"))
    #expect(note.contact == 7 && note.word == "merged" && note.isFromFilter)
    #expect(DecoderNote.palm(contact: 3).text { "finger \($0)" } == "finger 3 is a palm")
  }
}

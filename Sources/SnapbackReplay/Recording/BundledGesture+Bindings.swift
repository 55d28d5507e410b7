import SnapbackBasics

/// The strokes of gestures for scenes with bindings.
extension BundledGesture {
  var strokesOfHeaderScrolls: [Stroke] {
    [
      stroke((195, 560), (200, 500), at: 0, duration: 0.5, rest: 0.2),
      flick((195, 650), (190, 540), at: 1.1, duration: 0.2),
      tap((195, 500), at: 1.6),
      flick((195, 300), (200, 560), at: 2.2, duration: 0.25),
    ]
  }

  var strokesOfBackSwipes: [Stroke] {
    [
      stroke((40, 500), (180, 510), at: 0, duration: 0.5, rest: 0.15),
      flick((40, 400), (160, 395), at: 1.5, duration: 0.2),
      tap((195, 220), at: 2.7),
      stroke((300, 450), (380, 455), at: 2.9, duration: 0.3, rest: 0.2),
    ]
  }

  var strokesOfDeckDrags: [Stroke] {
    [
      stroke((195, 470), (315, 440), at: 0, duration: 0.5, rest: 0.15),
      flick((230, 430), (100, 410), at: 1.6, duration: 0.2),
      flick((180, 450), (320, 440), at: 2.9, duration: 0.2),
    ]
  }

  var strokesOfPageScrolls: [Stroke] {
    [
      stroke((195, 600), (200, 440), at: 0, duration: 0.5, rest: 0.25),
      flick((195, 650), (190, 540), at: 1.1, duration: 0.2),
      tap((195, 500), at: 1.6),
      flick((195, 250), (200, 550), at: 2.2, duration: 0.25),
      stroke((195, 300), (195, 500), at: 3.9, duration: 0.5, rest: 0.2),
    ]
  }

  var strokesOfPageTurns: [Stroke] {
    [
      stroke((240, 420), (130, 425), at: 0, duration: 0.5, rest: 0.15),
      flick((260, 400), (140, 395), at: 1.7, duration: 0.2),
      flick((260, 430), (140, 430), at: 3, duration: 0.2),
      flick((130, 400), (250, 405), at: 3.45, duration: 0.2),
    ]
  }

  var strokesOfRowSwipes: [Stroke] {
    [
      flick((330, 232), (190, 238), at: 0, duration: 0.3),
      stroke((320, 333), (262, 330), at: 1.2, duration: 0.4, rest: 0.15),
      flick((140, 236), (250, 232), at: 2.4, duration: 0.25),
    ]
  }

  var strokesOfDrawerPans: [Stroke] {
    [
      flick((6, 400), (206, 408), at: 0, duration: 0.35),
      stroke((280, 500), (180, 505), at: 1.3, duration: 0.4, rest: 0.15),
      flick((270, 300), (150, 304), at: 2.6, duration: 0.2),
      tap((60, 300), at: 2.86, duration: 0.35),
      flick((10, 420), (210, 412), at: 4.2, duration: 0.35), tap((350, 600), at: 5.5),
    ]
  }

  var strokesOfPageFlicks: [Stroke] {
    [
      flick((300, 400), (120, 405), at: 0, duration: 0.2),
      stroke((320, 420), (110, 415), at: 1.3, duration: 0.4, rest: 0.15),
      stroke((150, 400), (240, 405), at: 2.8, duration: 0.3, rest: 0.15),
      flick((300, 400), (160, 400), at: 4.2, duration: 0.2),
      stroke((310, 410), (80, 405), at: 4.5, hold: 0.1, duration: 0.4, rest: 0.2),
    ]
  }

  var strokesOfPicturePulls: [Stroke] {
    [
      stroke((195, 250), (198, 620), at: 0, duration: 0.6, rest: 0.2),
      flick((200, 640), (195, 400), at: 1.8, duration: 0.25),
      tap((205, 500), at: 2.3, duration: 0.1),
      flick((190, 240), (195, 600), at: 3.1, duration: 0.25),
    ]
  }

  var strokesOfPhotoDrags: [Stroke] {
    [
      stroke((195, 400), (199, 520), at: 0, duration: 0.4, rest: 0.15),
      flick((200, 380), (196, 560), at: 1.4, duration: 0.25), tap((195, 280), at: 2.7),
      flick((190, 390), (194, 560), at: 4, duration: 0.22),
      stroke((195, 780), (192, 440), at: 4.3, hold: 0.1, duration: 0.4, rest: 0.15),
    ]
  }

  var strokesOfListPulls: [Stroke] {
    [
      stroke((195, 300), (198, 420), at: 0, duration: 0.5, rest: 0.15),
      stroke((195, 280), (200, 560), at: 1.4, duration: 0.6, rest: 0.2),
      stroke((150, 260), (154, 500), at: 5, duration: 0.5, rest: 0.9),
      stroke((260, 640), (256, 380), at: 5.6, duration: 0.5, rest: 0.3),
    ]
  }

  var strokesOfKnobSlides: [Stroke] {
    [
      stroke((60, 740), (232, 742), at: 0, duration: 0.5, rest: 0.15),
      stroke((60, 741), (345, 738), at: 1.8, duration: 0.7, rest: 0.3),
      tap((330, 740), at: 3.9),
      flick((58, 740), (262, 736), at: 5.1, duration: 0.16),
    ]
  }

  var strokesOfBeadDrags: [Stroke] {
    [
      Stroke(
        .turn(about: Point(x: 195, y: 372), from: Point(x: 195, y: 232), angle: 4.2, scale: 1),
        at: 0, duration: 1.1, rest: 0.6),
      flick((200, 235), (120, 450), at: 3.4, duration: 0.22),
    ]
  }

  var strokesOfKioskTour: [Stroke] {
    [
      stroke((68, 744), (332, 741), at: 0, hold: 0.3, duration: 0.6, rest: 0.15),
      flick((195, 600), (190, 430), at: 2, duration: 0.22),
      flick((195, 360), (200, 620), at: 3.1, duration: 0.25),
      stroke((195, 730), (198, 540), at: 4.5, duration: 0.45, rest: 0.1),
      flick((195, 560), (192, 420), at: 5.6, duration: 0.2),
      flick((195, 330), (200, 560), at: 6.5, duration: 0.22),
      tap((195, 792), at: 7.4), tap((195, 260), at: 8.1),
      stroke((150, 440), (108, 406), at: 9.1, duration: 0.6, rest: 0.15),
      stroke((240, 400), (296, 446), at: 9.1, duration: 0.6, rest: 0.15),
      flick((190, 380), (206, 600), at: 10.6, duration: 0.25),
      tap((352, 32), at: 11.6), tap((65, 792), at: 12.5),
    ]
  }
}

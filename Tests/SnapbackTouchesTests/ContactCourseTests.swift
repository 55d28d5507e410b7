import SnapbackBasics
import Testing

@testable import SnapbackTouches

@Suite struct ContactCourseTests {
  private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  @Test func theVelocityIsThatBetweenScans() {
    var course = ContactCourse(at: Point(x: 10, y: 0), at(1))
    #expect(course.expected(at: at(2)) == Point(x: 10, y: 0))
    course.move(to: Point(x: 12, y: 0), at: at(1.01))
    #expect(abs(course.velocity.dx - 200) < 1e-6 && course.velocity.dy == 0)
    // The second part of a scan moves the contact, but says nothing about its velocity.
    course.move(to: Point(x: 12, y: 8), at: at(1.011))
    #expect(course.position == Point(x: 12, y: 8))
    #expect(course.velocity.dy == 0)
    course.move(to: Point(x: 14, y: 8), at: at(1.02))
    #expect(abs(course.velocity.dy - 800) < 1e-6)
  }

  @Test func aContactIsExpectedStraightOnForAWhile() {
    var course = ContactCourse(at: .zero, at(0))
    course.move(to: Point(x: 1, y: 0), at: at(0.01))
    #expect(abs(course.expected(at: at(0.03)).x - 3) < 1e-9)
    #expect(abs(course.expected(at: at(0.06)).x - 6) < 1e-9)
    #expect(abs(course.expected(at: at(5)).x - 6) < 1e-9)
    #expect(course.expected(at: at(0)) == course.position)
  }

  @Test func aJumpForgetsTheWay() {
    var course = ContactCourse(at: .zero, at(0))
    course.move(to: Point(x: 1, y: 0), at: at(0.01))
    course.forgetPosition()
    #expect(!course.isPlaced)
    course.jump(to: Point(x: 50, y: 60), at: at(0.02))
    #expect(course.isPlaced && course.velocity == .zero)
    #expect(course.expected(at: at(1)) == Point(x: 50, y: 60))
    course.move(to: Point(x: 51, y: 60), at: at(0.03))
    #expect(abs(course.velocity.dx - 100) < 1e-6)
  }
}

public import SnapbackBasics

/// One event as the kernel delivers it: time, type, code, value.
///
/// Source of the numbers: Linux, `include/uapi/linux/input-event-codes.h`.
public struct InputEvent: Hashable, Sendable {
  /// The kernel's time stamp, on the device's clock.
  public var time: Instant
  /// The event type, `EV_…`.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value; its unit depends on the code.
  public var value: Int32

  /// Creates an event from its four fields.
  public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether the event is a `SYN_REPORT`, which ends a touch frame.
  public var endsFrame: Bool { type == EventCode.synchronization && code == EventCode.report }
}

/// The event types and codes that touch devices use, by the kernel's names.
public enum EventCode {
  /// `EV_SYN`: the boundaries of touch frames, and lost events.
  public static let synchronization: UInt16 = 0x00
  /// `EV_KEY`: keys and buttons.
  public static let key: UInt16 = 0x01
  /// `EV_REL`: relative axes.
  public static let relative: UInt16 = 0x02
  /// `EV_ABS`: absolute axes.
  public static let absolute: UInt16 = 0x03

  /// `EV_MSC`: events that fit no other type.
  public static let miscellaneous: UInt16 = 0x04
  /// `EV_SW`: switches.
  public static let switches: UInt16 = 0x05
  /// `EV_LED`: lights.
  public static let lights: UInt16 = 0x11

  /// `SYN_REPORT`: the touch frame is complete.
  public static let report: UInt16 = 0x00
  /// `SYN_CONFIG`: not sent by current kernels.
  public static let configuration: UInt16 = 0x01
  /// `SYN_MT_REPORT`: the end of a contact in multitouch protocol type A.
  public static let multitouchReport: UInt16 = 0x02
  /// `SYN_DROPPED`: the kernel's buffer overran and events are lost.
  public static let dropped: UInt16 = 0x03

  /// `EV_MAX`, the highest event type.
  public static let greatestType: UInt16 = 0x1f
  /// `KEY_MAX`, the highest code of a key or button. No other type has higher codes.
  public static let greatestKey: UInt16 = 0x2ff
  /// `ABS_MAX`, the highest code of an absolute axis.
  public static let greatestAxis: UInt16 = 0x3f

  /// `MSC_RAW`: a raw value.
  public static let rawCode: UInt16 = 0x03
  /// `MSC_SCAN`: a scan code.
  public static let scanCode: UInt16 = 0x04

  /// `BTN_LEFT`: an absolute pointer's button.
  public static let leftButton: UInt16 = 0x110
  /// `BTN_TOOL_PEN`: a pen is near.
  public static let toolPen: UInt16 = 0x140
  /// `BTN_TOOL_FINGER`: a touchpad's finger.
  public static let toolFinger: UInt16 = 0x145
  /// `BTN_TOUCH`: the surface is touched.
  public static let touch: UInt16 = 0x14a

  /// `ABS_X`: single touch position.
  public static let x: UInt16 = 0x00
  /// `ABS_Y`: single touch position.
  public static let y: UInt16 = 0x01
  /// `ABS_MT_SLOT`: the slot that the following events describe.
  public static let slot: UInt16 = 0x2f
  /// `ABS_MT_POSITION_X`: a contact's position.
  public static let multitouchX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`: a contact's position.
  public static let multitouchY: UInt16 = 0x36
  /// `ABS_MT_TOOL_TYPE`: finger, pen or palm.
  public static let toolType: UInt16 = 0x37
  /// `ABS_MT_TRACKING_ID`: a contact's identity; −1 when it has gone.
  public static let trackingID: UInt16 = 0x39

  /// `MT_TOOL_PALM`: the contact is a palm.
  public static let palm: Int32 = 0x02
  /// `INPUT_PROP_POINTER`: the device needs an on-screen cursor.
  public static let pointerProperty: UInt16 = 0x00
  /// `INPUT_PROP_DIRECT`: a surface that is touched directly, such as a display.
  public static let directProperty: UInt16 = 0x01
}

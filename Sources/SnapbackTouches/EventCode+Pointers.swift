/// The event codes of pens, pointers, wheels and touchpads.
extension EventCode {
  /// `REL_X`: movement of a mouse to the right.
  public static let relativeX: UInt16 = 0x00
  /// `REL_Y`: movement of a mouse toward its user.
  public static let relativeY: UInt16 = 0x01
  /// `REL_HWHEEL`: notches of a wheel to the right.
  public static let horizontalWheel: UInt16 = 0x06
  /// `REL_WHEEL`: notches of a wheel away from its user.
  public static let wheel: UInt16 = 0x08
  /// `REL_WHEEL_HI_RES`: 120ths of a notch away from the user.
  public static let fineWheel: UInt16 = 0x0b
  /// `REL_HWHEEL_HI_RES`: 120ths of a notch to the right.
  public static let fineHorizontalWheel: UInt16 = 0x0c

  /// `ABS_PRESSURE`: pressure of a pen or finger.
  public static let pressure: UInt16 = 0x18
  /// `ABS_TILT_X`: tilt of a pen to the right.
  public static let tiltX: UInt16 = 0x1a
  /// `ABS_TILT_Y`: tilt of a pen toward its user.
  public static let tiltY: UInt16 = 0x1b
  /// The code before `ABS_MT_SLOT`. No multitouch device has this axis; a joystick that declares
  /// all codes does.
  public static let beforeSlot: UInt16 = 0x2e
  /// `ABS_MT_TOUCH_MAJOR`: the length of the contact area; 0 when the contact has lifted (type A).
  public static let touchMajor: UInt16 = 0x30

  /// `ABS_MT_PRESSURE`: pressure of a contact.
  public static let contactPressure: UInt16 = 0x3a

  /// `ABS_MT_DISTANCE`: distance of a contact from the surface; 0 means that the contact touches.
  public static let contactDistance: UInt16 = 0x3b

  /// `BTN_RIGHT`: the second button of a pointer.
  public static let rightButton: UInt16 = 0x111
  /// `BTN_JOYSTICK` to the last button of a gamepad.
  public static let gameButtons: ClosedRange<UInt16> = 0x120...0x13f
  /// `BTN_TOOL_RUBBER`: a pen's eraser is near.
  public static let toolEraser: UInt16 = 0x141
  /// `BTN_TOOL_BRUSH`, `BTN_TOOL_PENCIL` and `BTN_TOOL_AIRBRUSH`: other pens.
  public static let otherPens: ClosedRange<UInt16> = 0x142...0x144
  /// `BTN_TOOL_MOUSE`: a tablet's own mouse is near.
  public static let toolMouse: UInt16 = 0x146
  /// `BTN_TOOL_LENS`: a tablet's mouse with a lens is near.
  public static let toolLens: UInt16 = 0x147
  /// `BTN_TOOL_QUINTTAP`: five fingers touch a touchpad.
  public static let fiveFingers: UInt16 = 0x148
  /// `BTN_STYLUS3`: the third button of a pen.
  public static let thirdStylus: UInt16 = 0x149
  /// `BTN_STYLUS`: the first button of a pen.
  public static let stylus: UInt16 = 0x14b
  /// `BTN_STYLUS2`: the second button of a pen.
  public static let secondStylus: UInt16 = 0x14c
  /// `BTN_TOOL_DOUBLETAP`: two fingers touch a touchpad.
  public static let twoFingers: UInt16 = 0x14d
  /// `BTN_TOOL_TRIPLETAP`: three fingers touch a touchpad.
  public static let threeFingers: UInt16 = 0x14e
  /// `BTN_TOOL_QUADTAP`: four fingers touch a touchpad.
  public static let fourFingers: UInt16 = 0x14f

  /// `MT_TOOL_PEN`: the contact is a pen.
  public static let pen: Int32 = 0x01
  /// `INPUT_PROP_BUTTONPAD`: a touchpad whose whole surface is the button.
  public static let buttonPadProperty: UInt16 = 0x02
  /// `INPUT_PROP_SEMI_MT`: a touchpad that reports only a rectangle around its fingers.
  public static let semiMultitouchProperty: UInt16 = 0x03
  /// `INPUT_PROP_ACCELEROMETER`: an accelerometer, whose axes are not positions.
  public static let accelerometerProperty: UInt16 = 0x06
}

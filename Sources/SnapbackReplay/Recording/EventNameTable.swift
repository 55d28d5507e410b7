/// The kernel's names of event types and codes, as `getevent -l` prints them.
///
/// Source: Linux, `include/uapi/linux/input-event-codes.h`.
enum EventNameTable {
  /// Names without the prefix of their group, each followed by its decimal number.
  static let types = """
    SYN 0 KEY 1 REL 2 ABS 3 MSC 4 SW 5 LED 17 SND 18 REP 20 FF 21 PWR 22 FF_STATUS 23
    """
  static let synchronizations = """
    REPORT 0 CONFIG 1 MT_REPORT 2 DROPPED 3
    """
  static let relativeAxes = """
    X 0 Y 1 Z 2 RX 3 RY 4 RZ 5 HWHEEL 6 DIAL 7 WHEEL 8 MISC 9 RESERVED 10 WHEEL_HI_RES 11 \
    HWHEEL_HI_RES 12
    """
  static let axes = """
    X 0 Y 1 Z 2 RX 3 RY 4 RZ 5 THROTTLE 6 RUDDER 7 WHEEL 8 GAS 9 BRAKE 10 HAT0X 16 HAT0Y 17 \
    HAT1X 18 HAT1Y 19 HAT2X 20 HAT2Y 21 HAT3X 22 HAT3Y 23 PRESSURE 24 DISTANCE 25 TILT_X 26 \
    TILT_Y 27 TOOL_WIDTH 28 VOLUME 32 PROFILE 33 MISC 40 RESERVED 46 MT_SLOT 47 MT_TOUCH_MAJOR \
    48 MT_TOUCH_MINOR 49 MT_WIDTH_MAJOR 50 MT_WIDTH_MINOR 51 MT_ORIENTATION 52 MT_POSITION_X 53 \
    MT_POSITION_Y 54 MT_TOOL_TYPE 55 MT_BLOB_ID 56 MT_TRACKING_ID 57 MT_PRESSURE 58 MT_DISTANCE \
    59 MT_TOOL_X 60 MT_TOOL_Y 61
    """
  static let miscellaneous = """
    SERIAL 0 PULSELED 1 GESTURE 2 RAW 3 SCAN 4 TIMESTAMP 5
    """
  static let switches = """
    LID 0 TABLET_MODE 1 HEADPHONE_INSERT 2 RFKILL_ALL 3 RADIO 3 MICROPHONE_INSERT 4 DOCK 5 \
    LINEOUT_INSERT 6 JACK_PHYSICAL_INSERT 7 VIDEOOUT_INSERT 8 CAMERA_LENS_COVER 9 KEYPAD_SLIDE \
    10 FRONT_PROXIMITY 11 ROTATE_LOCK 12 LINEIN_INSERT 13 MUTE_DEVICE 14 PEN_INSERTED 15 \
    MACHINE_COVER 16
    """
  static let lights = """
    NUML 0 CAPSL 1 SCROLLL 2 COMPOSE 3 KANA 4 SLEEP 5 SUSPEND 6 MUTE 7 MISC 8 MAIL 9 CHARGING 10
    """
  static let sounds = """
    CLICK 0 BELL 1 TONE 2
    """
  static let repeats = """
    DELAY 0 PERIOD 1
    """
  static let properties = """
    POINTER 0 DIRECT 1 BUTTONPAD 2 SEMI_MT 3 TOPBUTTONPAD 4 POINTING_STICK 5 ACCELEROMETER 6
    """
}

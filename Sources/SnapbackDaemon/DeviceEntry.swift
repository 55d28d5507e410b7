/// The description of a device for clients.
struct DeviceEntry {
  /// The id of the device until it is removed. A device that is connected again gets a new id.
  var id: UInt64
  var name: String
  var kind: String
}

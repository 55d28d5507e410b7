// The scene of a daemon, for frames.qml.
import QtQuick
import Snapback

SnapbackScene {
    delegate: SnapbackBox { }
}

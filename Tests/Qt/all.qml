import QtQuick
import Snapback

// All views of a scene, drawn by the delegate.
Window {
    visible: true
    SnapbackScene {
        anchors.fill: parent
        delegate: SnapbackBox { }
    }
}

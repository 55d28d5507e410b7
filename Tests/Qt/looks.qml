import QtQuick
import Snapback

// The scene of Tests/Renderers/looks.py, drawn by the delegate. The test writes the image.
Window {
    visible: true
    SnapbackScene {
        anchors.fill: parent
        delegate: SnapbackBox { font.family: "DejaVu Sans" }
        SnapbackView { objectName: "frame"; view: "frame"; SnapbackBox { } }
    }
}

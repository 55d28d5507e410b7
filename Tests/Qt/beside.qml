import QtQuick
import Snapback

// The views of Tests/Renderers/scene.json5: items side by side, in any order, and one in the item
// of a view that does not contain its own.
Window {
    visible: true
    color: "white"
    SnapbackScene {
        anchors.fill: parent
        SnapbackView { view: "badge"; SnapbackBox { } }
        SnapbackView {
            view: "bar"
            SnapbackBox { }
            SnapbackView { view: "ball"; SnapbackBox { } }
        }
        SnapbackView { view: "card"; SnapbackBox { } }
        SnapbackView { view: "tray"; SnapbackBox { } }
        SnapbackView { view: "window"; SnapbackBox { } }
    }
}

import QtQuick
import Snapback

// The badge of Tests/Renderers/scene.json5, whose view is in the card; the item of the card is
// deleted and created again.
Window {
    visible: true
    SnapbackScene {
        id: scene
        property bool hasCard: true
        anchors.fill: parent
        SnapbackView { objectName: "badge"; view: "badge"; SnapbackBox { } }
        Loader {
            active: scene.hasCard
            sourceComponent: SnapbackView { objectName: "card"; view: "card"; SnapbackBox { } }
        }
    }
}

import QtQuick
import Snapback

// The card with a button, and an item without a view.
Window {
    id: window
    width: 390
    height: 844
    visible: true

    function paint(color) {
        scene.send({ patch: { id: 7, scene: { views: [{ id: "card", color: color }] } } });
    }

    SnapbackScene {
        id: scene
        property int answered: 0
        property string heard: ""
        onReplied: (reply) => answered = reply.ok ? reply.id : -1
        onHappened: (event) => heard = `${event.kind} ${event.view}`
        anchors.fill: parent
        SnapbackView {
            objectName: "card"
            view: "card"
            SnapbackBox { }
            MouseArea {
                objectName: "button"
                property int clicks: 0
                width: 100
                height: 50
                onClicked: clicks += 1
            }
        }
        SnapbackView { objectName: "typo"; view: "crad" }
    }
}

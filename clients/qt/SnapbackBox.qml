import QtQuick
import Snapback

/// The fill, the corners and the text of the view around it.
Item {
    id: box
    readonly property SnapbackView view: parent as SnapbackView
    readonly property string text: view ? view.text : ""
    property color textColor: "black"

    anchors.fill: parent

    // Qt's software renderer rounds the size of a Rectangle to whole points, so this one has such a
    // size and is scaled.
    Rectangle {
        width: Math.ceil(box.width)
        height: Math.ceil(box.height)
        color: box.view ? box.view.fill : "transparent"
        radius: box.view ? box.view.cornerRadius : 0
        antialiasing: true
        transform: Scale {
            xScale: box.width > 0 ? box.width / Math.ceil(box.width) : 1
            yScale: box.height > 0 ? box.height / Math.ceil(box.height) : 1
        }
    }

    Text {
        anchors.fill: parent
        visible: box.text !== ""
        text: box.text
        color: box.textColor
        font.pixelSize: box.view && box.view.textSize > 0 ? box.view.textSize : 17
        lineHeightMode: Text.FixedHeight
        lineHeight: box.view && box.view.lineHeight > 0 ? box.view.lineHeight : 22
        maximumLineCount: box.view && box.view.lineLimit > 0 ? box.view.lineLimit : 10000
        wrapMode: Text.Wrap
        elide: Text.ElideRight
        textFormat: Text.PlainText
    }
}

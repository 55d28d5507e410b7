import QtQuick
import Snapback

/// The view around it: its shadow, fill, image, text and border.
Item {
    id: box
    readonly property SnapbackView view: parent as SnapbackView
    readonly property string text: view ? view.text : ""
    property color textColor: view ? view.textColor : "black"
    property font font

    anchors.fill: parent
    onViewChanged: if (view) view.paintsRims = true

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

    SnapbackImage {
        anchors.fill: parent
        visible: box.view !== null && box.view.image !== ""
        view: box.view
    }

    // A text that is cut is clipped; others may reach a little beyond the view.
    Item {
        anchors.fill: parent
        visible: box.text !== ""
        clip: words.mode === Text.ElideNone

        Text {
            id: words
            readonly property real high:
                box.view && box.view.lineHeight > 0 ? box.view.lineHeight : 22
            // A view that has the height of its lines has it up to the rounding of numbers.
            readonly property int limit: Math.min(
                box.view && box.view.lineLimit > 0 ? box.view.lineLimit : 10000,
                Math.max(1, Math.floor(box.height / high + 0.01)))
            readonly property int mode: box.view ? box.view.truncation : Text.ElideRight
            readonly property real free: Math.max(0, box.height - lineCount * high)
            readonly property real share: !box.view ? 0
                : box.view.verticalAlignment === Text.AlignVCenter ? 0.5
                : box.view.verticalAlignment === Text.AlignBottom ? 1 : 0
            // The daemon estimates the widths of texts without fonts. Lines that are too wide by up
            // to this factor are condensed.
            readonly property real tolerance: mode === Text.ElideNone ? 1 : 1.3
            readonly property real shrunk: contentWidth > box.width && tolerance > 1
                ? box.width / contentWidth : 1

            width: box.width / shrunk
            y: box.view ? box.view.firstBaseline - baselineOffset + share * free : 0
            text: box.view && box.text !== ""
                ? box.view.lines(font, box.width, limit, mode, tolerance) : ""
            color: box.textColor
            font.family: box.font.family
            font.pixelSize: box.view && box.view.textSize > 0 ? box.view.textSize : 17
            font.weight: box.view ? box.view.fontWeight : Font.Normal
            horizontalAlignment: box.view ? box.view.textAlignment : Text.AlignLeft
            lineHeightMode: Text.FixedHeight
            lineHeight: high
            textFormat: Text.PlainText
            transform: Scale { xScale: words.shrunk }
        }
    }
}

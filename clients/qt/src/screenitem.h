#pragma once

#include <QColor>
#include <QQuickItem>

/// The screen of a scene: an item whose unit is a point, with the scene's background. It clips the
/// views in it.
class ScreenItem : public QQuickItem {
  Q_OBJECT

public:
  explicit ScreenItem(QQuickItem *parent);

  /// Fits a screen of a size in points into an area, centered at whole pixels of the display.
  /// With `scales` false, a point is a unit of the area, and the screen begins at its top left
  /// corner. `ratio` is the number of pixels of a unit.
  void fit(QSizeF points, QSizeF area, bool scales, double ratio);
  /// The point of the screen at a position in the area.
  QPointF point(QPointF position) const;
  void paint(const QColor &background);

protected:
  QSGNode *updatePaintNode(QSGNode *node, UpdatePaintNodeData *data) override;

private:
  QColor m_background = Qt::transparent;
};

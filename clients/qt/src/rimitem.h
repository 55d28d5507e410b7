#pragma once

#include <QQuickItem>

#include "rim.h"

/// Draws the border or the shadow of a view. The item has the size of the view.
class RimItem : public QQuickItem {
  Q_OBJECT

public:
  explicit RimItem(QQuickItem *parent);

  /// `density` is the number of pixels of a point.
  void set(const RimShape &shape, double density);

protected:
  void geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) override;
  QSGNode *updatePaintNode(QSGNode *node, UpdatePaintNodeData *data) override;

private:
  RimShape m_shape;
  double m_density = 1;
};

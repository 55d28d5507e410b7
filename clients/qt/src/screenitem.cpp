#include "screenitem.h"

#include <QQuickWindow>
#include <QSGRectangleNode>
#include <QtMath>

ScreenItem::ScreenItem(QQuickItem *parent) : QQuickItem(parent) {
  setFlag(ItemHasContents);
  setTransformOrigin(TopLeft);
  setClip(true);
}

void ScreenItem::fit(QSizeF points, QSizeF area, bool scales, double ratio) {
  setSize(points);
  const double fitted = qMin(area.width() / points.width(), area.height() / points.height());
  const bool isFitted = scales && qIsFinite(fitted) && fitted > 0;
  setScale(isFitted ? fitted : 1);
  if (!isFitted) {
    setPosition({0, 0});
    return;
  }
  const auto centered = [ratio](double rest) { return qRound(rest / 2 * ratio) / ratio; };
  setPosition({
    centered(area.width() - points.width() * fitted),
    centered(area.height() - points.height() * fitted)});
}

QPointF ScreenItem::point(QPointF position) const {
  return (position - QPointF(x(), y())) / scale();
}

void ScreenItem::paint(const QColor &background) {
  if (background == m_background) return;
  m_background = background;
  update();
}

QSGNode *ScreenItem::updatePaintNode(QSGNode *node, UpdatePaintNodeData *) {
  auto *rectangle = static_cast<QSGRectangleNode *>(node);
  if (m_background.alpha() == 0 || width() <= 0 || height() <= 0) {
    delete rectangle;
    return nullptr;
  }
  if (rectangle == nullptr) rectangle = window()->createRectangleNode();
  rectangle->setRect(boundingRect());
  rectangle->setColor(m_background);
  return rectangle;
}

#pragma once

#include <QImage>
#include <QPointer>
#include <QQuickItem>
#include <QtQml/qqmlregistration.h>

#include "snapbackview.h"

/// The image of a view: it covers the view, and is cut to its round corners. SnapbackBox has one.
class SnapbackImage : public QQuickItem {
  Q_OBJECT
  QML_ELEMENT
  /// The view whose image is drawn.
  Q_PROPERTY(SnapbackView *view READ view WRITE setView NOTIFY viewChanged FINAL)

public:
  explicit SnapbackImage(QQuickItem *parent = nullptr);

  SnapbackView *view() const { return m_view; }
  void setView(SnapbackView *view);

signals:
  void viewChanged();

protected:
  void geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) override;
  QSGNode *updatePaintNode(QSGNode *node, UpdatePaintNodeData *data) override;

private:
  void read();
  QImage picture(QSize pixels, double density, double cornerRadius) const;

  QPointer<SnapbackView> m_view;
  QPointer<QObject> m_scene;
  QImage m_image;
  bool m_isNew = false;
};

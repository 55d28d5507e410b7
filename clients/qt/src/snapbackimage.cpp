#include "snapbackimage.h"

#include <QPainter>
#include <QQuickWindow>
#include <QSGImageNode>
#include <QtMath>

#include "snapbackscene.h"

namespace {

/// The greatest width and height of a texture, in pixels.
constexpr int largest = 4096;

}  // namespace

SnapbackImage::SnapbackImage(QQuickItem *parent) : QQuickItem(parent) {
  setFlag(ItemHasContents);
}

void SnapbackImage::setView(SnapbackView *view) {
  if (view == m_view) return;
  if (m_view != nullptr) m_view->disconnect(this);
  m_view = view;
  if (view != nullptr) {
    const auto redraw = [this] {
      m_isNew = true;
      update();
    };
    connect(view, &SnapbackView::styleChanged, this, &SnapbackImage::read);
    connect(view, &SnapbackView::cornerRadiusChanged, this, redraw);
    connect(view, &SnapbackView::densityChanged, this, redraw);
  }
  emit viewChanged();
  read();
}

/// Takes the image with the name of the view's look.
void SnapbackImage::read() {
  QImage image;
  const QString name = m_view != nullptr ? m_view->image() : QString();
  for (QQuickItem *item = m_view; item != nullptr && !name.isEmpty(); item = item->parentItem()) {
    auto *scene = qobject_cast<SnapbackScene *>(item);
    if (scene == nullptr) continue;
    image = scene->image(name);
    if (m_scene != scene) {
      if (m_scene != nullptr) m_scene->disconnect(this);
      m_scene = scene;
      connect(scene, &SnapbackScene::imagesChanged, this, &SnapbackImage::read);
    }
    break;
  }
  if (image.cacheKey() == m_image.cacheKey()) return;
  m_image = image;
  m_isNew = true;
  update();
}

void SnapbackImage::geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) {
  QQuickItem::geometryChange(newGeometry, oldGeometry);
  if (newGeometry.size() == oldGeometry.size()) return;
  m_isNew = true;
  update();
}

/// The pixels of the item.
QImage SnapbackImage::picture(QSize pixels, double density, double cornerRadius) const {
  const QImage scaled = m_image.scaled(
    pixels, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
  QImage result(pixels, QImage::Format_ARGB32_Premultiplied);
  result.fill(Qt::transparent);
  QPainter painter(&result);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  QBrush brush(scaled);
  brush.setTransform(QTransform::fromTranslate(
    -(scaled.width() - pixels.width()) / 2, -(scaled.height() - pixels.height()) / 2));
  painter.setBrush(brush);
  const QRectF shape(QPointF(0, 0), size() * density);
  painter.drawRoundedRect(shape, cornerRadius * density, cornerRadius * density);
  return result;
}

QSGNode *SnapbackImage::updatePaintNode(QSGNode *node, UpdatePaintNodeData *) {
  auto *image = static_cast<QSGImageNode *>(node);
  if (size().isEmpty() || m_image.isNull() || m_view == nullptr) {
    delete image;
    return nullptr;
  }
  const double density =
    qMin(m_view->density(), largest / qMax(width(), height()));
  const QSize pixels(qCeil(width() * density), qCeil(height() * density));
  if (image == nullptr) {
    image = window()->createImageNode();
    image->setOwnsTexture(true);
    image->setFiltering(QSGTexture::Linear);
    m_isNew = true;
  }
  if (m_isNew) {
    image->setTexture(window()->createTextureFromImage(
      picture(pixels, density, m_view->cornerRadius()), QQuickWindow::TextureHasAlphaChannel));
    m_isNew = false;
  }
  image->setRect(QRectF(QPointF(0, 0), QSizeF(pixels) / density));
  return image;
}

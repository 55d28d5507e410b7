#include "rimitem.h"

#include <QQuickWindow>
#include <QSGImageNode>
#include <QSGTexture>
#include <array>
#include <memory>

namespace {

/// The parts of an image around its middle, which is empty.
class RimNode : public QSGNode {
public:
  void draw(QQuickWindow *window, const RimShape &shape, QSizeF size, double most) {
    const double density = Rim::possibleDensity(shape, size, most);
    const QSizeF drawn = Rim::drawnSize(shape, size, density);
    if (m_texture == nullptr || shape != m_shape || drawn != m_rim.size
      || density != m_rim.density) {
      replace(window, shape, drawn, density);
    }
    place(size);
  }

private:
  static constexpr int sides = 3;

  void replace(QQuickWindow *window, const RimShape &shape, QSizeF drawn, double density) {
    m_shape = shape;
    m_rim = Rim::draw(shape, drawn, density);
    std::unique_ptr<QSGTexture> texture(
      window->createTextureFromImage(m_rim.image, QQuickWindow::TextureHasAlphaChannel));
    for (QSGImageNode *&part : m_parts) {
      if (part == nullptr) {
        part = window->createImageNode();
        appendChildNode(part);
      }
      part->setTexture(texture.get());
      part->setFiltering(QSGTexture::Linear);
    }
    m_texture = std::move(texture);
    m_rim.image = {};
  }

  void place(QSizeF size) {
    const QMarginsF &margins = m_rim.margins, &caps = m_rim.caps;
    const std::array<double, sides + 1> across = {
      -margins.left(), caps.left(), size.width() - caps.right(), size.width() + margins.right()};
    const std::array<double, sides + 1> down = {
      -margins.top(), caps.top(), size.height() - caps.bottom(), size.height() + margins.bottom()};
    const double wider = size.width() - m_rim.size.width();
    const double higher = size.height() - m_rim.size.height();
    size_t number = 0;
    for (int row = 0; row < sides; row++) {
      for (int column = 0; column < sides; column++) {
        if (row == 1 && column == 1) continue;
        const QRectF target(
          QPointF(across[column], down[row]), QPointF(across[column + 1], down[row + 1]));
        const auto inImage = [this](double length, double margin, double growth, bool isAtEnd) {
          return (length + margin - (isAtEnd ? growth : 0)) * m_rim.density;
        };
        const QRectF source(
          QPointF(inImage(across[column], margins.left(), wider, column > 1),
            inImage(down[row], margins.top(), higher, row > 1)),
          QPointF(inImage(across[column + 1], margins.left(), wider, column > 0),
            inImage(down[row + 1], margins.top(), higher, row > 0)));
        m_parts[number]->setRect(target);
        m_parts[number]->setSourceRect(source);
        number++;
      }
    }
  }

  RimShape m_shape;
  Rim m_rim;
  std::unique_ptr<QSGTexture> m_texture;
  std::array<QSGImageNode *, 8> m_parts = {};
};

}  // namespace

RimItem::RimItem(QQuickItem *parent) : QQuickItem(parent) {
  setFlag(ItemHasContents);
  setTransformOrigin(TopLeft);
}

void RimItem::set(const RimShape &shape, double density) {
  if (shape == m_shape && density == m_density) return;
  m_shape = shape;
  m_density = density;
  update();
}

void RimItem::geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) {
  QQuickItem::geometryChange(newGeometry, oldGeometry);
  if (newGeometry.size() != oldGeometry.size()) update();
}

QSGNode *RimItem::updatePaintNode(QSGNode *node, UpdatePaintNodeData *) {
  auto *rim = static_cast<RimNode *>(node);
  if (size().isEmpty() || m_shape.color.alpha() == 0) {
    delete rim;
    return nullptr;
  }
  if (rim == nullptr) rim = new RimNode;
  rim->draw(window(), m_shape, size(), m_density);
  return rim;
}

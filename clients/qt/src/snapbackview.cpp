#include "snapbackview.h"

#include <QQmlInfo>

#include "snapbackscene.h"

void SnapbackView::Transform::set(const QMatrix4x4 &matrix) {
  if (m_matrix == matrix) return;
  m_matrix = matrix;
  update();
}

void SnapbackView::Transform::applyTo(QMatrix4x4 *matrix) const {
  *matrix *= m_matrix;
}

SnapbackView::SnapbackView(QQuickItem *parent)
  : QQuickItem(parent), m_transform(new Transform(this)) {
  m_transform->appendToItem(this);
  // Hidden until the first picture.
  setVisible(false);
}

SnapbackView::~SnapbackView() {
  if (m_scene != nullptr) m_scene->remove(this);
}

void SnapbackView::setView(const QString &view) {
  if (view == m_view) return;
  m_view = view;
  emit viewChanged();
  if (m_scene != nullptr) m_scene->relink();
}

void SnapbackView::componentComplete() {
  QQuickItem::componentComplete();
  findScene();
}

void SnapbackView::itemChange(ItemChange change, const ItemChangeData &data) {
  QQuickItem::itemChange(change, data);
  if (change == ItemParentHasChanged && isComponentComplete()) findScene();
}

void SnapbackView::findScene() {
  if (m_isOfScene) return;
  if (parentItem() == nullptr) {
    // The item above it was deleted; the scene gives it another parent.
    if (m_scene != nullptr) m_scene->relink();
    return;
  }
  SnapbackScene *scene = nullptr;
  for (QQuickItem *item = parentItem(); item != nullptr && scene == nullptr;
       item = item->parentItem()) {
    scene = qobject_cast<SnapbackScene *>(item);
  }
  if (scene == m_scene) return;
  if (m_scene != nullptr) m_scene->remove(this);
  m_scene = scene;
  if (scene != nullptr) scene->add(this);
  else unbind({});
}

void SnapbackView::leave() {
  m_scene = nullptr;
  unbind({});
}

void SnapbackView::bind(const snapback_view &view, uint32_t handle, QQuickItem *parent) {
  setFault({});
  setParentItem(parent);
  setPosition({0, 0});
  // Views that are drawn later are in front, and all are in front of other items of the parent.
  setZ(handle + 1.0);
  setClip(view.clips != 0);
  setText(view);
}

void SnapbackView::unbind(const QString &fault) {
  setIsShown(false);
  if (!fault.isEmpty() && fault != m_fault) qmlWarning(this) << fault;
  setFault(fault);
}

void SnapbackView::show(const Look &look) {
  setIsShown(look.isShown);
  if (!look.isShown) return;
  m_transform->set(look.matrix);
  setSize(look.size);
  setOpacity(look.opacity);
  if (look.fill != m_fill) {
    m_fill = look.fill;
    emit fillChanged();
  }
  if (look.cornerRadius != m_cornerRadius) {
    m_cornerRadius = look.cornerRadius;
    emit cornerRadiusChanged();
  }
}

void SnapbackView::setText(const snapback_view &view) {
  const snapback_text *text = view.has_text != 0 ? &view.text : nullptr;
  const QString string = text != nullptr ? QString::fromUtf8(text->string) : QString();
  const double size = text != nullptr ? text->size : 0;
  const double lineHeight = text != nullptr ? text->line_height : 0;
  const int lines = text != nullptr ? int(qMin(text->lines, 10000u)) : 0;
  if (string == m_text && size == m_textSize && lineHeight == m_lineHeight
    && lines == m_lineLimit) {
    return;
  }
  m_text = string;
  m_textSize = size;
  m_lineHeight = lineHeight;
  m_lineLimit = lines;
  emit textChanged();
}

void SnapbackView::setIsShown(bool isShown) {
  setVisible(isShown);
  if (isShown == m_isShown) return;
  m_isShown = isShown;
  emit shownChanged();
}

void SnapbackView::setFault(const QString &fault) {
  if (fault == m_fault) return;
  m_fault = fault;
  emit faultChanged();
}

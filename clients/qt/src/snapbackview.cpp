#include "snapbackview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QQmlInfo>

#include "snapbackscene.h"
#include "textlines.h"

namespace {

/// The border is in front of all views in its view, whose z are their handles, and behind items of
/// the user with a z of 1e6.
constexpr double borderZ = 5e5;

/// Whether two looks are equal but for their strings.
bool isEqual(const snapback_look &one, const snapback_look &other) {
  return one.text_color == other.text_color && one.border_color == other.border_color
    && one.border_width == other.border_width && one.shadow_opacity == other.shadow_opacity
    && one.shadow_radius == other.shadow_radius
    && one.shadow_offset[0] == other.shadow_offset[0]
    && one.shadow_offset[1] == other.shadow_offset[1] && one.shadow_color == other.shadow_color
    && one.font_weight == other.font_weight && one.text_alignment == other.text_alignment
    && one.vertical_alignment == other.vertical_alignment && one.truncation == other.truncation;
}

/// A value of JSON; undefined if there is none.
QVariant valueOf(const QByteArray &json) {
  if (json.isEmpty()) return {};
  // A document of Qt is an object or an array.
  return QJsonDocument::fromJson('[' + json + ']').array().at(0).toVariant();
}

}  // namespace

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
  m_style.text_color = m_style.border_color = m_style.shadow_color = 0xff000000;
  // Hidden until the first picture.
  setVisible(false);
}

SnapbackView::~SnapbackView() {
  delete m_shadow;
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
  if (m_shadow != nullptr) m_shadow->setParentItem(parent);
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
  if (look.density != m_density) {
    m_density = look.density;
    emit densityChanged();
  }
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
  setStyle(look.style);
  showRims(look);
}

// Looks

void SnapbackView::setStyle(const snapback_look &style) {
  const bool isNew = !isEqual(style, m_style);
  const bool isOther = style.font_weight != m_style.font_weight
    || style.text_alignment != m_style.text_alignment
    || style.vertical_alignment != m_style.vertical_alignment
    || style.truncation != m_style.truncation || m_image != style.image || m_data != style.data;
  if (isNew) {
    m_style = style;
    m_style.image = m_style.data = nullptr;
  }
  if (isOther) {
    m_image = style.image;
    if (m_data != style.data) {
      m_data = style.data;
      m_viewData = valueOf(m_data);
    }
    emit styleChanged();
  }
  if (isNew) emit lookChanged();
}

void SnapbackView::setPaintsRims(bool paintsRims) {
  if (paintsRims == m_paintsRims) return;
  m_paintsRims = paintsRims;
  if (!paintsRims && m_border != nullptr) m_border->setVisible(false);
  if (!paintsRims && m_shadow != nullptr) m_shadow->setVisible(false);
  emit paintsRimsChanged();
  if (paintsRims && m_scene != nullptr) m_scene->polish();
}

/// Draws the border and the shadow. The shadow is behind the item and not in it, because the item
/// may clip.
void SnapbackView::showRims(const Look &look) {
  const bool hasBorder = m_paintsRims && m_style.border_width > 0 && borderColor().alpha() > 0;
  if (hasBorder && m_border == nullptr) {
    m_border = new RimItem(this);
    m_border->setZ(borderZ);
  }
  if (m_border != nullptr) m_border->setVisible(hasBorder);
  if (hasBorder) {
    m_border->setSize(look.size);
    m_border->set(
      {RimShape::Border, borderColor(), m_cornerRadius, borderWidth(), {}}, look.density);
  }
  const bool hasShadow = m_paintsRims && m_style.shadow_opacity > 0 && m_fill.alpha() > 0;
  if (hasShadow && m_shadow == nullptr) {
    m_shadow = new RimItem(parentItem());
    m_shadowTransform = new Transform(m_shadow);
    m_shadowTransform->appendToItem(m_shadow);
  }
  if (m_shadow != nullptr) m_shadow->setVisible(hasShadow);
  if (!hasShadow) return;
  m_shadow->setZ(z() - 0.5);
  m_shadow->setSize(look.size);
  m_shadow->setOpacity(look.opacity * m_style.shadow_opacity * m_fill.alphaF());
  m_shadowTransform->set(look.matrix);
  m_shadow->set(
    {RimShape::Shadow, QColor::fromRgb(m_style.shadow_color), m_cornerRadius, shadowRadius(),
     shadowOffset()}, look.density);
}

int SnapbackView::fontWeight() const {
  if (m_style.font_weight != 0) return m_style.font_weight;
  return m_isSemibold ? QFont::DemiBold : QFont::Normal;
}

int SnapbackView::textAlignment() const {
  // leading, center, trailing, left, right
  constexpr Qt::AlignmentFlag alignments[] = {
    Qt::AlignLeft, Qt::AlignHCenter, Qt::AlignRight, Qt::AlignLeft, Qt::AlignRight};
  const size_t number = m_style.text_alignment;
  return number < std::size(alignments) ? alignments[number] : Qt::AlignLeft;
}

int SnapbackView::verticalAlignment() const {
  switch (m_style.vertical_alignment) {
  case 1: return Qt::AlignVCenter;
  case 2: return Qt::AlignBottom;
  default: return Qt::AlignTop;
  }
}

int SnapbackView::truncation() const {
  // tail, middle, head, clip
  constexpr Qt::TextElideMode modes[] = {
    Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideNone};
  const size_t number = m_style.truncation;
  return number < std::size(modes) ? modes[number] : Qt::ElideRight;
}

QColor SnapbackView::shadowColor() const {
  QColor color = QColor::fromRgb(m_style.shadow_color);
  color.setAlphaF(m_style.shadow_opacity);
  return color;
}

QString SnapbackView::lines(
  const QFont &font, double width, int limit, int mode, double tolerance) const {
  return linesOf(m_text, font, width, limit, Qt::TextElideMode(mode), tolerance);
}

void SnapbackView::setText(const snapback_view &view) {
  const snapback_text *text = view.has_text != 0 ? &view.text : nullptr;
  const QString string = text != nullptr ? QString::fromUtf8(text->string) : QString();
  const double size = text != nullptr ? text->size : 0;
  const double lineHeight = text != nullptr ? text->line_height : 0;
  const double firstBaseline = text != nullptr ? text->first_baseline : 0;
  const int lines = text != nullptr ? int(qMin(text->lines, 10000u)) : 0;
  // The only text style whose weight is not regular, docs/layout.md.
  const bool isSemibold = text != nullptr && qstrcmp(text->style, "headline") == 0;
  if (isSemibold != m_isSemibold) {
    m_isSemibold = isSemibold;
    emit styleChanged();
  }
  if (string == m_text && size == m_textSize && lineHeight == m_lineHeight
    && firstBaseline == m_firstBaseline && lines == m_lineLimit) {
    return;
  }
  m_text = string;
  m_textSize = size;
  m_lineHeight = lineHeight;
  m_firstBaseline = firstBaseline;
  m_lineLimit = lines;
  emit textChanged();
}

void SnapbackView::setIsShown(bool isShown) {
  setVisible(isShown);
  if (!isShown && m_shadow != nullptr) m_shadow->setVisible(false);
  if (isShown == m_isShown) return;
  m_isShown = isShown;
  emit shownChanged();
}

void SnapbackView::setFault(const QString &fault) {
  if (fault == m_fault) return;
  m_fault = fault;
  emit faultChanged();
}

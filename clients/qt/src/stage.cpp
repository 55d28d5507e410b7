#include "stage.h"

#include <QQmlContext>
#include <QQmlEngine>
#include <QQmlInfo>
#include <QQuickWindow>
#include <QtMath>

#include "snapbackview.h"

namespace {

/// An affine map: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
struct Affine {
  double a, b, c, d, tx, ty;
};

/// The map that applies `inner`, then `outer`.
Affine product(const Affine &outer, const Affine &inner) {
  return {
    outer.a * inner.a + outer.c * inner.b,
    outer.b * inner.a + outer.d * inner.b,
    outer.a * inner.c + outer.c * inner.d,
    outer.b * inner.c + outer.d * inner.d,
    outer.a * inner.tx + outer.c * inner.ty + outer.tx,
    outer.b * inner.tx + outer.d * inner.ty + outer.ty,
  };
}

/// The map from a view to its parent, by docs/segments.md: the frame and the translation, then
/// rotation, shear and scale about the anchor.
Affine toParent(const snapback_view &view, const snapback_pose &pose) {
  const double cosine = qCos(pose.rotation), sine = qSin(pose.rotation);
  const double across = pose.scale[0], down = pose.scale[1], slant = pose.shear * down;
  Affine result = {
    cosine * across, sine * across, cosine * slant - sine * down, sine * slant + cosine * down,
    0, 0,
  };
  const double x = view.anchor[0] * pose.frame[2], y = view.anchor[1] * pose.frame[3];
  result.tx = pose.frame[0] + pose.translation[0] + x - (result.a * x + result.c * y);
  result.ty = pose.frame[1] + pose.translation[1] + y - (result.b * x + result.d * y);
  return result;
}

QMatrix4x4 matrix(const Affine &map) {
  return {
    float(map.a), float(map.c), 0, float(map.tx),
    float(map.b), float(map.d), 0, float(map.ty),
    0, 0, 1, 0,
    0, 0, 0, 1,
  };
}

QString name(const snapback *daemon, uint32_t view) {
  return QString::fromUtf8(snapback_view_at(daemon, view)->name);
}

uint32_t parent(const snapback *daemon, uint32_t view) {
  return snapback_view_at(daemon, view)->parent;
}

/// The look of a view at a time; the default if it has none.
snapback_look style(snapback *daemon, uint32_t view, uint64_t time) {
  snapback_look result;
  if (snapback_look_at(daemon, view, time, &result) == 1) return result;
  result = {};
  result.view = SNAPBACK_NO_VIEW;
  result.text_color = 0xff000000;
  result.fill_alpha = 1;
  result.image = result.data = "";
  return result;
}

}  // namespace

Stage::Stage(QQuickItem *screen) : m_screen(screen) {}

void Stage::add(SnapbackView *item) {
  m_items.append(item);
}

void Stage::remove(SnapbackView *item) {
  m_items.removeOne(item);
  std::erase_if(m_places, [item](const Place &place) { return place.item == item; });
}

void Stage::clear() {
  m_places.clear();
  // Items of the user that are in these items stay.
  for (SnapbackView *item : std::as_const(m_items)) item->setParentItem(m_screen);
  discard(m_created);
  m_created.clear();
}

void Stage::discard(const QHash<QString, SnapbackView *> &created) {
  for (SnapbackView *item : created) {
    item->setParentItem(nullptr);
    item->deleteLater();
  }
}

void Stage::link(const snapback *daemon, QQmlComponent *delegate, const QObject *owner) {
  std::vector<SnapbackView *> items = itemsByView(daemon);
  const std::vector<bool> isMissing = missing(daemon, items, delegate != nullptr);
  QHash<QString, SnapbackView *> old;
  old.swap(m_created);
  m_places.clear();
  for (uint32_t view = 0; view < items.size(); view++) {
    if (isMissing[view]) {
      const QString key = name(daemon, view);
      SnapbackView *item = old.take(key);
      items[view] = item != nullptr ? item : create(key, delegate, owner);
      m_created.insert(key, items[view]);
    }
    if (items[view] == nullptr) continue;
    uint32_t above = parent(daemon, view);
    while (above != SNAPBACK_NO_VIEW && items[above] == nullptr) above = parent(daemon, above);
    items[view]->bind(
      *snapback_view_at(daemon, view), view, above == SNAPBACK_NO_VIEW ? m_screen : items[above]);
    m_places.push_back({view, above, items[view]});
  }
  discard(old);
}

/// The items of the user by the handles of their views. Items without a view show nothing.
std::vector<SnapbackView *> Stage::itemsByView(const snapback *daemon) {
  std::vector<SnapbackView *> result(snapback_view_count(daemon), nullptr);
  for (SnapbackView *item : std::as_const(m_items)) {
    const QByteArray wanted = item->view().toUtf8();
    const uint32_t view = snapback_find(daemon, wanted.constData());
    if (view != SNAPBACK_NO_VIEW && result[view] == nullptr) {
      result[view] = item;
      continue;
    }
    const bool isThere = view != SNAPBACK_NO_VIEW;
    item->setParentItem(m_screen);
    item->unbind(
      (isThere ? QStringLiteral("another item shows the view \"%1\"")
               : QStringLiteral("the scene has no view \"%1\"")).arg(item->view()));
  }
  return result;
}

/// The views for which the scene has to create items.
std::vector<bool> Stage::missing(
  const snapback *daemon, const std::vector<SnapbackView *> &items, bool hasDelegate) {
  std::vector<bool> result(items.size(), false);
  for (uint32_t view = 0; view < items.size(); view++) {
    if (items[view] == nullptr) {
      // The first view is the screen, which the scene paints.
      if (hasDelegate && view > 0) result[view] = true;
      continue;
    }
    for (uint32_t above = parent(daemon, view); above != SNAPBACK_NO_VIEW;
         above = parent(daemon, above)) {
      const bool clips = snapback_view_at(daemon, above)->clips != 0;
      if (clips && items[above] == nullptr) result[above] = true;
    }
  }
  return result;
}

SnapbackView *Stage::create(
  const QString &name, QQmlComponent *delegate, const QObject *owner) {
  auto *item = new SnapbackView(m_screen);
  item->setIsOfScene();
  item->setView(name);
  if (delegate == nullptr) return item;
  QQmlContext *context = delegate->creationContext();
  QObject *content = delegate->beginCreate(context != nullptr ? context : qmlContext(owner));
  if (content != nullptr) {
    content->setParent(item);
    if (auto *drawn = qobject_cast<QQuickItem *>(content)) drawn->setParentItem(item);
    else qmlWarning(owner) << "the delegate has to be an Item";
    delegate->completeCreate();
  } else {
    qmlWarning(owner, delegate->errors()) << "the delegate cannot be created";
  }
  return item;
}

bool Stage::draw(snapback *daemon, uint64_t time) {
  const snapback_pose *poses = nullptr;
  if (snapback_evaluate_all(daemon, time, &poses) != SNAPBACK_OK) return true;
  bool isExact = true;
  for (uint32_t view = 0; view < snapback_view_count(daemon); view++) {
    isExact = isExact && poses[view].exact != 0;
  }
  const double pixels = density();
  for (const Place &place : m_places) {
    Look shown = look(daemon, poses, place);
    shown.style = style(daemon, place.view, time);
    shown.fill.setAlphaF(shown.fill.alphaF() * shown.style.fill_alpha);
    shown.density = pixels;
    place.item->show(shown);
  }
  return isExact;
}

/// The number of pixels of a point. It has steps, so that a window that is resized does not make
/// new images for each of its sizes.
double Stage::density() const {
  const QQuickWindow *window = m_screen->window();
  const double ratio = window != nullptr ? window->effectiveDevicePixelRatio() : 1;
  return qBound(0.25, qCeil(4 * ratio * m_screen->scale()) / 4.0, 4.0);
}

Look Stage::look(const snapback *daemon, const snapback_pose *poses, const Place &place) {
  const snapback_pose &pose = poses[place.view];
  Affine map = toParent(*snapback_view_at(daemon, place.view), pose);
  Look result;
  result.opacity = pose.alpha;
  for (uint32_t view = parent(daemon, place.view); view != place.above;
       view = parent(daemon, view)) {
    map = product(toParent(*snapback_view_at(daemon, view), poses[view]), map);
    result.opacity *= poses[view].alpha;
  }
  result.matrix = matrix(map);
  result.size = QSizeF(pose.frame[2], pose.frame[3]);
  result.isShown = pose.visible != 0;
  if (pose.color >> 24 != 0) result.fill = QColor::fromRgba(pose.color);
  const double half = qMin(pose.frame[2], pose.frame[3]) / 2;
  result.cornerRadius = qMin(pose.corner_radius, half);
  return result;
}

#pragma once

#include <QHash>
#include <QList>
#include <QQmlComponent>
#include <QQuickItem>
#include <QString>
#include <vector>

#include "look.h"
#include "snapback.h"

class SnapbackView;

/// The items that show views: those of the user, and those that the scene creates.
///
/// The items form the same tree as their views: the parent of an item is the item of the nearest
/// view above that has one, or the screen. The scene creates items for all other views if there is
/// a delegate, and otherwise for views that clip the view of another item.
class Stage {
public:
  /// `screen` is the item of the scene's screen, whose unit is a point.
  explicit Stage(QQuickItem *screen);

  void add(SnapbackView *item);
  void remove(SnapbackView *item);
  const QList<SnapbackView *> &items() const { return m_items; }

  /// Binds items to the views of the last snapshot. `owner` is the object that warnings name.
  void link(const snapback *daemon, QQmlComponent *delegate, const QObject *owner);
  /// Shows all views as they are at a time of the daemon's clock. Returns whether segments
  /// determine all of them. O(views and their terms), no allocation of its own.
  bool draw(snapback *daemon, uint64_t time);
  /// Deletes the items that the scene has created, for another delegate.
  void clear();

private:
  /// An item, its view, and the nearest view above that has an item.
  struct Place {
    uint32_t view;
    uint32_t above;
    SnapbackView *item;
  };

  std::vector<SnapbackView *> itemsByView(const snapback *daemon);
  static std::vector<bool> missing(
    const snapback *daemon, const std::vector<SnapbackView *> &items, bool hasDelegate);
  SnapbackView *create(const QString &name, QQmlComponent *delegate, const QObject *owner);
  void discard(const QHash<QString, SnapbackView *> &created);
  static Look look(const snapback *daemon, const snapback_pose *poses, const Place &place);
  double density() const;

  QQuickItem *m_screen;
  QList<SnapbackView *> m_items;
  QHash<QString, SnapbackView *> m_created;
  std::vector<Place> m_places;
};

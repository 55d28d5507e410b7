#pragma once

#include <QColor>
#include <QMatrix4x4>
#include <QSizeF>

#include "snapback.h"

/// A view at one time, relative to the item that contains the view's own item.
struct Look {
  /// Maps points of the view to the coordinates of that item.
  QMatrix4x4 matrix;
  QSizeF size;
  /// The product of the opacities from the view up to that item, 0 to 1.
  double opacity = 1;
  bool isShown = false;
  /// With its opacity; transparent if the view has no color.
  QColor fill = Qt::transparent;
  /// In points, at most half of the shorter side.
  double cornerRadius = 0;
  /// How its text, its border and its shadow are drawn; that of a view without a look is the
  /// default. The strings are valid until the next message.
  snapback_look style = {};
  /// The number of pixels of a point, a multiple of a quarter.
  double density = 1;
};

#pragma once

#include <QFont>
#include <QString>

/// The lines of a text as docs/scene-format.md#looks defines them, with `\n` between them: broken
/// between words, at most `limit` lines, and the last one with the rest of the text, shortened to
/// the width. `tolerance` is how many times wider than `width` lines may be.
QString linesOf(
  const QString &text, const QFont &font, double width, int limit, Qt::TextElideMode mode,
  double tolerance);

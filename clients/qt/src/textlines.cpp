#include "textlines.h"

#include <QFontMetricsF>
#include <QStringList>
#include <QTextLayout>
#include <QtMath>

namespace {

/// The length of the first line of a text in a width.
qsizetype lengthOfLine(const QString &text, const QFont &font, double width) {
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  if (line.isValid()) line.setLineWidth(width);
  layout.endLayout();
  return line.isValid() ? qMax(line.textLength(), 1) : text.size();
}

}  // namespace

QString linesOf(
  const QString &text, const QFont &font, double width, int limit, Qt::TextElideMode mode,
  double tolerance) {
  const QFontMetricsF metrics(font);
  // A tenth of a point does not make a text too wide.
  const double allowed = width * tolerance + 0.1;
  QStringList lines;
  QString rest = text;
  while (!rest.isEmpty() && lines.size() + 1 < limit) {
    const qsizetype end = rest.indexOf('\n');
    const QString paragraph = end < 0 ? rest : rest.first(end);
    const qsizetype length = paragraph.isEmpty() ? 0 : lengthOfLine(paragraph, font, allowed);
    const bool isWhole = length == paragraph.size();
    lines.append(paragraph.first(length).trimmed());
    rest.remove(0, isWhole && end >= 0 ? end + 1 : length);
    if (isWhole && end < 0) break;
  }
  if (!rest.isEmpty()) {
    rest.replace('\n', ' ');
    const bool isCut = mode == Qt::ElideNone || metrics.horizontalAdvance(rest) <= allowed;
    lines.append(isCut ? rest : metrics.elidedText(rest, mode, allowed));
  }
  return lines.join('\n');
}

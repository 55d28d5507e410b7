/** Breaks and shortens texts, by the rules of docs/scene-format.md#looks. */

const DOTS = "…";
// Points. Lengths that differ by less are taken as equal.
const NEAR = 1e-3;
// A line that is too wide by up to this factor is condensed; a wider line is wrapped or shortened.
const TOO_WIDE = 1.3;

/**
 * The lines of a text that are drawn.
 *
 * Lines are broken between words, unless `lines` is 1. At most `lines` lines are drawn, if it is
 * not 0, and at most as many as fit into `height`, but at least one. If there is more text, the
 * last line has the rest of it, shortened to `width` by `truncation`.
 * @param {string} string
 * @param {{width: number, height: number, lineHeight: number, lines: number, truncation: string}}
 *   room `width` and `height` in points; `truncation` as in a look
 * @param {(text: string) => number} measure the width of a text in one line, in points
 * @returns {string[]}
 */
export function linesOf(string, { width, height, lineHeight, lines, truncation }, measure) {
  const rows = rowsIn(height, lineHeight);
  const limit = lines > 0 ? Math.min(lines, rows) : rows;
  const fits = (text) => measure(text) <= width + NEAR;
  const starts = lines === 1 ? paragraphs(string) : broken(string, fits);
  const drawn = starts.slice(0, limit).map(
    (start, place) => string.slice(start, starts[place + 1] ?? string.length).trimEnd());
  const last = drawn.length - 1;
  if (starts.length > limit) {
    drawn[last] = string.slice(starts[last]).trimEnd().replaceAll("\n", " ");
  }
  if (!fits(drawn[last])) drawn[last] = shortened(drawn[last], truncation, fits);
  return drawn;
}

/**
 * The width that a line may have in a view of `width` points: the daemon estimates the widths of
 * texts that no renderer has measured, so a line that is slightly too wide is condensed.
 */
export function roomFor(width) {
  return width * TOO_WIDE + 0.5;
}

/** The number of lines that fit into a height, at least one. */
export function rowsIn(height, lineHeight) {
  return Math.max(1, Math.floor((height + NEAR) / lineHeight));
}

/** Where the paragraphs of a text begin. */
function paragraphs(string) {
  return [0, ...[...string.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** Where the lines of a text begin: at each paragraph, and at words that no longer fit. */
function broken(string, fits) {
  const result = [];
  for (const start of paragraphs(string)) {
    result.push(start);
    const end = string.indexOf("\n", start);
    const paragraph = string.slice(start, end < 0 ? string.length : end);
    for (const { 0: word, index } of paragraph.matchAll(/[^ ]+/g)) {
      const begin = result[result.length - 1];
      const isFirst = string.slice(begin, start + index).trim() === "";
      if (!isFirst && !fits(string.slice(begin, start + index + word.length))) {
        result.push(start + index);
      }
    }
  }
  return result;
}

/** A line shortened to what fits. */
function shortened(line, truncation, fits) {
  if (truncation === "clip") return line;
  const letters = lettersOf(line);
  if (truncation === "middle") {
    return longest(letters.length, (count) => {
      const head = letters.slice(0, Math.ceil(count / 2)).join("");
      const tail = letters.slice(letters.length - Math.floor(count / 2)).join("");
      return head + DOTS + tail;
    }, fits);
  }
  const isHead = truncation === "head";
  const cut = (count) => (isHead
    ? DOTS + letters.slice(letters.length - count).join("").trimStart()
    : letters.slice(0, count).join("").trimEnd() + DOTS);
  // The places between words, as the numbers of letters that remain.
  const counts = [];
  for (let count = letters.length - 1; count > 0; count -= 1) {
    const [kept, removed] = isHead
      ? [letters[letters.length - count], letters[letters.length - count - 1]]
      : [letters[count - 1], letters[count]];
    if (removed === " " && kept !== " ") counts.push(count);
  }
  const words = counts.map(cut).find(fits);
  return words ?? longest(letters.length, cut, fits);
}

/** The result of `cut` for the largest number of letters that fits; at least that for 0. */
function longest(count, cut, fits) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}

// Browsers from before 2024 may not have it.
const segmenter = globalThis.Intl?.Segmenter ? new Intl.Segmenter() : null;

/** The letters of a text as people see them, such as an emoji of several characters. */
export function lettersOf(text) {
  return segmenter === null ? [...text]
    : [...segmenter.segment(text)].map(({ segment }) => segment);
}

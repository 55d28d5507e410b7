// The tracks of the timeline: fingers, gestures, and views in motion.

import { roundStep } from "./plot.js";

// The maximum number of tracks of views; the last one stands for all further views.
const MOST = 12;
// Times that differ by less are equal; in seconds.
const SAME = 1e-6;

/**
 * The tracks of a recording from top to bottom: `kind`, `name`, and `bars` with `start`, `end`,
 * `sort` and `title`. The times are seconds.
 *
 * - A track of the kind "finger" has contacts that do not overlap.
 * - A track of the kind "gesture" has the times of one gesture of the scene, and its failures as
 *   bars of the sort "failure".
 * - A track of the kind "motion" has the times in which a view moves: bars of the sort "held" while
 *   a gesture moves the view, and of the sort "free" while the view is animated. Views that move at
 *   the same times share a track.
 */
export function tracksOf(recording) {
  return [...fingers(recording), ...gestures(recording), ...motions(recording)];
}

/** The times of ticks for a duration and a width in pixels, and the number of their decimals. */
export function ticksOf(duration, width) {
  const step = roundStep(duration, Math.max(1, width / 56));
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const count = Math.floor(duration / step + 1e-9);
  return { times: Array.from({ length: count + 1 }, (_, i) => i * step), digits };
}

const span = (start, end) => (end - start > SAME ? `${start.toFixed(3)}–${end.toFixed(3)} s`
  : `${start.toFixed(3)} s`);

function fingers({ contacts }) {
  const tracks = [];
  for (const { id, start, end } of [...contacts].sort((a, b) => a.start - b.start)) {
    let track = tracks.find(({ bars }) => bars[bars.length - 1].end < start);
    if (!track) {
      track = { kind: "finger", name: `Finger ${tracks.length + 1}`, bars: [] };
      tracks.push(track);
    }
    track.bars.push({ start, end, sort: "contact", title: `Contact ${id}, ${span(start, end)}` });
  }
  return tracks;
}

function gestures(recording) {
  const tracks = new Map();
  const track = (kind, name, view) => {
    const key = `${kind} ${name ?? ""} ${view}`;
    if (!tracks.has(key)) {
      tracks.set(key, { kind: "gesture", name: `${name ?? kind} on ${view}`, bars: [] });
    }
    return tracks.get(key);
  };
  for (const { kind, name, view, phase, start, end } of recording.gestures) {
    const words = `${kind} ${name ? `“${name}” ` : ""}on ${view}`;
    const outcome = phase === "cancelled" ? ", cancelled" : "";
    const title = `${words}, ${span(start, end)}${outcome}`;
    track(kind, name, view).bars.push({ start, end, sort: "gesture", title });
  }
  for (const { kind, seconds, body } of recording.events) {
    if (kind !== "decision" || body.kind !== "step" || body.state !== "failed") continue;
    track(body.gesture, body.name, body.view).bars.push({
      start: seconds, end: seconds, sort: "failure",
      title: `${span(seconds, seconds)}: ${body.text}`,
    });
  }
  return [...tracks.values()].sort((a, b) => firstOf(a) - firstOf(b));
}

const firstOf = ({ bars }) => Math.min(...bars.map(({ start }) => start));

function motions(recording) {
  const groups = new Map();
  for (const [view, intervals] of recording.motions) {
    const key = JSON.stringify(intervals);
    if (!groups.has(key)) groups.set(key, { views: [], intervals });
    groups.get(key).views.push(view);
  }
  const all = [...groups.values()].sort((a, b) => a.intervals[0][0] - b.intervals[0][0]);
  const tracks = all.slice(0, MOST).map((group) => motionTrack(recording, group));
  const more = all.slice(MOST).flatMap(({ views }) => views).length;
  if (more > 0) tracks.push({ kind: "motion", name: `${more} more views move`, bars: [] });
  return tracks;
}

function motionTrack(recording, { views, intervals }) {
  const others = views.length > 1 ? ` and ${views.length - 1} more` : "";
  const held = holds(recording, views, intervals);
  const bars = intervals.flatMap(([start, end]) => (
    splitBy(start, end, held, 2 * recording.frameSpan).map((part) => ({
      ...part,
      title: `${views[0]}${others}, ${part.sort === "held" ? "moved by a gesture" : "animated"}, `
        + span(part.start, part.end),
    }))));
  return { kind: "motion", name: `${views[0]}${others}`, views, bars };
}

/**
 * The times in which a gesture moves the views: it is a gesture of the view itself or of an
 * ancestor, or one during which the views began to move, at this time or another.
 */
function holds(recording, views, intervals) {
  const continuous = recording.gestures.filter(({ start, end }) => end - start > SAME);
  const own = new Set(views.flatMap((view) => recording.lineOf(view)));
  for (const { view, start, end } of continuous) {
    if (intervals.some(([from]) => from > start - 2 * recording.frameSpan && from < end)) {
      own.add(view);
    }
  }
  return continuous.filter(({ view }) => own.has(view)).map(({ start, end }) => [start, end]);
}

/**
 * Splits an interval into parts that are held, in one of the other intervals, and free ones. Parts
 * shorter than `least`, such as from the frame before a gesture to its begin, join the next part.
 */
function splitBy(start, end, others, least) {
  const cuts = others.flat().filter((time) => time > start + least && time < end - least);
  const times = [start, ...cuts.sort((a, b) => a - b), end];
  const parts = [];
  for (let place = 1; place < times.length; place += 1) {
    const [from, to] = [times[place - 1], times[place]];
    const middle = (from + to) / 2;
    const sort = others.some(([a, b]) => a <= middle && middle <= b) ? "held" : "free";
    const last = parts[parts.length - 1];
    if (last && (last.sort === sort || to - from < least)) last.end = to;
    else parts.push({ start: from, end: to, sort });
  }
  return parts;
}
